import SceneScenarios

/// Finds the shortest run that goes wrong in the same way.
struct Shrinker {
  let app: ExploredApp
  let apps: KnownApps
  let choice: PropertyChoice
  /// How many runs are tried: a number, so that it is the same on every machine.
  var tries = 1500
  /// Whether nobody can wait for something shorter.
  var isLate: @Sendable () -> Bool = { false }
  /// The steps that are not played, since they end the process.
  var ends = AppEnds(replaying: [])
  /// Where a try is played on a real store, too, for what memory alone does not show.
  var folders: StoreFolders?
  /// Gets each step before it is played.
  var notes: (@Sendable (StepNote) -> Void)?
  /// What performs the steps.
  var product: Play.Product = { $1.play($0) }

  /// A run that goes wrong, and how.
  struct Result: Sendable {
    var violation: Violation
    var actions: [Action]
    /// The app, with the steps of the file that come first.
    var app: ExploredApp
    /// Whether there was time to look for anything shorter.
    var isShortest = true
  }

  /// Makes a run as short as it gets.
  ///
  /// - Returns: The shortest run; nil if the run does not go wrong when it is played again.
  mutating func shrink(_ violation: Violation, _ actions: [Action]) -> Result? {
    let identity = violation.identity
    guard var best = replay(actions, identity, app) else { return nil }
    leaveOutBeginning(&best, identity)
    var before: [String] = []
    repeat {
      // A step that became plainer may make another one needless.
      before = lines(best)
      leaveOut(&best, identity)
      simplify(&best, identity)
      if lines(best) == before { leaveOutPair(&best, identity) }
    } while lines(best) != before && tries > 0
    if best.app.hasBeginning {
      leaveOutBeginning(&best, identity)
      if best.app.hasBeginning {
        leaveOutOfBeginning(&best, identity)
      } else {
        leaveOut(&best, identity)
      }
    }
    best.isShortest = tries > 0
    return best
  }

  private func lines(_ result: Result) -> [String] {
    result.actions.map { $0.text(namesWindow: true) }
  }

  /// Opens the windows that are named instead of playing the steps of the file.
  private mutating func leaveOutBeginning(_ best: inout Result, _ identity: String) {
    // What could be read with more steps can be read with none.
    guard best.app.hasBeginning, let plain = try? app.with(stepLines: [], apps) else { return }
    let names = best.actions.reduce(into: Set<String>()) { $0.formUnion($1.windows) }.sorted()
    let opening =
      [Action("launch", .text(names.first ?? "A"))]
      + names.dropFirst().map { Action("open", .text($0)) }
    if let result = replay(opening + best.actions, identity, plain) { best = result }
  }

  /// Leaves out stretches of the steps of the file, where some of them are needed.
  private mutating func leaveOutOfBeginning(_ best: inout Result, _ identity: String) {
    _ = best.app.stepLines.leavingOutStretches { rest -> [String]? in
      guard tries > 0, !rest.isEmpty,
        // A step may need a variable or a window of one that is gone.
        let shorter = try? app.with(stepLines: rest, apps),
        let result = replay(best.actions, identity, shorter)
      else { return nil }
      best = result
      return rest
    }
  }

  /// Leaves out stretches of steps.
  private mutating func leaveOut(_ best: inout Result, _ identity: String) {
    _ = best.actions.leavingOutStretches { rest -> [Action]? in
      guard tries > 0, let result = replay(rest, identity, best.app) else { return nil }
      best = result
      return result.actions
    }
  }

  /// Leaves out two steps that need each other, such as what closes a window and opens it again.
  private mutating func leaveOutPair(_ best: inout Result, _ identity: String) {
    guard best.actions.count <= 16 else { return }
    for second in best.actions.indices {
      for first in 0..<second where tries > 0 {
        var rest = best.actions
        rest.remove(at: second)
        rest.remove(at: first)
        if let result = replay(rest, identity, best.app) {
          best = result
          return
        }
      }
    }
  }

