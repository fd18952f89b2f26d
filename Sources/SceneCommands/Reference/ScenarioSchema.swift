import SceneReports
import SceneScenarios

/// The JSON Schema of scenarios, written from the tables of the language.
///
/// It accepts every scenario that is well formed: what depends on the names that an app declares
/// is the business of `scenesim check`. Patterns are such that Python and JavaScript agree.
enum ScenarioSchema {
  static let dialect = "https://json-schema.org/draft/2020-12/schema"

  /// A capital, or a letter of another script that may be one.
  private static let windowPattern = "^[^\\x00-@\\[-\\x7F]"

  /// A kind of file, as the command names it.
  enum Kind: String, CaseIterable {
    case scenario
    /// The app that several scenarios share.
    case app
    case steps
  }

  static func document(of kind: Kind) -> JSON {
    .object(
      [
        .init("$schema", .string(dialect)),
        .init("$id", .string("https://scenesim.example/\(kind.rawValue)-1.schema.json")),
        .init("title", .string("\(kind.title) of scenesim, version 1")),
        .init("description", .string("Windows of an app, what is done to them, what is expected.")),
      ] + content(of: kind) + [.init("$defs", .object(definitions))])
  }

  private static func content(of kind: Kind) -> [JSON.Member] {
    let top = ScenarioLanguage.topLevel
    let version = top.filter { $0.name == "scenesim" }
    let optional = version.map { Shape.Field($0.name, $0.shape, $0.summary) }
    switch kind {
    case .scenario: return members(top)
    case .steps: return members(version + top.filter { $0.name == "steps" })
    case .app:
      let wrapped = [Shape.Field("app", .part(.app), "the app", isRequired: true)]
      return [
        .init(
          "anyOf",
          .list([
            .object(members(ScenarioLanguage.app + optional)), .object(members(wrapped + optional)),
          ]))
      ]
    }
  }

  // MARK: Definitions

  private static var definitions: [JSON.Member] {
    let parts = LanguagePart.allCases.map { part in
      JSON.Member(part.rawValue, part == .step ? step : schema(part.shape))
    }
    return parts + [
      .init("variable", ["type": "string", "pattern": "\\$\\{[^}]*\\}"]),
      .init(
        "windowName",
        [
          "type": "string", "pattern": .string(windowPattern),
          "description": "the name of a window begins with a capital",
        ]),
      .init("value", .bool(true)),
      .init("matched", matched),
    ]
  }

  /// Any value; in maps, keys with `$` are matchers.
  private static var matched: JSON {
    let names = ScenarioLanguage.matchers.names + ScenarioLanguage.matcherWords.names
    let matchers = (ScenarioLanguage.matchers + ScenarioLanguage.generated).map {
      JSON.Member($0.name, described(schema($0.shape), $0.summary))
    }
    return [
      "description": .string("a value, or a matcher: \(names.joined(separator: ", "))"),
      // Only for texts: those that begin with `$` are variables, or matchers without a value.
      "pattern": "^($|[^$]|\\$($|[^a-z]|any$|absent$))", "properties": .object(matchers),
      "patternProperties": ["^([^$]|\\$\\{)": reference("matched")],
      "additionalProperties": .bool(false), "items": reference("matched"),
    ]
  }

  /// A bare verb, or a map with one verb.
  private static var step: JSON {
    let all = StepCatalogue.all
    let verbs = all.map { step in
      JSON.Member(
        step.name,
        [
          "description": .string("\(step.summary)\n\nWritten: \(step.syntax)"),
          "anyOf": .list([schema(step.argument)] + variable(step.argument)),
        ])
    }
    let others = (ScenarioLanguage.modifiers + ScenarioLanguage.flowParts).map(property)
    let bare = all.filter { $0.argument.canBeNothing }
    return [
      "anyOf": .list([
        [
          "type": "string", "enum": .texts(bare.map { $0.name }),
          "description": "a verb without a value",
        ],
        [
          "type": "object", "properties": .object(verbs + others),
          "additionalProperties": .bool(false),
          "oneOf": .list(all.map { required([$0.name]) } + [groupWithoutVerb]),
        ],
      ])
    ]
  }

  private static func required(_ names: [String]) -> JSON {
    ["required": .texts(names)]
  }

  /// Several steps in one window, on one device, or under one condition.
  private static var groupWithoutVerb: JSON {
    let verbs = StepCatalogue.all.filter { $0 is any FlowStep.Type }.map { required([$0.name]) }
    return [
      "anyOf": .list(["in", "on", "if"].map { required([$0, "do"]) }),
      "not": ["anyOf": .list(verbs)],
    ]
  }

