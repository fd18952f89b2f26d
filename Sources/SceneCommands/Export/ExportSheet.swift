import SceneReports
import SceneState

/// The values of a store as a sheet for people, and its windows as another.
struct ExportSheet {
  static let columns = ["scene", "tab", "key", "type", "bytes", "txn", "version", "value"]
  static let sceneColumns = [
    "scene", "alias", "phase", "title", "windowValue", "activity", "lastActive",
  ]

  let title: String
  /// Nil for what was hidden.
  let values: [[JSON]]
  let scenes: [[JSON]]

  init(_ query: StoreQuery, _ redaction: Redaction) {
    title = query.source.directory
    values = query.entries.map { entry in
      let facts = entry.facts
      let value: JSON =
        redaction.hides(facts.key)
        ? .string(Redaction.mark) : .raw(facts.value?.jsonText ?? "null")
      return [
        .string(query.snapshot.scenePart(of: entry.scene)),
        .string(facts.path.placeText ?? ""), .string(facts.key), .string(facts.type),
        .int(facts.bytes), .unsigned(facts.transaction), .int(facts.version), value,
      ]
    }
    let chosen = Set(query.entries.compactMap(\.scene))
    scenes = SceneFacts.all(in: query.snapshot)
      .filter { query.source.address == nil || chosen.contains($0.session.id) }
      .map { Self.row($0, redaction) }
  }

  private static func row(_ scene: SceneFacts, _ redaction: Redaction) -> [JSON] {
    func hidden(_ name: String, _ value: JSON?) -> JSON {
      guard let value else { return .string("") }
      return redaction.hides(name) ? .string(Redaction.mark) : value
    }
    return [
      .string(scene.name), .string(scene.session.alias), .string(scene.phase ?? ""),
      hidden("title", scene.title.map { .string($0) }),
      hidden("windowValue", scene.windowValue.map { .raw($0) }),
      hidden("activity", scene.activity.map { .raw($0) }),
      .string(scene.lastActive.flatMap { RFC3339.text(secondsSince2001: $0) } ?? ""),
    ]
  }

  /// A cell as text: texts as they are, everything else as JSON.
  static func text(_ cell: JSON) -> String {
    switch cell {
    case .string(let text): return text
    case .raw(let json):
      if case .text(let text)? = JSONField(bytes: Array(json.utf8)) { return text }
      return json
    default: return cell.line
    }
  }

  /// Whether a cell is a number, which no spreadsheet takes for a formula.
  static func isNumber(_ cell: JSON) -> Bool {
    switch cell {
    case .int, .unsigned: true
    case .raw(let json): Double(json) != nil
    default: false
    }
  }

  /// The object of `--as json`.
  var json: JSON {
    func objects(_ rows: [[JSON]], _ names: [String]) -> JSON {
      .list(rows.map { row in .object(zip(names, row).map { JSON.Member($0, $1) }) })
    }
    return [
      "schema": "scenesim.store.export/1", "store": .string(title),
      "scenes": objects(scenes, Self.sceneColumns), "values": objects(values, Self.columns),
    ]
  }
}
