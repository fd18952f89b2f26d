import SceneLifecycle
import SceneSimulator
import SceneState

struct OpenStep: RunningAppStep {
  static let name = "open"
  static let argument = Shape.either([.nothing, .window, .map(fields)])

  private static let fields =
    [
      Shape.windowField,
      Shape.Field("scene", .text("a scene"), "the kind of window"),
      Shape.Field(
        "value", .value,
        "what the window is for; a connected one that was opened for it comes to the front, if no "
          + "other is named, and gets what comes with it"),
      Shape.Field("url", .text("a URL"), "the link it opens with"),
      Shape.Field("place", .word(ArrangeStep.words), "where it stands on the screen"),
      Shape.Field("display", .text("a display"), "the display it opens on"),
      Shape.Field("activity", .text("an activity type"), "the activity it opens with"),
    ] + GivenActivity.more

  private let window: PlacedName?
  private let scene: PlacedName?
  private let value: Node?
  private let url: PlacedName?
  private let given: GivenActivity?
  private let place: String?
  private let display: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) {
    guard let argument = input.argument, argument.map != nil else {
      window = try input.windowName()
      (scene, value, url, given, place, display) = (nil, nil, nil, nil, nil, nil)
      return
    }
    let map = try input.map(Self.keys)
    window = try map.optionalWindow("window")
    scene = try map.optionalPlaced("scene")
    value = map.optional("value")
    url = try map.optionalPlaced("url")
    place = try map.optionalWord("place", of: ArrangeStep.words)
    display = try map.optionalPlaced("display")
    guard map.optional("activity") == nil else {
      given = try GivenActivity(map, verb: input.verb)
      return
    }
    for key in ["payload", "target", "title", "webpage"] where map.entry(key) != nil {
      throw map.source.missingKey("activity", of: map.subject, at: input.verb.range)
    }
    given = nil
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    let window = input.argument?.map == nil ? input.argument : input.argument?["window"]
    if input.argument?["value"] == nil { check.needsRoom(input, for: window) }
    check.process.comeToFront()
    check.oneName(window)
    guard let argument = input.argument, argument.map != nil else {
      return check.opens(input.argument)
    }
    let map = check.map(input, keys: keys)
    check.scene(map?.optional("scene"))
    check.display(map?.optional("display"))
    check.activity(map, verb: input.verb)
    if let value = map?.optional("value") { check.windowValue(value, map?.optional("scene")) }
    let name = map?.optional("window")
    // A window that has the same value may come to the front instead, unless another is named.
    let mayBring = map?.optional("value") != nil && name == nil
    if mayBring { check.mayOpenOrBring(nil) } else { check.opens(name) }
  }

  func run(in context: StepContext) throws(StepError) {
    if let opener = context.actingScene?.id {
      return context.putBehind { () throws(StepError) in
        context.box.opening = opener
        defer { context.box.opening = nil }
        try open(in: context)
      }
    }
    try open(in: context)
  }

  private func open(in context: StepContext) throws(StepError) {
    let simulation = context.simulation
    try context.refusing(try simulation.checkRunning())
    if let window { try context.checkIsNotElsewhere(window) }
    if let display { try context.checkDisplay(display) }
    var request = OpenRequest(id: window.map { SceneID(rawValue: $0.name) })
    request.scene = scene?.name
    if let value { request.value = try context.encoded(value, forScene: scene?.name) }
    request.url = url?.name
    if let url { context.noteLink(at: url.range) }
    if let given { request.activities = [try given.activity(in: context)] }
    let range = scene?.range
    try context.refusing(opens: window, else: range) { () throws(StepFailure) in
      let opened = try simulation.open(request)
      guard place != nil || display != nil else { return }
      try opened.arrange(context.stand(of: opened.name, display: display?.name, place: place))
    }
  }
}

extension StepContext {
  /// What a window of a scene is for, as the lifecycle knows it; without a name one of the first scene.
  func encoded(_ value: Node, forScene name: String?) throws(StepError) -> [UInt8]? {
    guard hasDeclaredApp else { return OpenRequest.encoded(ScenarioValue(value.content)) }
    let kind = declaration.kind(ofScene: name)
    guard let type = kind?.value else {
      throw .refused(.noWindowValue(kind?.name ?? name, in: declaration), at: value.range)
    }
    let typed = try checking(try type.value(of: value, in: source))
    return OpenRequest.encoded(typed)
  }
}

