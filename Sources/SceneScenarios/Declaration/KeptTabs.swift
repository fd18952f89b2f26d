import FoundationEssentials
import SceneLifecycle

/// Which closed tabs can be brought back: `$keeps: 3`, `$keeps: { for: 5s }`, or both.
struct KeptTabs: Sendable {
  /// How many, the last ones.
  private(set) var count = OpenTabs.closedLimit
  /// For how long each; nil for as long as the process runs.
  private(set) var time: Duration?
  /// How that is written.
  private(set) var text: String?

  static let fields: [Shape.Field] = [
    Shape.Field("latest", .count, "how many; else ten"),
    Shape.Field("for", .time, "how long each can be brought back; else until the process ends"),
  ]

  init() {}

  /// Reads `$keeps` of the tabs; nil if it is left out.
  init?(_ tabs: NodeMap) throws(Diagnostic) {
    guard let node = tabs.optional("$keeps") else { return nil }
    guard node.map != nil else {
      if let text = node.text, Duration(written: text) != nil {
        throw tabs.source.contradiction(
          node, "`$keeps` alone is a number of tabs", hint: "write `$keeps: { for: \(text) }`")
      }
      count = try tabs.optionalInt("$keeps", from: 1, to: Int.max) ?? count
      return
    }
    let map = try NodeMap(node, in: tabs.source, of: "`$keeps`")
    try map.checkKeys(known: Self.fields.names)
    if map.entries.isEmpty { throw tabs.source.vacuous(node, "an empty `$keeps`") }
    count = try map.optionalInt("latest", from: 1, to: Int.max) ?? count
    guard let node = map.optional("for") else { return }
    let time = try WaitStep.duration(node, for: "`for`", in: tabs.source)
    guard time > .zero else {
      throw tabs.source.contradiction(
        node, "for no time none is kept", hint: "without `tombstones: true` none is")
    }
    (self.time, text) = (time, node.text)
  }

  /// Whether a tab can be brought back that was closed at a time.
  func has(_ tab: ClosedTab, at now: Date) -> Bool {
    time.map { !now.isLater(than: tab.date, by: $0) } ?? true
  }
}
