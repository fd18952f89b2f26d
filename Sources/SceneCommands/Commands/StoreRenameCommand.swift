import SceneReports
import SceneScenarios
import SceneState
import StoreFormat

enum StoreRenameCommand {
  static let command = Command(
    "store", "rename", abstract: "give a scene a short name, or a tab or value another address",
    operands: "[STORE] FROM TO", operandCount: .range(2...3),
    options: [.flag("full", "never cut a value"), StoreTarget.force, StoreSource.option]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 2)
    let from = try AddressPattern(target.operands[0])
    let snapshot = try target.source.snapshot()
    let rename = Rename(
      target: target, from: from, snapshot: snapshot, invocation: invocation, console: console)
    if from.parts.isEmpty, !target.operands[0].hasSuffix("/") {
      return try rename.scene(as: target.operands[1])
    }
    let to = try AddressPattern(target.operands[1])
    let isScope = try from.isBelow || !rename.isValue && rename.isScope
    guard from.isBelow == to.isBelow, from.isBelow == isScope else {
      func withSlash(_ text: String) -> String {
        !isScope || text.hasSuffix("/") ? text : text + "/"
      }
      // A name alone is the new one of a tab or value where that is.
      let isName = to.parts.isEmpty && !target.operands[1].contains("/")
      let place = from.text.split(separator: "/").dropLast().map { "\($0)/" }.joined()
      let (old, new) = (withSlash(from.text), withSlash(isName ? place + to.text : to.text))
      throw CommandFailure.usage(
        "a scope ends in '/', a value does not: '\(from.text)' and '\(to.text)' are not alike",
        next: "scenesim store rename \(target.word) \(ShellText.word(old)) \(ShellText.word(new))")
    }
    return from.isBelow ? try rename.scope(to: to) : try rename.value(to: to)
  }
}

/// One renaming, with the store as it was before.
private struct Rename {
  let target: StoreTarget
  let from: AddressPattern
  let snapshot: StoreSnapshot
  let invocation: Invocation
  let console: Console

  private var report: ChangeReport {
    ChangeReport(target: target, invocation: invocation, console: console)
  }

  /// Whether a value stands at the old address, and whether values stand below it.
  var isValue: Bool { get throws(CommandFailure) { try !from.entries(in: snapshot).isEmpty } }

  var isScope: Bool {
    get throws(CommandFailure) {
      try !AddressPattern(from.text + "/").entries(in: snapshot).isEmpty
    }
  }

  func scene(as alias: String) throws(CommandFailure) -> ExitCode {
    let place = try ChosenPlace(scopeOf: from, in: snapshot)
    guard let scene = place.scene else { throw .usage("the app has no other name") }
    let other = snapshot.sessions.first {
      $0.id != scene && !alias.isEmpty && ($0.alias == alias || $0.id.rawValue == alias)
    }
    if let other {
      throw CommandFailure(
        .no, "'\(alias)' is the name of scene '\(other.id.rawValue)'", code: "name-taken")
    }
    guard !alias.contains("/") else {
      throw .usage(
        "'\(alias)' is no name for a scene: it has a '/'",
        hint: "a scene stays where it is; tabs and values are moved",
        next: "scenesim help addresses")
    }
    guard alias.utf8.count <= 255 else { throw .usage("a name has at most 255 bytes") }
    let old = snapshot.sessions.first { $0.id == scene }?.alias ?? ""
    if console.isDryRun { try target.requireUse() }
    if !console.isDryRun, old != alias {
      let outcome = try target.edit { (editor) throws(SceneProblem) in
        try editor.setAlias(alias, of: scene)
      }
      if case .noSuchSession = outcome {
        throw CommandFailure(
          .no, "scene '\(scene.rawValue)' is gone already", code: "no-such-scene")
      }
    }
    let change = ListedChange(
      operation: .change, subject: .scene,
      address: AddressPart.escaped(scene.rawValue, isFirst: true), scene: scene, key: "alias",
      old: old.isEmpty ? nil : JSONText.string(old),
      new: alias.isEmpty ? nil : JSONText.string(alias))
    try report.write(old == alias ? [] : [change], summary: nil)
    return .success
  }

