import SceneScenarios

/// Makes a folder for a real store, lends it to somebody, and takes it away.
package typealias StoreFolders = @Sendable (_ body: (String) -> Void) -> Void

/// One run of a stream: up to 200 random steps from a fresh device.
struct Walk {
  /// The most steps of a run; the first ones of a stream are shorter, so that what they find is,
  /// and a round is soon over.
  static func stepLimit(run: Int) -> Int { min(200, 25 << min(run, 3)) }

  /// What is known when it begins.
  struct Beginning {
    /// Steps that are played before any is drawn.
    var actions: [Action] = []
    /// What was found already and is only counted.
    var known: Set<String> = []
    /// How often each step went through in earlier runs of the stream.
    var done: [String: Int] = [:]
  }

  /// What came of it.
  struct Result: Sendable {
    var steps = 0
    /// The steps that went through.
    var actions: [Action] = []
    /// What did not hold after the last of them and was not known.
    var found: Violation?
    /// The step that was refused behind them, if that is what does not hold.
    var refused: Action?
    /// How often something known was met, by its identity.
    var known: [String: Int] = [:]
    var coverage = Coverage()
    /// Whether a real store was asked, too.
    var isCompared = false
    /// Why the run could not even begin.
    var mistake: Diagnostic?

    /// Takes over what is wrong with a refusal; whether it was not known.
    mutating func take(_ violation: Violation?, of action: Action, _ known: Set<String>) -> Bool {
      guard let violation else { return false }
      if known.contains(violation.identity) {
        self.known[violation.identity, default: 0] += 1
        return false
      }
      (found, refused) = (violation, action)
      return true
    }
  }

  let app: ExploredApp
  let options: Explorer.Options
  /// What performs the steps.
  var product: Play.Product = { $1.play($0) }
  /// Where some runs are played on a real store, too.
  var folders: StoreFolders? {
    options.choice.contains(property: Agrees.name) ? options.folders : nil
  }

  /// Plays it.
  ///
  /// - Parameters:
  ///   - random: The numbers of the stream.
  ///   - limit: The most steps.
  ///   - beginning: What is known when it begins.
  ///   - apps: The apps in Swift that the file may name.
  ///   - ends: The steps that are not played, since they end the process.
  ///   - folders: Where it is played on a real store, too; nil plays it in memory alone.
  ///   - isStopped: Whether nobody wants the answer any more.
  /// - Returns: What came of it.
  func run(
    _ random: inout RandomNumbers, atMost limit: Int, from beginning: Beginning,
    _ apps: KnownApps, without ends: AppEnds, folders: StoreFolders?, isStopped: () -> Bool
  ) -> Result {
    var result = Result()
    var play: Play
    do throws(Diagnostic) {
      play = try Play(app, apps, options.choice, product: product)
    } catch {
      result.mistake = error
      return result
    }
    var alphabet = Alphabet(play.facts, steps: app.knownSteps)
    alphabet.preferRare(beginning.done)
    alphabet.memory.plan = beginning.actions
    var refusals = 0
    while result.steps < limit, refusals < 50, !isStopped() {
      let isFirst = !play.look.isRunning && play.look.count == 0 && !app.hasBeginning
      let drawn =
        isFirst && play.done.isEmpty && alphabet.memory.plan.isEmpty
        ? Action("launch", .text("A")) : alphabet.next(play.look, play.stage, &random)
      guard let action = drawn else { break }
      result.steps += 1
      options.notes?(.step(action))
      let outcome: Play.Outcome =
        ends.contain(action, step: result.steps)
        ? .refused(code: AppEnd.property) : play.play(action)
      switch outcome {
      case .refused(let code, let violation), .lost(let code, let violation):
        result.coverage.refused(action, code)
        if result.take(violation, of: action, beginning.known) { return result }
        if case .lost = outcome { return result }
        options.notes?(.refused)
        refusals += 1
      case .done(let violations):
        refusals = 0
        result.actions.append(action)
        if action.verb == "update" {
          alphabet.memory.versions += 1
          alphabet = alphabet.updated(play.facts, steps: app.knownSteps)
        }
        if let moment = play.moment { result.coverage.note(moment) }
        for violation in violations {
          guard beginning.known.contains(violation.identity) else {
            result.found = violation
            return result
          }
          result.known[violation.identity, default: 0] += 1
        }
      }
    }
    if let folders, !isStopped() {
      folders { compare(play, apps, beginning.known, folder: $0, &result) }
    }
    return result
  }

  private func compare(
    _ play: Play, _ apps: KnownApps, _ known: Set<String>, folder: String,
    _ result: inout Result
  ) {
    result.isCompared = true
    do throws(Diagnostic) {
      guard let found = try Agrees.violation(after: play, app, apps, folder: folder) else { return }
      if known.contains(found.identity) {
        result.known[found.identity, default: 0] += 1
      } else {
        result.found = found
      }
    } catch {
      result.mistake = error
    }
  }
}
