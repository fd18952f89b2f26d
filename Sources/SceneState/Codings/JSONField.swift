/// A JSON value of any shape: carries the fields of newer versions through a rewrite.
package enum JSONField: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case unsigned(UInt64)
  case double(Double)
  case text(String)
  case list([JSONField])
  case map([String: JSONField])
}

extension JSONField: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .int(let int): try container.encode(int)
    case .unsigned(let unsigned): try container.encode(unsigned)
    case .double(let double): try container.encode(double)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .map(let map): try container.encode(map)
    }
  }

  /// The value as JSON with sorted keys and no blanks.
  package var bytes: [UInt8] {
    // Cannot fail: every number came out of JSON, where none is infinite.
    JSONWriter.document(self) ?? []
  }

  /// How deep a document may nest.
  package static let depthLimit = JSONCoding.depthLimit

  /// Reads JSON; nil if the bytes are none, or nest too deep.
  package init?(bytes: [UInt8], depthLimit: Int = Self.depthLimit) {
    guard let value = JSONReader.document(bytes, depthLimit: depthLimit) else { return nil }
    self = value
  }

  /// Whether the bytes have the grammar of JSON, and nest no deeper than the limit.
  package static func isDocument(_ bytes: [UInt8]) -> Bool {
    JSONReader.document(bytes, depthLimit: depthLimit, isOnlyChecked: true) != nil
  }
}
