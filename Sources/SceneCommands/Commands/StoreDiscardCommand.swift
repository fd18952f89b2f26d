import SceneScenarios
import SceneState

enum StoreDiscardCommand {
  static let command = Command(
    "store", "discard", abstract: "destroy a scene with all its values, as closing its window does",
    operands: "[STORE] SCENE", operandCount: .range(1...2),
    options: [
      .flag("full", "never cut a value"), StoreTarget.force, SafetyDump.option, StoreSource.option,
    ]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 1)
    let pattern = try AddressPattern(target.operands[0])
    let snapshot = try target.source.snapshot()
    guard pattern.isBelow, pattern.parts.isEmpty, pattern.owner != .app else {
      // Without the slash it would be a value.
      let isScope = try !pattern.isBelow && pattern.entries(in: snapshot).isEmpty
      let text = pattern.text + (isScope ? "/" : "")
      throw CommandFailure.usage(
        "'\(pattern.text)' is no scene", hint: "values are removed with rm",
        next: "scenesim store rm \(target.word) \(ShellText.word(text))")
    }
    let place = try ChosenPlace(scopeOf: pattern, in: snapshot)
    guard let scene = place.scene else { throw CommandFailure.usage("the app is no scene") }
    let entries = snapshot.entries.filter { $0.scene == scene }
    let asides = snapshot.setAside.filter { $0.scene == scene && !$0.isInPlace }
    let label = snapshot.label(of: scene)
    let values = StoreRemoveCommand.amount(entries.count, asides.count)
    let with = values.isEmpty ? "" : " with \(values)"
    let isAgreed = try console.agrees(
      to: .named(label), "discard scene '\(label)'\(with)", isForced: invocation.has("force"),
      next: "scenesim store discard \(target.word) \(ShellText.word(pattern.text)) --force")
    guard isAgreed else { return .no }
    try SafetyDump.around(target, invocation, console) { () throws(CommandFailure) in
      if !console.isDryRun { try discard(scene, target) }
    }
    let gone = ListedChange(
      operation: .remove, subject: .scene, address: snapshot.scenePart(of: scene), scene: scene)
    let changes =
      [gone] + entries.map { ListedChange(removing: $0, in: snapshot) }
      + asides.map { ListedChange(removing: $0, in: snapshot) }
    try ChangeReport(target: target, invocation: invocation, console: console)
      .write(changes, summary: "1 scene\(with) discarded")
    return .success
  }

  private static func discard(_ scene: SceneID, _ target: StoreTarget) throws(CommandFailure) {
    let outcome = try target.edit { (editor) throws(SceneProblem) in try editor.discard(scene) }
    switch outcome {
    case .done, .incomplete: return
    case .noSuchSession:
      throw CommandFailure(
        .no, "scene '\(scene.rawValue)' is gone already", code: "no-such-scene")
    case .inUse(let uses):
      throw StoreTarget.inUse(uses, hint: "close the window in the app, which destroys it too")
    }
  }
}
