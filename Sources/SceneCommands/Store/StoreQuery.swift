import SceneReports
import SceneState
import StoreFormat

/// The entries a `store ls` or `store tree` is about, and the parts both have in common.
struct StoreQuery {
  static let options: [CommandOption] =
    [
      StoreSource.option,
      .value("type", "TYPE", "only values of this type, for example string"),
      .value("since", "TXN", "only values written after this commit"),
      .flag("full", "never cut a value"),
    ] + ClusterPlace.options

  let source: StoreSource
  let pattern: AddressPattern
  let snapshot: StoreSnapshot
  private(set) var entries: [StoredEntry]
  /// What could not be read and is covered by the address.
  let setAside: [SetAsideEntry]
  private let shortfall: Shortfall

  init(
    _ invocation: Invocation, console: Console, source given: StoreSource? = nil
  ) throws(CommandFailure) {
    source =
      if let given { given } else {
        try StoreSource(invocation, console: console, needsAddress: false)
      }
    pattern =
      if let address = source.address { try AddressPattern(address) } else { .everything }
    snapshot = try source.contents(of: pattern)
    (entries, setAside) = try source.naming { [pattern, snapshot] () throws(CommandFailure) in
      (try pattern.entries(in: snapshot), try pattern.setAside(in: snapshot))
    }
    shortfall = Shortfall(snapshot, entries)
    let types = Set(entries.map(\.type))
    if let type = invocation.value("type") { entries = entries.filter { $0.type == type } }
    if let since = try invocation.number("since", least: 0) {
      entries = entries.filter { $0.transaction > UInt64(since) }
    }
    complain(invocation, console)
    if let since = invocation.value("since"), UInt64(since) ?? 0 >= snapshot.lastTransaction {
      console.complain("the last commit is txn \(snapshot.lastTransaction)\n")
    }
    if let type = invocation.value("type"), !types.contains(type), !types.isEmpty {
      let known = types.sorted().map { SafeText.escaped($0) }.joined(separator: ", ")
      console.complain(
        "no value of type \(SafeText.escaped(type))\n  hint   there are \(known)\n")
    }
  }

  private func complain(_ invocation: Invocation, _ console: Console) {
    let isFiltered = invocation.value("type") != nil || invocation.value("since") != nil
    if entries.isEmpty, source.address != nil, !isFiltered, !invocation.has("set-aside") {
      console.complain(Self.nothing(at: pattern, in: snapshot))
    }
    shortfall.tell(of: source.directory, console)
  }

  /// What a verb ends with that showed all it could.
  var code: ExitCode { shortfall.code }

  /// The notes about values that could not be read and stand in their place.
  var notes: [[UInt8]: SetAsideEntry] {
    Dictionary(
      setAside.filter(\.isInPlace).map { ($0.record.valueKey, $0) },
      uniquingKeysWith: { $1 })
  }

  /// Leaves out all entries but some.
  mutating func keep(_ isWanted: (StoredEntry) -> Bool) { entries = entries.filter(isWanted) }

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
      entries: entries, snapshot: snapshot, symbols: console.symbols, paint: console.paint,
      notes: notes, now: console.surroundings.secondsSince2001())
  }

  /// The objects of `--format jsonl`.
  func objects(withValues: Bool = true) -> [JSON] {
    let notes = self.notes
    return entries.map { entry in
      EntryOutput.json(
        entry, withValue: withValues,
        setAside: notes.isEmpty ? nil : notes[entry.storedKey])
    }
  }

  /// What the object of `--json` says of the store.
  var facts: [JSON.Member] {
    [
      .init("store", .string(source.directory)),
      .init("fileBytes", .int(snapshot.fileBytes)),
      .init("limitBytes", .int(snapshot.limitBytes)),
      .init("unreadable", .int(snapshot.unreadableCount)),
    ] + shortfall.members
  }

  private func ranked(_ rank: (StoredEntry) -> Double) -> [StoredEntry] {
    entries.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
      .map(\.element)
  }

  private static func nothing(
    at pattern: AddressPattern, in snapshot: StoreSnapshot
  ) -> String {
    var text = "nothing at \(SafeText.escaped(pattern.text))\n"
    if !pattern.isBelow,
      // What cannot be asked for, or is not there, was not meant.
      let found = try? AddressPattern(pattern.text + "/").entries(in: snapshot), !found.isEmpty
    {
      text += "  hint   did you mean \(SafeText.escaped(pattern.text))/?\n"
    } else if let near = NoValue(pattern: pattern, snapshot: snapshot).failure.hint {
      text += "  hint   \(near)\n"
    }
    return text
  }
}
