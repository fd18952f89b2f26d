internal import SceneLifecycle
import SceneSimulator

struct LinkStep: RunningAppStep {
  static let name = "link"
  static let argument = Shape.either([.text("a URL"), .map(GivenLink.fields)])

  private let link: GivenLink

  init(_ input: StepInput) throws(Diagnostic) { link = try GivenLink(input) }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.comesFromOutside(input, opens: GivenLink.check(input, in: check))
  }

  func run(in context: StepContext) throws(StepError) {
    // An app that opens one has its turn first: the system brings the link like any other.
    guard context.actingScene == nil else {
      return context.putBehind { () throws(StepError) in try bring(in: context) }
    }
    try bring(in: context)
  }

  private func bring(in context: StepContext) throws(StepError) {
    context.noteLink(at: link.url.range)
    try context.refusing(
      opens: link.opens, else: link.url.range,
      try context.simulation.link(link.url.name, opens: link.opens?.name))
  }
}

struct OpenURLStep: WindowStep {
  static let name = "open-url"
  static let argument = Shape.either([.text("a URL"), .map(GivenLink.fields)])

  private let link: GivenLink

  init(_ input: StepInput) throws(Diagnostic) { link = try GivenLink(input) }

  static func check(_ input: StepInput, in check: StepCheck) {
    if let opens = GivenLink.check(input, in: check) { check.mayOpenOrBring(opens) }
    check.link(input.argument?["url"] ?? input.argument, verb: input.verb)
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window()
    context.noteLink(at: link.url.range)
    try context.refusing(try window.scene())
    try context.refusing(
      opens: link.opens, else: link.url.range, try window.open(link: link.url.name))
  }
}

extension AppDeclaration {
  /// Whether every window takes whatever comes from outside, also what another one would; what windows
  /// of an app in Swift take, that alone knows.
  var takesAll: Bool {
    guard let node, node.swiftApp == nil else { return false }
    return external != .newWindow && reusesPlainWindows && conditions == ActivationConditions()
      && scenes.allSatisfy { $0.conditions.isEmpty && !$0.isForExternalDisplay }
      && !ownSteps.andInner.contains { $0.kind is ConditionsStep.Type }
  }

  var takesLinks: Bool {
    navigator != nil
      || handlers.contains { $0.link != nil || $0.activity == UserActivity.webBrowsing }
  }
}

extension StepContext {
  /// Notes a link of which an app is told and that nothing in it takes.
  func noteLink(at range: SourceRange) {
    guard hasDeclaredApp, !declaration.takesLinks, actingScene == nil else { return }
    note(
      "nothing in the app takes the link: its window is told of it, and does nothing", at: range)
  }
}

/// `URL`, or `{url, opens}`.
struct GivenLink {
  static let fields = [
    Shape.Field("url", .text("a URL"), "the link", isRequired: true), Shape.opens,
  ]

  let url: PlacedName
  let opens: PlacedName?

  /// Looks at the names before the run; gives back how a window that opens is to be called.
  static func check(_ input: StepInput, in check: StepCheck) -> Node? {
    check.linkItems(input.argument?["url"] ?? input.argument)
    return check.map(input, keys: fields.names, required: ["url"])?.optional("opens")
  }

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    guard node.map != nil else {
      url = try Self.url(node, for: "`\(input.verb.name)`", in: input.source)
      opens = nil
      return
    }
    let map = try input.map(Self.fields.names)
    url = try Self.url(try map.required("url"), for: "`url`", in: map.source)
    opens = try map.optionalWindow("opens")
  }

  private static func url(
    _ node: Node, for subject: String, in source: SourceFile
  ) throws(Diagnostic) -> PlacedName {
    let name = try source.text(node, for: subject)
    guard name.isEmpty else { return PlacedName(name: name, range: node.range) }
    let isVariable = source.text(in: node.range).contains("${")
    throw source.diagnostic(
      .wrongValue, at: node.range, "an empty text is no link",
      hint: isVariable
        ? "what stands there is empty now: an `if` beside the step asks whether there is a link"
        : nil)
  }
}
