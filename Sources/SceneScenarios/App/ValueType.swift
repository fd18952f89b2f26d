/// A declared type: `string`, `int?`, `[string]`, `{string: int}` or a struct of the app.
package indirect enum ValueType: Hashable, Sendable {
  case bool, int, double, string, data, date, url
  case optional(ValueType)
  case list(ValueType)
  case map(ValueType)
  case structure(String, [Field])

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
    case .structure(let name, _): name
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
  var fields: [Field]? {
    switch self {
    case .structure(_, let fields): fields
    case .optional(let type): type.fields
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
    case .data, .date, .url, .structure: nil
    }
  }
}

/// The types of an app by name; makes types out of what a scenario writes.
package struct TypeTable: Sendable {
  private var nodes: [String: Node] = [:]
  let source: SourceFile

  init(_ node: Node?, in source: SourceFile) throws(Diagnostic) {
    self.source = source
    guard let node else { return }
    for entry in try source.map(node, for: "`types`") { nodes[entry.key.name] = entry.value }
    for entry in node.map ?? [] { _ = try named(entry.key.name, at: entry.value, inside: []) }
  }

  /// The type that a node names: a text, `[T]` or `{string: T}`.
  func type(_ node: Node) throws(Diagnostic) -> ValueType { try type(node, inside: []) }

  private func type(_ node: Node, inside: [String]) throws(Diagnostic) -> ValueType {
    switch node.content {
    case .text(let text): return try named(text, at: node, inside: inside)
    case .list(let nodes) where nodes.count == 1:
      return .list(try type(nodes[0], inside: inside))
    case .map(let entries) where entries.count == 1 && entries[0].key.name == "string":
      return .map(try type(entries[0].value, inside: inside))
    default: throw unknown(node)
    }
  }

  private func named(
    _ text: String, at node: Node, inside: [String]
  ) throws(Diagnostic) -> ValueType {
    if text.hasSuffix("?") {
      return .optional(try named(String(text.dropLast()), at: node, inside: inside))
    }
    if text.hasPrefix("["), text.hasSuffix("]") {
      return .list(try named(String(text.dropFirst().dropLast()), at: node, inside: inside))
    }
    if text.hasPrefix("{string: "), text.hasSuffix("}") {
      let inner = String(text.dropFirst("{string: ".count).dropLast())
      return .map(try named(inner, at: node, inside: inside))
    }
    if let scalar = ValueType.scalars[text] { return scalar }
    guard let fields = nodes[text] else { throw unknown(node) }
    guard !inside.contains(text) else {
      throw Diagnostic(
        .wrongValue, file: source.path, range: node.range, "type `\(text)` contains itself")
    }
    var result: [ValueType.Field] = []
    for entry in try source.map(fields, for: "type `\(text)`") {
      let type = try type(entry.value, inside: inside + [text])
      result.append(ValueType.Field(name: entry.key.name, type: type))
    }
    return .structure(text, result)
  }

  private func unknown(_ node: Node) -> Diagnostic {
    let names = ValueType.scalars.keys.sorted() + nodes.keys.sorted()
    return source.wrongValue(node, for: "a type", words: names)
  }
}