  /// Makes what is left plainer: one window, plain ways to end, first values.
  private mutating func simplify(_ best: inout Result, _ identity: String) {
    let declaration = app.declaration
    var index = 0
    // A plainer step may make the run end earlier: there are fewer steps then.
    while index < best.actions.count {
      defer { index += 1 }
      for plainer in Plainer.of(best.actions[index], at: index, in: declaration) {
        guard tries > 0, index < best.actions.count else { return }
        var actions = best.actions
        actions[index] = plainer
        if let result = replay(actions, identity, best.app),
          result.actions.count <= best.actions.count
        {
          best = result
          break
        }
      }
    }
    renameWindows(&best, identity)
  }

  /// Gives windows the first letters, in the order in which they are named.
  private mutating func renameWindows(_ best: inout Result, _ identity: String) {
    var names: [String] = []
    for action in best.actions {
      for name in action.windows.sorted() where !names.contains(name) { names.append(name) }
    }
    let letters = ["A", "B", "C", "D", "E", "F"].prefix(names.count)
    guard names.count <= letters.count, names != Array(letters) else { return }
    let table = Dictionary(uniqueKeysWithValues: zip(names, letters))
    let renamed = best.actions.map { $0.renamed { table[$0] ?? $0 } }
    if let result = replay(renamed, identity, best.app) { best = result }
  }

  /// Plays actions until the wanted violation; those that are refused are left out.
  mutating func replay(
    _ actions: [Action], _ identity: String, _ app: ExploredApp
  ) -> Result? {
    tries = isLate() ? 0 : tries - 1
    guard
      // An app that could be read before can be read again.
      var play = try? Play(app, apps, choice, product: product)
    else { return nil }
    notes?(.replay)
    // An update says only what is other than in the version before it.
    let updates = actions.filter { $0.verb == "update" }.compactMap { $0.argument?.written }
    guard play.facts.app.versions.map(\.written).starts(with: updates) else { return nil }
    for (index, action) in actions.enumerated() where !ends.contain(action, step: index) {
      notes?(.step(action))
      let outcome = play.play(action)
      switch outcome {
      case .lost(_, let found), .refused(_, let found):
        if let found, found.identity == identity {
          return Result(violation: found, actions: play.done + [action], app: app)
        }
        if case .lost = outcome { return nil }
        notes?(.refused)
      case .done(let violations):
        guard let found = violations.first(where: { $0.identity == identity }) else { continue }
        return Result(violation: found, actions: play.done, app: app)
      }
    }
    guard let found = disagreement(after: play, app), found.identity == identity
    else { return nil }
    return Result(violation: found, actions: play.done, app: app)
  }

  private func disagreement(after play: Play, _ app: ExploredApp) -> Violation? {
    var found: Violation?
    folders? {
      // An app that could be read before can be read again.
      found = try? Agrees.violation(after: play, app, apps, folder: $0)
    }
    return found
  }
}

extension Array {
  /// Leaves out stretches, long ones first.
  ///
  /// - Parameter shorter: Gets what is left; returns what goes on with, or nil if it is not enough.
  /// - Returns: What cannot be left out.
  /// - Throws: What keeps anybody from looking.
  package func leavingOutStretches<Failure: Error>(
    _ shorter: ([Element]) throws(Failure) -> [Element]?
  ) throws(Failure) -> [Element] {
    var all = self
    var length = Swift.max(1, count / 2)
    while true {
      var start = Swift.max(0, all.count - length)
      while true {
        let end = Swift.min(start + length, all.count)
        if start < end {
          var rest = all
          rest.removeSubrange(start..<end)
          all = try shorter(rest) ?? all
        }
        if start == 0 { break }
        start = Swift.max(0, Swift.min(start - length, all.count - length))
      }
      if length == 1 { return all }
      length = Swift.max(1, length / 2)
    }
  }
}