  // MARK: Shapes

  private static func schema(_ shape: Shape) -> JSON {
    switch shape {
    case .nothing: return ["type": "null"]
    case .value: return reference("value")
    case .matched: return reference("matched")
    case .text(let role): return ["type": "string", "description": .string(role)]
    case .window: return reference("windowName")
    case .integer(let range): return .object([type("integer")] + limits(range))
    case .decimal: return ["type": "number"]
    case .bool: return ["type": "boolean"]
    case .word(let words): return ["enum": .texts(words)]
    case .written(let role, let pattern):
      return ["type": "string", "pattern": .string(pattern), "description": .string(role)]
    case .map(let fields): return .object(members(fields))
    case .named(let role, let shape):
      return [
        "type": "object", "description": .string("one key for \(role)"),
        "additionalProperties": valued(shape),
      ]
    case .windows(let shape): return .object(windowMembers(shape, beside: []))
    case .list(let shape):
      return ["type": "array", "items": valued(shape)]
    case .either(let shapes): return either(shapes)
    case .part(let part): return reference(part.rawValue)
    }
  }

  /// Forms that are maps and maps of windows are one map with both kinds of keys.
  private static func either(_ shapes: [Shape]) -> JSON {
    var forms: [JSON] = []
    let fields = shapes.flatMap(\.fields)
    let windows = shapes.lazy.compactMap { shape in
      if case .windows(let shape) = shape { shape } else { nil }
    }.first
    for shape in shapes {
      switch shape {
      case .map where windows != nil: continue
      case .windows(let shape): forms.append(.object(windowMembers(shape, beside: fields)))
      default: forms.append(schema(shape))
      }
    }
    return forms.count == 1 ? forms[0] : ["anyOf": .list(forms)]
  }

  private static func windowMembers(_ shape: Shape, beside fields: [Shape.Field]) -> [JSON.Member] {
    [
      type("object"), .init("properties", .object(fields.map(property))),
      // A variable may name the window.
      .init("patternProperties", ["\(windowPattern)|^\\$\\{": valued(shape)]),
      .init("additionalProperties", .bool(false)),
    ]
  }

  private static func members(_ fields: [Shape.Field]) -> [JSON.Member] {
    let required = fields.filter(\.isRequired).map { JSON.string($0.name) }
    let isCase = fields.names == ScenarioLanguage.caseColumns.names
    return [type("object"), .init("properties", .object(fields.map(property)))]
      + (required.isEmpty ? [] : [.init("required", .list(required))])
      + [.init("additionalProperties", .bool(isCase))]
  }

  private static func property(_ field: Shape.Field) -> JSON.Member {
    JSON.Member(field.name, described(valued(field.shape), field.summary))
  }

  /// The shape, or a variable in its place.
  private static func valued(_ shape: Shape) -> JSON {
    let more = variable(shape)
    return more.isEmpty
      ? schema(shape) : ["anyOf": .list([schema(shape)] + more)]
  }

  /// A variable where the shape itself would not take its text.
  private static func variable(_ shape: Shape) -> [JSON] {
    shape.takesAnyText ? [] : [reference("variable")]
  }

  private static func described(_ schema: JSON, _ summary: String) -> JSON {
    guard case .object(let members) = schema else { return schema }
    return .object(
      [.init("description", .string(summary))] + members.filter { $0.name != "description" })
  }

  private static func reference(_ name: String) -> JSON {
    ["$ref": .string("#/$defs/\(name)")]
  }

  private static func type(_ name: String) -> JSON.Member { .init("type", .string(name)) }

  private static func limits(_ range: ClosedRange<Int>) -> [JSON.Member] {
    let least: [JSON.Member] =
      range.lowerBound == Int.min ? [] : [.init("minimum", .int(range.lowerBound))]
    let most: [JSON.Member] =
      range.upperBound == Int.max ? [] : [.init("maximum", .int(range.upperBound))]
    return least + most
  }
}

extension ScenarioSchema.Kind {
  fileprivate var title: String {
    switch self {
    case .scenario: "Scenario"
    case .app: "App"
    case .steps: "Steps"
    }
  }
}

extension Shape {
  /// Whether the shape takes whatever text a variable is.
  fileprivate var takesAnyText: Bool {
    switch self {
    case .text, .value, .matched: true
    case .either(let shapes): shapes.contains { $0.takesAnyText }
    default: false
    }
  }
}
