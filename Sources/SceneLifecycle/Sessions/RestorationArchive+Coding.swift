package import SceneState
import StoreFormat

/// Why kept bytes are no use; the window then opens without them.
package enum ArchiveDamage: Error, Hashable, Sendable, CustomStringConvertible {
  /// Kept by a newer version in a form that this one does not know.
  case newerFormat(Int64)
  /// The field is missing or not what it should be.
  case field(String)

  /// The reason as a sentence.
  package var description: String {
    switch self {
    case .newerFormat(let format): "written by a newer version in format \(format)"
    case .field(let name): "the field '\(name)' cannot be read"
    }
  }
}

extension RestorationArchive {
  /// The archive as JSON with sorted keys, for a place inside another record.
  package var json: JSONField {
    .map([
      "format": .int(Self.format),
      "version": .int(Int64(appVersion)),
      "nodes": .list(nodes.map(\.json)),
    ])
  }

  package var bytes: [UInt8] { json.bytes }

  /// Reads an archive out of another record.
  package init(json: JSONField) throws(ArchiveDamage) {
    guard case .map(let fields) = json, case .int(let format)? = fields["format"], format > 0
    else { throw .field("format") }
    guard format <= Self.format else { throw .newerFormat(format) }
    guard case .int(let version)? = fields["version"], let appVersion = Int(exactly: version)
    else { throw .field("version") }
    guard case .list(let list)? = fields["nodes"], list.count <= Self.nodeLimit
    else { throw .field("nodes") }
    self.init(appVersion: appVersion)
    var known: Set<[String]> = []
    for (index, field) in list.enumerated() {
      let node = try Node(json: field, name: "nodes[\(index)]")
      guard known.insert(node.path).inserted else { throw .field("nodes[\(index)].path") }
      nodes.append(node)
    }
  }
}

extension RestorationArchive.Node {
  fileprivate var json: JSONField {
    var fields: [String: JSONField] = [
      "path": .list(path.map(JSONField.text)), "class": .text(className),
    ]
    fields["made-by"] = restorationClass.map(JSONField.text)
    if !state.isEmpty { fields["state"] = .map(state.mapValues(JSONField.text)) }
    return .map(fields)
  }

  fileprivate init(json: JSONField, name: String) throws(ArchiveDamage) {
    guard case .map(let fields) = json else { throw .field(name) }
    guard case .text(let className)? = fields["class"] else { throw .field("\(name).class") }
    let path = fields["path"]?.texts ?? []
    guard !path.isEmpty, path.count <= RestorationArchive.depthLimit, !path.contains("")
    else { throw .field("\(name).path") }
    self.init(path: path.map(\.normalFormC), className: className)
    switch fields["made-by"] {
    case .text(let made)?: restorationClass = made
    case nil, .null?: break
    default: throw .field("\(name).made-by")
    }
    switch fields["state"] {
    case .map(let entries)?:
      for (key, value) in entries {
        guard case .text(let text) = value else { throw .field("\(name).state.\(key)") }
        state[key] = text
      }
    case nil, .null?: break
    default: throw .field("\(name).state")
    }
  }
}

extension JSONField {
  /// The texts of a list of texts; nil for anything else.
  fileprivate var texts: [String]? {
    guard case .list(let list) = self else { return nil }
    var texts: [String] = []
    for case .text(let text) in list { texts.append(text) }
    return texts.count == list.count ? texts : nil
  }
}
