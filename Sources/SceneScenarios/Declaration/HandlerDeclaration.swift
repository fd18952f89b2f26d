internal import SceneLifecycle
internal import SceneSimulator

/// What an app does when an activity of one type arrives at a window.
package struct HandlerDeclaration: Sendable {
  /// Where the handler is registered; a handler in a tab runs only while that tab is selected.
  package enum Level: Hashable, Sendable {
    case window
    /// One handler in each tab.
    case everyTab
    case tab(String)
    case nested(tab: String, name: String)
  }

  /// The type of the activities that it takes, or the pattern of the links.
  package let activity: String
  /// The links that it takes; nil if it takes activities.
  package let link: LinkPattern?
  package let level: Level
  /// Whether the handler is live, to be looked at when an activity arrives; nil is always.
  package let condition: Node?
  package internal(set) var steps: [ParsedStep]
  /// The handler's first character.
  package let range: SourceRange

  static let known = ScenarioLanguage.handler.names

  /// Reads the list under `handlers:`.
  static func all(
    _ node: Node, of app: AppDeclaration, _ mistakes: inout DiagnosticList
  ) -> [HandlerDeclaration] {
    let nodes = mistakes.collect(try app.source.list(node, for: "`handlers`"))
    return (nodes ?? []).compactMap { HandlerDeclaration($0, of: app, &mistakes) }
  }

  private init?(_ node: Node, of app: AppDeclaration, _ mistakes: inout DiagnosticList) {
    let source = app.source
    range = SourceRange(at: node.range.start)
    guard
      let map = mistakes.map(node, in: source, of: "this handler", known: Self.known)
    else { return nil }
    let taken = mistakes.collect(
      try Self.taken(try map.required("on"), isInWindow: map.optional("at") == nil, of: app))
    let level = mistakes.collect(
      try map.optional("at").map { (node) throws(Diagnostic) in try Self.level(node, of: app) }
        ?? .window)
    let condition = map.optional("if")
    self.condition = condition
    _ = mistakes.collect(try Self.checkCondition(condition, source))
    let body = mistakes.collect(try map.required("do"))
    let steps = body.map { InsideSteps.read($0, for: "`do`", in: source, &mistakes) }
    guard let taken, let level, let steps else { return nil }
    (activity, link, self.level, self.steps) = (taken.type, taken.link, level, steps)
    var fields = ["activity": ScenarioScene.activityFields]
    fields["payload"] = link?.names ?? app.activity(activity)?.payload?.fields?.map(\.name)
    let used =
      (condition.map { VariableUse.variables(inCondition: $0) } ?? [])
      + (body.map { VariableUse.variables(in: $0) } ?? [])
    mistakes.append(
      contentsOf: InsideSteps.unknownFields(used, fields, in: source, pattern: link?.text))
  }

  private static func taken(
    _ node: Node, isInWindow: Bool, of app: AppDeclaration
  ) throws(Diagnostic) -> (type: String, link: LinkPattern?) {
    let type = try app.source.text(node, for: "`on`")
    if app.activity(type) != nil { return (type, nil) }
    if LinkPattern.isMeant(type) {
      let pattern = try LinkPattern(node, in: app.source)
      if app.node?["navigator"] != nil {
        throw app.source.contradiction(
          node, "the links of an app with a `navigator` go to its places",
          hint: "add a place to it, or let handlers take all links")
      }
      guard isInWindow else {
        throw app.source.contradiction(
          node, "links come to the window", hint: "leave `at` out; `select` or `open-tab` in `do`")
      }
      return (type, pattern)
    }
    throw app.source.diagnostic(
      .activityNotDeclared, at: node.range,
      "a handler for `\(type)`, which the app does not declare",
      hint: SourceFile.choice(for: type, among: app.activities.map(\.type))
        ?? "declare it: `activities: { \(type): { payload: … } }`")
  }

  private static func level(
    _ node: Node, of app: AppDeclaration
  ) throws(Diagnostic) -> Level {
    let text = try app.source.text(node, for: "`at`")
    if text == "window" { return .window }
    if text == "tab" {
      if app.hasTabs { return .everyTab }
      throw app.source.contradiction(node, "`at: tab` in an app without tabs")
    }
    if let tab = app.tabs.first(where: { $0 == text }) { return .tab(tab) }
    let places = app.nested.compactMap { scope in scope.tab.map { (tab: $0, name: scope.name) } }
    if let place = places.first(where: { "\($0.tab)/\($0.name)" == text }) {
      return .nested(tab: place.tab, name: place.name)
    }
    let names = ["window", "tab"] + app.tabs + places.map { "\($0.tab)/\($0.name)" }
    throw app.source.wrongValue(node, for: "`at`", words: names)
  }

  static func checkCondition(
    _ node: Node?, of key: String = "if", _ source: SourceFile
  ) throws(Diagnostic) {
    try ValueCondition.validate(node, in: source)
    guard let node, node.map == nil, !VariableText.isIn(node) else { return }
    guard node.list == nil else {
      throw source.diagnostic(
        .wrongKind, at: node.range, "a condition is a map, this is a list",
        hint: ValueCondition.eitherHint)
    }
    _ = try source.bool(node, for: "`\(key)`")
  }
}

extension HandlerDeclaration {
  /// What the fields of a payload are.
  enum Payload {
    /// The parts of a link are texts, which may stand for numbers.
    case link
    case type(ValueType)

    /// What is wrong with a key that gets the field of this name as it stands; nil for nothing.
    func mistake(of field: String, in key: StorageKey) -> String? {
      switch self {
      case .link:
        if key.type.isPlain { return nil }
        return "a part of a link is a text, and `\(key.name)` of type `\(key.type)`"
      case .type(let type):
        guard let given = type.fields?.first(where: { $0.name == field })?.type,
          given.isPlain != key.type.isPlain
            || given.isNumber != key.type.isNumber && given.isScalar && key.type.isScalar
            || given.isNumber && !key.type.takes(given)
        else { return nil }
        return "`\(field)` is of type `\(given)`, and `\(key.name)` of type `\(key.type)`"
      }
    }
  }

  func payload(in app: AppDeclaration) -> Payload? {
    link == nil ? app.activity(activity)?.payload.map { .type($0) } : .link
  }
}
