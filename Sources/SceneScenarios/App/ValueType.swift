/// A declared type: `string`, `int?`, `[string]`, `{string: int}` or a struct of the app.
package indirect enum ValueType: Hashable, Sendable {
  case bool, int, double, string, data, date, url
  case optional(ValueType)
  case list(ValueType)
  case map(ValueType)
  case structure(String, [Field])
  /// A struct inside a list or map of itself.
  case recursive(RecursiveType)
  /// A type that only an app written in Swift knows; any JSON may stand for a value.
  case opaque(String)

  package struct Field: Hashable, Sendable {
    package var name: String
    package var type: ValueType
  }
}

extension ValueType: CustomStringConvertible {
  /// The name as it stands in scenarios and in the store.
  package var description: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .data: "data"
    case .date: "date"
    case .url: "url"
    case .optional(let type): "\(type)?"
    case .list(let type): "[\(type)]"
    case .map(let type): "{string: \(type)}"
    case .structure(let name, _), .opaque(let name): name
    case .recursive(let type): type.name
    }
  }

  static let scalars: [String: ValueType] = [
    "bool": .bool, "int": .int, "double": .double, "string": .string, "data": .data,
    "date": .date, "url": .url,
  ]

  /// The type of the elements of a list or map, through optionals.
  var element: ValueType? {
    switch self {
    case .list(let type), .map(let type): type
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

  /// The value of a key that declares no default; nil if the type needs one.
  var initialValue: ScenarioValue? {
    switch self {
    case .bool: .bool(false)
    case .int: .int(0)
    case .double: .double(0)
    case .string: .text("")
    case .optional: .null
    case .list: .list([])
    case .map: .map([:])
    case .data, .date, .url, .structure, .recursive, .opaque: nil
    }
  }
}
