import SceneState

/// How many places of each kind, and how many windows that are not open, keep their values.
package struct RetentionDeclaration: Sendable {
  private(set) var rules: [Retention] = []
  /// Whether anything goes by itself.
  package var forgets: Bool { !rules.isEmpty }

  init() {}

  /// Reads the map under `retention:`.
  init(_ map: NodeMap, places: [PlaceKind], _ mistakes: inout DiagnosticList) {
    for entry in mistakes.names(map, "retention", "a place", mayBeCapital: true) {
      guard
        let body = mistakes.map(
          entry.value, in: map.source, of: "retention of `\(entry.key.name)`",
          known: ScenarioLanguage.retention.names),
        let latest = mistakes.collect({ () throws(Diagnostic) in
          _ = try body.required("latest")
          return try body.optionalInt("latest", from: 1, to: Int.max) ?? 1
        })
      else { continue }
      let name = entry.key.name
      if name == "scenes" {
        rules.append(.disconnectedScenes(latest: latest))
      } else if places.contains(where: { $0.name == name }) {
        rules.append(.nested(name, latest: latest))
      } else {
        mistakes.append(
          map.source.unknownKey(
            entry.key, of: "`retention`", known: ["scenes"] + places.map(\.name)))
      }
    }
  }
}
