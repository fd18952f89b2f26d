import FoundationEssentials
import SceneLifecycle

/// When the windows of a kind show again what was saved.
enum RestoringTime: Hashable, Sendable {
  case atOnce
  /// When a step `restore` asks for it.
  case onDemand
  /// When this time has passed since they came back.
  case after(Duration)

  static let words = ["at-once", "on-demand"]

  /// Reads `restores` and `restoring-takes` of a kind of window.
  init(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    self = .atOnce
    // A map says when a window waits, which is read beside.
    let hasCondition = map.optional("restores")?.map != nil
    let word = mistakes.read(
      try hasCondition ? Self.words[1] : map.optionalWord("restores", of: Self.words))
    if word == Self.words[1] { self = .onDemand }
    guard let node = map.optional("restoring-takes") else { return }
    if map.optional("restores") != nil {
      mistakes.append(
        map.source.contradiction(
          node, "`restoring-takes` says when windows are restored, and so does `restores`",
          hint: "`restore` asks a window before its time has passed, too"))
    }
    let duration = mistakes.collect(
      try WaitStep.duration(node, for: "`restoring-takes`", in: map.source))
    self = duration.map { .after($0) } ?? self
  }

  /// When windows wait that are restored on demand, asked of each at a launch; nil for always.
  static func condition(
    _ map: NodeMap, of app: AppDeclaration, _ mistakes: inout DiagnosticList
  ) -> Node? {
    guard let node = map.optional("restores"), node.map != nil else { return nil }
    let known = ScenarioLanguage.restoring.names
    guard let inner = mistakes.map(node, in: map.source, of: "`restores`", known: known) else {
      return nil
    }
    if inner.entries.isEmpty {
      mistakes.append(map.source.vacuous(node, "an empty `restores`"))
    }
    guard let condition = inner.optional(words[1]) else { return nil }
    RestorableWindows.check(
      condition, "whether a window waits", of: app, map, &mistakes)
    return condition
  }

  /// Only a window that comes back can wait with what was saved.
  func checkComesBack(
    _ map: NodeMap, isPrivate: Bool, isRestorable: Bool, _ mistakes: inout DiagnosticList
  ) {
    guard self != .atOnce, isPrivate || !isRestorable,
      let node = map.optional("restores") ?? map.optional("restoring-takes")
    else { return }
    mistakes.append(
      map.source.contradiction(
        node,
        isPrivate
          ? "nothing of a `private` window is kept, and so none comes back and waits"
          : "with `restorable: false` no window comes back and waits",
        hint: "leave one of them out"))
  }

  /// Trees are made before their window connects, whatever its kind says.
  func check(_ map: NodeMap, _ app: AppDeclaration, _ mistakes: inout DiagnosticList) {
    guard self != .atOnce, app.node?["tree"] != nil,
      let node = map.optional("restores") ?? map.optional("restoring-takes")
    else { return }
    mistakes.append(
      map.source.contradiction(
        node, "the tree of an app is restored before its windows connect, at once",
        hint: "leave it out, or write an app in Swift"))
  }
}

extension ScenarioScene {
  /// Notes until when a window that waits is restored by itself.
  func beginWaiting() {
    guard scene.awaitsRestoration else { return }
    memory.hasWaited = true
    if app.begins(at: scene.now) { run(declaration.own[.launch]) }
    guard case .after(let duration)? = kind?.restoring else { return }
    memory.restoresAt = scene.now + duration.inSeconds
    // It is complete when the time has passed, which is not too late.
    scene.extendStateRestoration(limit: duration + .seconds(1))
  }
}
