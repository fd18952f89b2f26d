package import FoundationEssentials
import SceneState

/// A value of a scenario's app: what a Swift app would hold in a property of the declared type.
package enum ScenarioValue: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case text(String)
  case data([UInt8])
  case date(Date)
  case url(String)
  case list([ScenarioValue])
  /// A map or a struct; fields that are nil are left out.
  case map([String: ScenarioValue])
}

extension ScenarioValue: Equatable {
  /// Scalars compare by bits, texts by bytes.
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.data(let left), .data(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.url(let left), .url(let right)): left.utf8.elementsEqual(right.utf8)
    case (.list(let left), .list(let right)): left == right
    case (.map(let left), .map(let right)): left == right
    default: false
    }
  }
}

extension ScenarioValue: Codable {
  /// Decodes what JSON alone can tell; `ValueType.value(fromJSON:)` does the rest.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = container.value(Bool.self) {
      self = .bool(bool)
    } else if let int = container.value(Int.self) {
      self = .int(int)
    } else if let text = container.value(String.self) {
      self = .text(text)
    } else if let double = container.value(Double.self) {
      self = .double(double)
    } else if let list = container.value([ScenarioValue].self) {
      self = .list(list)
    } else {
      self = .map(try container.decode([String: ScenarioValue].self))
    }
  }

  /// Encodes as the Swift type would, so that both leave the same bytes.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .int(let int): try container.encode(int)
    case .double(let double): try container.encode(double)
    case .text(let text), .url(let text): try container.encode(text)
    case .data(let bytes): try container.encode(Data(bytes))
    case .date(let date): try container.encode(date)
    case .list(let list): try container.encode(list)
    case .map(let map): try container.encode(map)
    }
  }
}

extension ScenarioValue {
  /// The kind in the words of the format.
  package var kindName: String {
    switch self {
    case .null: "nil"
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .text: "string"
    case .data: "data"
    case .date: "date"
    case .url: "url"
    case .list: "list"
    case .map: "map"
    }
  }

  /// The value as one line of JSON for people: blanks after colons and commas, no nil fields.
  ///
  /// - Parameter type: Gives the fields of structs their order; else names are sorted.
  /// - Returns: The text.
  package func json(as type: ValueType? = nil) -> String {
    switch self {
    case .null: "null"
    case .bool(let bool): String(bool)
    case .int(let int): String(int)
    case .double(let double): double.isFinite ? "\(double)" : "\"\(double)\""
    case .text(let text), .url(let text): Self.quoted(text)
    case .data(let bytes): Self.quoted(Data(bytes).base64EncodedString())
    case .date(let date): Self.quoted(DateText.text(of: date))
    case .list(let list):
      "[" + list.map { $0.json(as: type?.element) }.joined(separator: ", ") + "]"
    case .map(let map): "{" + fields(of: map, as: type).joined(separator: ", ") + "}"
    }
  }

  private func fields(of map: [String: ScenarioValue], as type: ValueType?) -> [String] {
    orderedFields(of: map, as: type).map { name, value, type in
      "\(Self.quoted(name)): \(value.json(as: type))"
    }
  }

  /// The fields that are not nil: those of a struct as declared, others by their names.
  func orderedFields(
    of map: [String: ScenarioValue], as type: ValueType?
  ) -> [(name: String, value: ScenarioValue, type: ValueType?)] {
    let declared = type?.fields ?? []
    let order =
      declared.map(\.name)
      + map.keys.filter { key in !declared.contains { $0.name == key } }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return order.compactMap { name in
      guard let value = map[name], value != .null else { return nil }
      let fieldType = declared.first { $0.name == name }?.type ?? type?.element
      return (name, value, fieldType)
    }
  }

  package static func quoted(_ text: String) -> String { JSONText.string(text) }
}

extension ScenarioValue {
  /// The value as the content of a node, as `get` hands it on.
  package var content: Node.Content {
    func node(_ value: ScenarioValue) -> Node {
      Node(value.content, style: .quoted, range: SourceRange(at: .start))
    }
    switch self {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .int(let int): return .int(int)
    case .double(let double):
      return double.isFinite ? .double(double) : .text("\(double)")
    case .text(let text), .url(let text): return .text(text)
    case .data(let bytes): return .text(Data(bytes).base64EncodedString())
    case .date(let date): return .text(DateText.text(of: date))
    case .list(let list): return .list(list.map(node))
    case .map(let map):
      return .map(
        map.keys.sorted().compactMap { name in
          map[name].map { Entry(name, at: SourceRange(at: .start), node($0)) }
        })
    }
  }
}

extension ScenarioValue {
  /// What a node means where no type is declared.
  package init(_ content: Node.Content) {
    switch content {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .int(let int): self = .int(int)
    case .double(let double): self = .double(double)
    case .text(let text): self = .text(text)
    case .list(let nodes): self = .list(nodes.map { ScenarioValue($0.content) })
    case .map(let entries):
      let pairs = entries.map { ($0.key.name, ScenarioValue($0.value.content)) }
      // Two spellings of one name in Unicode are one name; the last one counts.
      self = .map(Dictionary(pairs) { $1 })
    }
  }
}