extension AppDeclaration {
  /// The kind of the windows of a scene; without a name the first one.
  fileprivate func kind(ofScene name: String?) -> SceneKindDeclaration? {
    name.map { name in scenes.first { $0.name == name } } ?? scenes.first
  }
}

extension StepCheck {
  /// Windows that steps of the app open and close: when they do so, only the run knows.
  func expectWindows(of app: AppDeclaration) {
    let steps = app.ownSteps.andInner
    // The last tab may take its window with it.
    let movers = [
      LinkStep.name, OpenStep.name, CloseStep.name, CloseTabStep.name, UndoCloseStep.name,
    ]
    let tables = app.scenes.compactMap { $0.row?.table }
    let mayMove = steps.contains { step in
      step.kind is ChangeDataStep.Type
        && (step.argument?.map ?? []).contains { tables.contains($0.key.name) }
        || movers.contains(step.verb.name)
        || step.kind is MoveTabStep.Type
          && step.argument?["to"].map(MoveTabStep.isPlace) == false
    }
    if mayMove { process.neverBeSure() }
    if steps.contains(where: { $0.kind is LinkStep.Type }) { opensAny() }
    for step in steps where step.kind is OpenStep.Type {
      let window = step.argument?.map == nil ? step.argument : step.argument?["window"]
      if let window { mayOpen(window) } else { opensAny() }
    }
  }

  /// Windows that are about a row go with it: which ones, only the run knows.
  func closeWindows(ofRowsIn table: String) {
    let mayClose =
      apps.isEmpty
      || apps.contains { app in
        app.declaration.scenes.contains { $0.row?.table == table }
      }
    guard mayClose else { return }
    process.change { $0.move(.existing, to: .closed, surely: false) }
    process.forgetFront()
    process.forgetHeldItem()
    // The last one of some apps takes the app along.
    if !apps.allSatisfy({ !$0.declaration.quitsWithLastWindow }) { process.forget() }
  }
}

extension StepCheck {
  /// Names of several windows in one text, which is a name, too.
  fileprivate func oneName(_ node: Node?) {
    guard let node, node.style == .plain, let text = literal(node), text.contains(",") else {
      return
    }
    let names = text.split(separator: ",").map { $0.filter { $0 != " " } }
    add(
      source.warning(
        at: node.range, "`\(text)` is the name of one window",
        hint: "each window has its step: "
          + names.map { "`- open: \($0)`" }.joined(separator: ", ")))
  }
}

extension StepFailure {
  static func noWindowValue(
    _ scene: String?, in app: AppDeclaration
  ) -> StepFailure {
    let name = scene ?? "main"
    let other = app.scenes.first { $0.value != nil && $0.name != name }
    return StepFailure(
      .typeMismatch, "windows of scene `\(name)` have no value",
      hint: other.map { "those of `\($0.name)` have one: `scene: \($0.name)` beside `value`" }
        ?? "declare its type: `scenes: { \(name): { value: … } }`")
  }
}

extension StepCheck {
  /// What a window is opened for.
  fileprivate func windowValue(_ node: Node, _ scene: Node?) {
    if VariableText.isIn(node) || scene.map(VariableText.isIn) == true { return }
    unlessRight { app in
      let kind = app.declaration.kind(ofScene: scene?.text)
      // A scene that there is not was told.
      guard app.isDeclared, kind != nil || scene == nil else { return nil }
      guard let type = kind?.value else {
        let failure = StepFailure.noWindowValue(kind?.name, in: app.declaration)
        return source.diagnostic(.typeMismatch, at: node.range, failure.message, hint: failure.hint)
      }
      do throws(Diagnostic) {
        _ = try type.value(of: node, in: source)
        return nil
      } catch {
        var mistake = error
        if let kind {
          mistake.hint =
            "windows of `\(kind.name)` are for a value of type `\(type)` "
            + "(line \(kind.range.start.line))"
        }
        return mistake
      }
    }
  }
}
