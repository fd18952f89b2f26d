/// Where a list stands, as it is kept: the models of the first visible row and of the picked one.
///
/// The rows are kept for people to read; they are never used to find anything again.
package struct ListPosition: Hashable, Sendable, Codable {
  /// The model of the first visible row; nil for an empty list.
  package var topID: String?
  package var pickedID: String?
  package var topRow: Int
  package var pickedRow: Int?

  package init(
    topID: String? = nil, pickedID: String? = nil, topRow: Int = 0, pickedRow: Int? = nil
  ) {
    self.topID = topID
    self.pickedID = pickedID
    self.topRow = topRow
    self.pickedRow = pickedRow
  }

  private enum CodingKeys: String, CodingKey {
    case topID = "top"
    case pickedID = "picked"
    case topRow = "top-row"
    case pickedRow = "picked-row"
  }

  /// Whether there is anything to find again.
  package var isEmpty: Bool { topID == nil && pickedID == nil }
}

/// The positions of the lists of one window, by name.
package struct ListPositions: Hashable, Sendable {
  static let limitBytes = 1 << 20

  package var lists: [String: ListPosition]

  package init(_ lists: [String: ListPosition] = [:]) { self.lists = lists }

  /// The positions as JSON, for a place inside another record.
  package var json: JSONField {
    .map(
      lists.mapValues { position in
        var fields: [String: JSONField] = ["top-row": .int(Int64(position.topRow))]
        fields["top"] = position.topID.map(JSONField.text)
        fields["picked"] = position.pickedID.map(JSONField.text)
        fields["picked-row"] = position.pickedRow.map { .int(Int64($0)) }
        return .map(fields)
      })
  }

  /// The positions as JSON with sorted keys.
  package var bytes: [UInt8] { json.bytes }

  /// Reads the bytes of positions.
  package init(bytes: [UInt8]) throws(ArchiveDamage) {
    self = try Self(json: .archived(bytes, limit: Self.limitBytes))
  }

  /// Reads positions out of another record.
  package init(json: JSONField) throws(ArchiveDamage) {
    guard case .map(let fields) = json else { throw .field("lists") }
    lists = [:]
    for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
      guard case .map(let parts) = field else { throw .field(name) }
      lists[name] = ListPosition(
        topID: try parts.text("top", of: name), pickedID: try parts.text("picked", of: name),
        topRow: try parts.row("top-row", of: name) ?? 0,
        pickedRow: try parts.row("picked-row", of: name))
    }
  }
}

extension [String: JSONField] {
  fileprivate func text(_ key: String, of name: String) throws(ArchiveDamage) -> String? {
    switch self[key] {
    case .text(let text)?: text
    case nil, .null?: nil
    default: throw .field("\(name).\(key)")
    }
  }

  fileprivate func row(_ key: String, of name: String) throws(ArchiveDamage) -> Int? {
    switch self[key] {
    case .int(let row)?: Int(exactly: row)
    case nil, .null?: nil
    default: throw .field("\(name).\(key)")
    }
  }
}
