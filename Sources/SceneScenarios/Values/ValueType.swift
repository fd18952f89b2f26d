/// A declared type: `string`, `int?`, `[string]`, `{string: int}` or a struct of the app.
///
/// Long, since every case has its say in reading, writing, comparing and naming a value: a file for
/// each of these.
package indirect enum ValueType: Hashable, Sendable {
  case bool, int, double, float, string, data, date, url, uuid
  case optional(ValueType)
  case list(ValueType)
  case map(ValueType)
  /// Values without an order, each once; kept in the order of their bytes.
  case set(ValueType)
  /// One of a few words; a stored one that is none of them reads as the last text, if there is one.
  case oneOf(String, [String], otherwise: String?)
  case structure(String, [Field])
  /// A struct inside a list or map of itself.
  case recursive(RecursiveType)
  /// A type that only an app written in Swift knows; any JSON may stand for a value.
  case opaque(String)

  package struct Field: Hashable, Sendable {
    package var name: String
    package var type: ValueType
    /// What a value has that was written without the field; nil where it must be there.
    package var initial: ScenarioValue?

    /// Whether a value without it is none.
    var isNeeded: Bool {
      if case .optional = type { return false }
      return initial == nil
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}

extension ValueType: CustomStringConvertible {
  /// The name as it stands in scenarios and in the store.
  package var description: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .float: "float"
    case .string: "string"
    case .data: "data"
    case .date: "date"
    case .url: "url"
    case .uuid: "uuid"
    case .optional(let type): "\(type)?"
    case .list(let type): "[\(type)]"
    case .map(let type): "{string: \(type)}"
    case .set(let type): "set of \(type)"
    case .structure(let name, _), .oneOf(let name, _, _), .opaque(let name): name
    case .recursive(let type): type.name
    }
  }

  static let scalars: [String: ValueType] = [
    "bool": .bool, "int": .int, "double": .double, "string": .string, "data": .data,
    "date": .date, "url": .url, "uuid": .uuid, "float": .float,
  ]

  /// Words that a type of the file may bear: they came to the language later than files.
  static let yielding: Set<String> = ["uuid", "float"]

  /// Whether a value is one number, text or the like, or none.
  var isScalar: Bool {
    switch self {
    case .optional(let type): type.isScalar
    default: Self.scalars.values.contains(self)
    }
  }

  /// Whether a value is a number or a bool, or nothing: no text can stand for it.
  var isNumber: Bool {
    switch self {
    case .optional(let type): type.isNumber
    default: [.bool, .int, .double, .float].contains(self)
    }
  }

  /// Whether a value is written as one word, or nothing.
  var isPlain: Bool {
    switch unfolded {
    case .optional(let type): type.isPlain
    case .oneOf, .opaque: true
    default: isScalar
    }
  }

  /// Whether values of another scalar type are values of this one as they stand.
  func takes(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.optional(let type), .optional(let other)): type.takes(other)
    case (.optional(let type), _): type.takes(other)
    case (_, .optional(let other)): takes(other)
    case (.double, .int), (.float, .int), (.double, .float), (.float, .double): true
    case (.url, .string), (.string, .url), (.uuid, .string), (.string, .uuid): true
    default: self == other
    }
  }

  /// The type of the elements of a list, set or map, through optionals.
  var element: ValueType? {
    switch self {
    case .list(let type), .map(let type), .set(let type): type
    case .optional(let type): type.element
    default: nil
    }
  }

  /// The fields of a struct, through optionals.
  package var fields: [Field]? {
    switch self {
    case .structure(_, let fields): fields
    case .optional(let type): type.fields
    case .recursive(let type): type.type.fields
    default: nil
    }
  }

  /// The same type with texts for the words of its enumerations, which a newer version may have
  /// more of.
  var withAnyWord: ValueType {
    switch self {
    case .oneOf: .string
    case .optional(let type): .optional(type.withAnyWord)
    case .list(let type): .list(type.withAnyWord)
    case .map(let type): .map(type.withAnyWord)
    case .set(let type): .set(type.withAnyWord)
    case .structure(let name, let fields):
      .structure(
        name,
        fields.map { Field(name: $0.name, type: $0.type.withAnyWord, initial: $0.initial) })
    default: self
    }
  }

  /// The value of a key that declares no default; nil if the type needs one.
  var initialValue: ScenarioValue? {
    switch self {
    case .bool: .bool(false)
    case .int: .int(0)
    case .double, .float: .double(0)
    case .string: .text("")
    case .optional: .null
    case .list, .set: .list([])
    case .map: .map([:])
    case .oneOf(_, let words, let otherwise): (otherwise ?? words.first).map { .text($0) }
    case .structure(_, let fields): Self.initialValue(of: fields)
    case .data, .date, .url, .uuid, .recursive, .opaque: nil
    }
  }

  /// Fields that may all be left out make a value of their own.
  private static func initialValue(of fields: [Field]) -> ScenarioValue? {
    var values: [String: ScenarioValue] = [:]
    for field in fields {
      if case .optional = field.type { continue }
      guard let initial = field.initial else { return nil }
      values[field.name] = initial
    }
    return .map(values)
  }
}
