internal import SceneLifecycle
internal import SceneSimulator
import SceneState
import StoreFormat

/// How many places of each kind, and how many windows that are not open, keep their values.
package struct RetentionDeclaration: Sendable {
  /// How many of a kind are kept, and where that is written.
  struct Rule: Sendable {
    let latest: Int
    let range: SourceRange
  }

  /// The word for windows that are not open.
  package static let scenes = "scenes"

  private(set) var rules: [Retention] = []
  private var written: [String: Rule] = [:]
  /// Whether old windows, or old places of a kind, go by themselves.
  package func forgets(_ kind: String) -> Bool { written[kind] != nil }

  init() {}

  /// What is written of a kind of places, or of `scenes`.
  func rule(for kind: String) -> Rule? { written[kind] }

  /// Reads the map under `retention:`.
  init(_ map: NodeMap, places: [PlaceKind], _ mistakes: inout DiagnosticList) {
    for entry in mistakes.names(map, "retention", "a place", mayBeCapital: true) {
      if let latest = entry.value.int {
        mistakes.add(
          in: map.source, .wrongKind, at: entry.value.range,
          "retention of `\(entry.key.name)` needs a map, this is an integer",
          hint: "write `\(entry.key.name): { latest: \(latest) }`")
        continue
      }
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
      written[name.normalFormC] = Rule(latest: latest, range: entry.key.range)
      if name == Self.scenes {
        rules.append(.disconnectedScenes(latest: latest))
      } else if places.contains(where: { $0.name == name }) {
        rules.append(.nested(name, latest: latest))
      } else {
        mistakes.append(
          map.source.unknownKey(
            entry.key, of: "`retention`", known: [Self.scenes] + places.map(\.name)))
      }
    }
  }
}

extension StepContext {
  /// Keeps the places from being forgotten that windows show.
  func holdShownPlaces() {
    guard !declaration.retention.rules.isEmpty else { return }
    for device in allDevices {
      for window in device.windows {
        (device.scene(window.name)?.delegate as? ScenarioScene)?.holdShownPlace()
      }
    }
  }
}