  func scope(to: AddressPattern) throws(CommandFailure) -> ExitCode {
    let (source, goal) = (
      try ChosenPlace(scopeOf: from, in: snapshot), try ChosenPlace(scopeOf: to, in: snapshot)
    )
    guard source.session != goal.session || !goal.path.isInside(source.path) else {
      throw .usage("'\(to.text)' lies in '\(from.text)'")
    }
    let moved = try from.entries(in: snapshot)
    let asides = try from.setAside(in: snapshot)
    guard !moved.isEmpty || !asides.isEmpty else {
      throw NoValue(pattern: from, snapshot: snapshot).failure
    }
    let replaced = Set(snapshot.entries.map(\.storedKey))
    let pairs = moved.map { entry in
      let facts = entry.facts
      let below = facts.path.components.dropFirst(source.path.components.count)
      return (entry, ScopePath(goal.path.components + below), facts.key)
    }
    let losses = pairs.count { _, path, key in
      let address = ValueAddress(session: goal.session, path: path, key: key)
      return StoredKey.bytes(of: address).map(replaced.contains) == true
    }
    guard try agrees(losses) else { return .no }
    if console.isDryRun { try target.requireUse() }
    if !console.isDryRun {
      let outcome = try target.edit { (editor) throws(SceneProblem) in
        try editor.move(
          from: .init(source.scene, source.path), to: .init(goal.scene, goal.path))
      }
      if case .incomplete(let problems) = outcome {
        throw CommandFailure(
          .no, "\(Amount.count(problems.count, "value")) stayed: \(problems[0].description)",
          code: problems[0].code.rawValue)
      }
    }
    let changes = pairs.flatMap { entry, path, key in
      moves(entry, to: goal.scene, path, key)
    }
    try report.write(
      changes, summary: "\(StoreRemoveCommand.amount(moved.count, asides.count)) moved")
    return .success
  }

  func value(to: AddressPattern) throws(CommandFailure) -> ExitCode {
    guard from.isExact, to.isExact, let key = to.parts.last?.literal else {
      throw .usage("a value has one address; '*' stands for several")
    }
    let goal = try ChosenPlace(scopeOf: to, in: snapshot)
    guard let entry = try from.entries(in: snapshot).first else {
      throw NoValue(pattern: from, snapshot: snapshot).failure
    }
    let address = goal.address(of: key)
    guard address != entry.facts.address else { throw .usage("both addresses are the same") }
    guard entry.facts.value != nil else {
      throw CommandFailure(
        .unusable, "the value at \(from.text) is damaged", code: "damaged",
        next: "scenesim store check \(target.word)")
    }
    let isTaken = try !to.entries(in: snapshot).isEmpty
    guard try agrees(isTaken ? 2 : 0) else { return .no }
    if console.isDryRun { try target.requireUse() }
    if !console.isDryRun {
      let moved = try target.edit { (editor) throws(SceneProblem) in
        try editor.move(entry.facts.address, to: address)
      }
      guard moved != nil else {
        throw CommandFailure(.no, "the value at \(from.text) is gone", code: "no-such-value")
      }
    }
    try report.write(moves(entry, to: goal.scene, goal.path, key), summary: nil)
    return .success
  }

  /// The value leaves one address and comes to another.
  private func moves(
    _ entry: StoredEntry, to scene: SceneID?, _ path: ScopePath, _ key: String
  ) -> [ListedChange] {
    [
      ListedChange(removing: entry, in: snapshot),
      ListedChange(
        operation: .add, subject: .value, address: snapshot.addressText(scene, path, key),
        scene: scene, path: path, key: key, new: entry.facts.value?.jsonText ?? "(damaged)"),
    ]
  }

  private func agrees(_ losses: Int) throws(CommandFailure) -> Bool {
    let words = target.operands.map(ShellText.word).joined(separator: " ")
    return try console.agrees(
      to: losses > 0 ? .several : .one, "replace what stands there",
      isForced: invocation.has("force"),
      next: "scenesim store rename \(target.word) \(words) --force")
  }
}
