import SceneState
import StoreFormat

// Sets, which have no order of their own, and floats, which are doubles of fewer digits.
extension ValueType {
  var isSet: Bool { if case .set = self { true } else { false } }

  var isCollection: Bool {
    switch self {
    case .list, .map, .set: true
    default: false
    }
  }

  /// Whether it is a list, or one that may be missing.
  var isListOrNil: Bool {
    switch self {
    case .list: true
    case .optional(let type): type.isListOrNil
    default: false
    }
  }

  var isMap: Bool { if case .map = self { true } else { false } }

  /// The elements of a set, each once, in the order in which a Swift app stores them.
  static func inOrder(_ values: [ScenarioValue]) -> [ScenarioValue] {
    var last: [UInt8]?
    return values.map { (bytes: bytes(of: $0), value: $0) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .compactMap { element in
        defer { last = element.bytes }
        return element.bytes == last ? nil : element.value
      }
  }

  private static func bytes(of value: ScenarioValue) -> [UInt8] {
    // What cannot be encoded is refused when the whole set is.
    (try? jsonCoding.encode(value))?.payload ?? []
  }

  /// What is expected of a value with the elements of sets in the order of the value; matchers
  /// stay as they are.
  func inOrder(_ expected: Node, in source: SourceFile) -> Node {
    var expected = expected
    switch (unfolded, expected.content) {
    case (.optional(let type), _): return type.inOrder(expected, in: source)
    case (.set(let type), .list(let nodes)):
      var rest = nodes.compactMap { node in
        // What is no value of the type is a matcher, or never equal to one.
        (try? type.value(of: node, in: source)).map { (bytes: Self.bytes(of: $0), node: node) }
      }
      guard rest.count == nodes.count else { return expected }
      rest.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      expected.content = .list(rest.map(\.node))
    case (.list(let type), .list(let nodes)):
      expected.content = .list(nodes.map { type.inOrder($0, in: source) })
    case (.map(let type), .map(let entries)):
      expected.content = .map(
        entries.map { Entry(key: $0.key, value: type.inOrder($0.value, in: source)) })
    case (.structure(_, let fields), .map(let entries)):
      expected.content = .map(
        entries.map { entry in
          let type = fields.first { $0.name == entry.key.name }?.type
          return Entry(key: entry.key, value: type?.inOrder(entry.value, in: source) ?? entry.value)
        })
    default: break
    }
    return expected
  }

  /// The double that is written with the digits of a float: 0.1 stays 0.1, as in a Swift app.
  static func double(_ float: Float) -> Double { Double("\(float)") ?? Double(float) }

  /// The same for a number that may have more digits than a float.
  static func single(_ double: Double) -> Double { Self.double(Float(double)) }
}
