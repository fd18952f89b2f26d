import SceneState
import StoreFormat

/// What lines are made of.
extension DumpWriter {
  func place(_ address: ValueAddress) -> [(String, String)] {
    let path = address.path.components.map { component in
      switch component {
      case .tab(let name): JSONText.string(name)
      case .nested(let kind, let id): "[\(JSONText.string(kind)),\(JSONText.string(id))]"
      }
    }
    return [
      ("session", String(address.session)),
      ("scene", ids[address.session].map { JSONText.string($0) } ?? "null"),
      ("path", "[\(path.joined(separator: ","))]"), ("key", JSONText.string(address.key)),
    ]
  }

  /// Nil for the app; a session that nobody knows goes by its number.
  func scene(_ address: ValueAddress) -> SceneID? {
    guard address.session != ValueAddress.appSession else { return nil }
    return SceneID(rawValue: ids[address.session] ?? "#\(address.session)")
  }

  static func raw(
    _ database: String, _ row: StoreContents.Row, isHidden: Bool = false
  ) -> String {
    object(
      [
        ("kind", "\"raw\""), ("database", JSONText.string(database)),
        ("key", JSONText.string(DumpText.base64(row.key))),
        ("bytes", isHidden ? "null" : JSONText.string(DumpText.base64(row.bytes))),
      ] + (isHidden ? [("redacted", "true")] : []))
  }

  static func base64Object(_ bytes: [UInt8]) -> String {
    "{\"$base64\":\"\(DumpText.base64(bytes))\"}"
  }

  /// Whether JSON can be a member of a line and be found there again byte for byte.
  static func isOneLine(_ json: [UInt8]) -> Bool {
    !json.contains { $0 < 0x20 } && json.first != 0x20 && json.last != 0x20
  }

  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }
}
