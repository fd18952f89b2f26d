import FoundationEssentials
import SceneLifecycle

/// An activity as a step writes it: `activity`, `payload`, `target`, `title`, `webpage`.
struct GivenActivity {
  static let fields =
    [
      Shape.Field("activity", .text("an activity type"), "the type", isRequired: true)
    ] + more

  /// What an activity has beside its type.
  static let more = [
    Shape.Field("payload", .value, "what it carries, a map of fields"),
    Shape.Field("target", .either([.nothing, .text("an identifier")]), "what it is about"),
    Shape.Field("title", .either([.nothing, .text("a title")]), "its title"),
    Shape.Field("webpage", .either([.nothing, .text("a URL")]), "the same thing on the web"),
  ]

  static let keys = fields.names

  private let type: String
  private let typeRange: SourceRange
  private let payload: Node?
  private let target: String?
  private let title: String?
  private let webpage: URL?
  /// Where a missing payload is reported.
  private let place: SourceRange

  /// Reads the keys; others are the business of the step.
  ///
  /// - Throws: What is missing or of the wrong kind.
  init(
    _ map: NodeMap, verb: PlacedName, type key: String = "activity"
  ) throws(Diagnostic) {
    let node = try map.required(key)
    type = try map.source.text(node, for: "the type of an activity")
    typeRange = node.range
    place = verb.range
    payload = map.optional("payload")
    target = try Self.text(map, "target")
    title = try Self.text(map, "title")
    webpage = try Self.webpage(map)
  }

  /// A text that may be nil: `target: ${x}` where x is nil gives none.
  private static func text(_ map: NodeMap, _ key: String) throws(Diagnostic) -> String? {
    if map.optional(key)?.isNull == true { return nil }
    return try map.optionalText(key)
  }

  private static func webpage(_ map: NodeMap) throws(Diagnostic) -> URL? {
    guard let text = try text(map, "webpage"), let node = map.optional("webpage") else {
      return nil
    }
    if text.contains("${") { return nil }
    if let url = URL(string: text), url.scheme != nil { return url }
    throw map.source.diagnostic(
      .wrongValue, at: node.range, "`\(text)` is no URL of a page",
      hint: "write it with its scheme: https://example.com/tala")
  }

  /// The activity as the app declares it.
  ///
  /// - Throws: `activity-not-declared` at the type, `payload-mismatch` at what does not fit.
  func activity(in context: StepContext) throws(StepError) -> UserActivity {
    var activity = UserActivity(
      activityType: type, title: title, targetContentIdentifier: target)
    activity.webpageURL = webpage
    if type == UserActivity.webBrowsing { return activity }
    let value = try payload(in: context)
    do throws(ValueFault) {
      activity.userInfo = try value?.userInfo() ?? [:]
    } catch {
      throw .refused(
        .payloadMismatch, "activity `\(type)`: \(error.text(key: "payload"))",
        at: payload?.range ?? place)
    }
    return activity
  }

  private func payload(in context: StepContext) throws(StepError) -> ScenarioValue? {
    guard let declared = context.declaration.activity(type) else {
      guard context.hasDeclaredApp else { return payload.map { ScenarioValue($0.content) } }
      let types = context.declaration.activities.map(\.type)
      throw .refused(
        .activityNotDeclared, "the app does not declare \(type)", at: typeRange,
        hint: SourceFile.choice(for: type, among: types)
          ?? "declare it: `activities: { \(type): { payload: … } }`")
    }
    do throws(Diagnostic) {
      return try declared.payload(of: payload, missingAt: place, in: context.source)
    } catch {
      // What a variable brings stands elsewhere, so the field is named.
      let field = declared.payload?.fields?.first { field in
        guard let node = payload?[field.name] else { return false }
        // Why it is refused is in the message already.
        return (try? field.type.value(of: node, in: context.source)) == nil
      }
      guard let field else {
        throw .refused(error.code, error.message, at: error.range, hint: error.hint)
      }
      throw .refused(
        error.code, "\(error.message) (field `\(field.name)`)", at: error.range,
        hint: error.hint ?? "`\(field.name)` is of type `\(field.type)`")
    }
  }

  /// The type and the first field of the payload, as traces show them.
  var traceText: String {
    guard let fields = payload?.map, let first = fields.first else { return type }
    let rest = fields.count > 1 ? ", …" : ""
    return "\(type) {\(first.key.name): \(StepText.flow(first.value))\(rest)}"
  }
}

extension StepInput {
  /// The argument as a map with no other keys than these.
  func map(_ known: [String]) throws(Diagnostic) -> NodeMap {
    let map = try NodeMap(
      try required(), in: source, of: "`\(verb.name)`", missingKeysAt: verb.range)
    try map.checkKeys(known: known)
    return map
  }
}

extension NodeMap {
  func optionalWindow(_ key: String) throws(Diagnostic) -> PlacedName? {
    guard let node = optional(key) else { return nil }
    return try Names.window(node, in: source)
  }

  /// A text under a key, with its place.
  func placed(_ key: String) throws(Diagnostic) -> PlacedName {
    try source.placed(try required(key), for: "`\(key)`")
  }

  func optionalPlaced(_ key: String) throws(Diagnostic) -> PlacedName? {
    try optional(key) == nil ? nil : placed(key)
  }
}
