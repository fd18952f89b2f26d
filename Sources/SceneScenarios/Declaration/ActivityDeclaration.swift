import FoundationEssentials
import SceneLifecycle
internal import SceneSimulator

/// One declared activity type of an app.
package struct ActivityDeclaration: Sendable {
  package let type: String
  /// The type of its payload; nil if any map will do.
  package let payload: ValueType?
  /// What payloads are made up of: the declared type, or what an app in Swift reads.
  package let sample: ValueType?
  package let range: SourceRange

  init(type: String, payload: ValueType?, sample: ValueType? = nil, range: SourceRange) {
    (self.type, self.payload, self.range) = (type, payload, range)
    self.sample = payload ?? sample
  }

  /// Reads the map under `activities:`.
  static func all(
    _ map: NodeMap, types: TypeTable, _ mistakes: inout DiagnosticList
  ) -> [ActivityDeclaration] {
    guard let node = map.optional("activities"),
      let entries = mistakes.collect(try map.source.map(node, for: "`activities`"))
    else { return [] }
    return entries.map { entry in
      let payload =
        entry.value.isNull
        ? nil
        : payload(of: entry, types: types, in: map.source, &mistakes)
      return ActivityDeclaration(type: entry.key.name, payload: payload, range: entry.key.range)
    }
  }

  private static func payload(
    of entry: Entry, types: TypeTable, in source: SourceFile, _ mistakes: inout DiagnosticList
  ) -> ValueType? {
    let subject = "activity `\(entry.key.name)`"
    let map = mistakes.map(
      entry.value, in: source, of: subject, known: ScenarioLanguage.activity.names)
    guard let node = map?.optional("payload") else { return nil }
    return mistakes.collect { () throws(Diagnostic) in
      let names = (node.list ?? []).compactMap(\.text)
      let fields = (names.isEmpty ? ["id"] : names).map { "\($0): string" }
      let hint = "its fields and their types: `payload: { \(fields.joined(separator: ", ")) }`"
      if node.list != nil {
        throw source.diagnostic(
          .wrongKind, at: node.range, "a payload is a map, this is a list", hint: hint)
      }
      if let text = node.text, text.allSatisfy({ $0.isLetter }), ValueType.scalars[text] == nil,
        !types.names.contains(text),
        NearestName.suggestions(for: text, among: types.names).isEmpty
      {
        throw source.diagnostic(.wrongValue, at: node.range, "`\(text)` is no type", hint: hint)
      }
      let type = try types.type(node)
      switch type {
      case .structure, .recursive, .map: return type
      default:
        throw source.contradiction(node, "a payload has fields, `\(type)` has none", hint: hint)
      }
    }
  }
}

extension ActivityDeclaration {
  /// The payload that a step or an event gives, as the declared type.
  ///
  /// Fields that the type does not have are left out: a newer version of the app may send them.
  ///
  /// - Throws: `payload-mismatch` at the value that does not fit, naming the field.
  /// - Returns: The payload; nil if none is given and none is declared.
  package func payload(
    of node: Node?, missingAt place: SourceRange, in source: SourceFile
  ) throws(Diagnostic) -> ScenarioValue? {
    guard let node, !node.isNull else {
      guard let payload else { return nil }
      let fields = (payload.fields ?? []).map { "\($0.name): …" }.joined(separator: ", ")
      throw mismatch(
        "it needs a payload, a `\(payload)`", at: place, in: source,
        hint: "add `payload: { \(fields) }`")
    }
    guard let payload else {
      guard node.map != nil else {
        throw mismatch("a payload is a map, this is \(node.kindName)", at: node.range, in: source)
      }
      return ScenarioValue(node.content)
    }
    do throws(Diagnostic) {
      return try payload.value(of: node, in: source, unknownFields: .dropped)
    } catch {
      throw mismatch(error.message, at: error.range, in: source, hint: error.hint)
    }
  }

  /// The payload that came with an activity from elsewhere, as the declared type.
  ///
  /// - Throws: The first field that is missing or of another kind.
  package func payload(of value: ScenarioValue) throws(ValueFault) -> ScenarioValue {
    guard let payload else { return value }
    return try payload.value(from: value)
  }

  private func mismatch(
    _ message: String, at range: SourceRange, in source: SourceFile, hint: String? = nil
  ) -> Diagnostic {
    source.diagnostic(.payloadMismatch, at: range, "activity `\(type)`: \(message)", hint: hint)
  }
}

/// The activity that a window hands over in the background.
package struct RestorationDeclaration: Sendable {
  package let activity: String
  package let title: LateText?
  /// Where that is written.
  var titleRange: SourceRange? { titleNode?.range }
  let titleNode: Node?
  /// Whether there is something to hand over; nil is always.
  package let condition: Node?
  /// After how long it is not restored any more.
  package let expires: Duration?
  /// Where that is written.
  let expiry: SourceRange?
  private let source: SourceFile

  /// Reads the map under `restoration:`; the keys of the app are known, and the type of the value
  /// of the windows that it is for.
  init?(
    _ node: Node, of app: AppDeclaration, kind: ValueType? = nil, _ mistakes: inout DiagnosticList
  ) {
    let source = app.source
    self.source = source
    guard
      let map = mistakes.map(
        node, in: source, of: "`restoration`", known: ScenarioLanguage.restoration.names)
    else { return nil }
    let known = app.lateValues(of: kind)
    titleNode = map.optional("title")
    title = mistakes.read(
      try map.optional("title").map { (node) throws(Diagnostic) in
        try LateText(node, known: known, of: app, in: source)
      })
    condition = map.optional("if")
    let condition = condition
    _ = mistakes.collect { () throws(Diagnostic) in
      try HandlerDeclaration.checkCondition(condition, source)
      try ValueCondition.checkNames(condition, "where a window hands over", of: app, known)
    }
    expiry = map.optional("expires")?.range
    expires = mistakes.read(
      try map.optional("expires").map { (node) throws(Diagnostic) in
        try WaitStep.duration(node, for: "`expires`", in: source)
      })
    let type = mistakes.collect(try map.text("activity"))
    guard let type else { return nil }
    activity = type
  }

  /// What a window hands over now, without the values that live in it; nil for nothing.
  func activity(of scene: ScenarioScene) -> UserActivity? {
    if let condition, !scene.holds(condition, tab: scene.selectedTab, in: source) { return nil }
    var activity = UserActivity(activityType: activity, title: title.map { scene.text($0) })
    activity.expirationDate = expires.map { scene.scene.now + $0.inSeconds }
    return activity
  }
}
