import SceneReports
import SceneState

/// The entries a `store ls` or `store tree` is about, and the parts both have in common.
struct StoreQuery {
  static let options: [CommandOption] = [
    StoreSource.option,
    .value("type", "TYPE", "only values of this type, for example string"),
    .flag("full", "never cut a value"),
  ]

  let source: StoreSource
  let snapshot: StoreSnapshot
  private(set) var entries: [StoredEntry]

  init(_ invocation: Invocation, console: Console) throws(CommandFailure) {
    source = try StoreSource(invocation, console: console, needsAddress: false)
    var pattern = AddressPattern.everything
    if let address = source.address { pattern = try AddressPattern(address) }
    snapshot = try source.snapshot()
    entries = try pattern.entries(in: snapshot)
    if let type = invocation.value("type") { entries = entries.filter { $0.type == type } }
    if entries.isEmpty, source.address != nil, invocation.value("type") == nil {
      console.complain(Self.nothing(at: pattern, in: snapshot, paint: console.errorPaint))
    }
    if snapshot.unreadableCount > 0 {
      let count = Amount.count(snapshot.unreadableCount, "value")
      console.complain(
        console.errorPaint.bad("warning:") + " \(count) cannot be read at all [unreadable]\n")
    }
  }

  mutating func sort(by order: String) {
    switch order {
    case "size":
      // Sorting is not stable everywhere: equal sizes keep the order of their addresses.
      entries = ranked { Double(-$0.bytes) }
    case "changed": entries = ranked { -Double($0.transaction) }
    default:
      entries = entries.enumerated().sorted {
        ($0.element.key, $0.offset) < ($1.element.key, $1.offset)
      }.map(\.element)
    }
  }

  func listing(_ console: Console) -> StoreListing {
    StoreListing(
      entries: entries, snapshot: snapshot, symbols: console.symbols, paint: console.paint)
  }

  /// The object of `--json`.
  func json(values: JSON) -> JSON {
    .object([
      .init("schema", .string("scenesim.store/1")),
      .init("store", .string(source.directory)),
      .init("fileBytes", .int(snapshot.fileBytes)),
      .init("limitBytes", .int(snapshot.limitBytes)),
      .init("unreadable", .int(snapshot.unreadableCount)),
      .init("values", values),
    ])
  }

  private func ranked(_ rank: (StoredEntry) -> Double) -> [StoredEntry] {
    entries.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
      .map(\.element)
  }

  private static func nothing(
    at pattern: AddressPattern, in snapshot: StoreSnapshot, paint: Paint
  ) -> String {
    var text = "nothing at \(VisibleText.escaped(pattern.text))\n"
    if !pattern.isBelow, let below = try? AddressPattern(pattern.text + "/"),
      let found = try? below.entries(in: snapshot), !found.isEmpty
    {
      text += "  hint   did you mean \(VisibleText.escaped(pattern.text))/?\n"
    }
    return text
  }
}
