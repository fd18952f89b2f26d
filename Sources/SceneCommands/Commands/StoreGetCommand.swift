import SceneReports
import SceneState
import StoreFormat
import StoreTools

enum StoreGetCommand {
  static let command = Command(
    "store", "get", abstract: "print one value and nothing else",
    operands: "[STORE] ADDR", operandCount: .range(1...2),
    options: [
      .flag("raw", "the stored bytes as they are; a text without quotes"),
      .flag("hex", "the stored bytes in hexadecimal"),
      .flag("set-aside", "the newest value that could not be read and was moved aside"),
      .flag("version", "the version of the key instead of the value"),
      .flag("wait", short: "w", "wait until there is a value, however long that takes"),
      StoreSource.option,
    ] + ClusterPlace.options
  ) { invocation, console in
    if invocation.has("raw") && invocation.has("hex") {
      throw CommandFailure.usage("--raw and --hex exclude each other")
    }
    for bytes in ["raw", "hex"] where invocation.has(bytes) {
      guard let format = ["json", "jsonl", "plain"].first(where: invocation.has) else { continue }
      throw CommandFailure.usage("--\(bytes) and --\(format) exclude each other")
    }
    let source = try StoreSource(invocation, console: console, needsAddress: true)
    let pattern = try AddressPattern(source.address ?? "")
    guard pattern.isExact else {
      throw pattern.meansSeveral(
        StoreTarget(directory: source.directory), "get prints exactly one", of: "get")
    }
    let read: () throws(CommandFailure) -> FoundValue = { () throws(CommandFailure) in
      try source.naming { () throws(CommandFailure) in
        invocation.has("set-aside")
          ? try setAside(at: pattern, source) : try value(at: pattern, source)
      }
    }
    let found =
      invocation.has("wait")
      ? try StoreWait(console: console).first(in: source, read) : try read()
    found.shortfall.tell(of: source.directory, console)
    try source.naming { () throws(CommandFailure) in
      try write(found, at: pattern, invocation, console)
    }
    return found.shortfall.code
  }

  private struct FoundValue {
    let value: EncodedValue?
    let version: Int
    let json: JSON
    /// What could not be read beside it.
    let shortfall: Shortfall
  }

  private static func write(
    _ found: FoundValue, at pattern: AddressPattern, _ invocation: Invocation, _ console: Console
  ) throws(CommandFailure) {
    if invocation.has("version") {
      try console.write("\(found.version)\n")
      return
    }
    guard let value = found.value else {
      throw CommandFailure.damaged(at: pattern)
    }
    if invocation.has("raw") {
      try console.write(value.payload)
    } else if invocation.has("hex") {
      try console.write(hex(value.payload) + "\n")
    } else if invocation.format == .json || invocation.format == .jsonl {
      try console.write(found.json)
    } else {
      try console.write(SafeText.escapedJSON(value.jsonText) + "\n")
    }
  }

  private static func value(
    at pattern: AddressPattern, _ source: StoreSource
  ) throws(CommandFailure) -> FoundValue {
    let snapshot = try source.contents(of: pattern)
    let entry = try entry(at: pattern, in: snapshot)
    let note = snapshot.setAside.last {
      $0.isInPlace && $0.record.valueKey == entry.storedKey
    }
    return FoundValue(
      value: entry.value, version: entry.version,
      json: EntryOutput.json(entry, setAside: note), shortfall: Shortfall(snapshot, []))
  }

  /// The newest one that was moved; what is noted in its place is the value itself.
  private static func setAside(
    at pattern: AddressPattern, _ source: StoreSource
  ) throws(CommandFailure) -> FoundValue {
    let snapshot = try source.contents(of: pattern)
    guard let newest = try pattern.setAside(in: snapshot).last else {
      throw CommandFailure(
        .no, "nothing is set aside at \(pattern.text)", code: "no-such-value",
        next: "scenesim store ls \(source.directory) --set-aside")
    }
    if newest.isInPlace { return try value(at: pattern, source) }
    return FoundValue(
      value: newest.envelope?.value, version: Int(newest.envelope?.keyVersion ?? 0),
      json: SetAsideOutput.json(newest), shortfall: Shortfall(snapshot, []))
  }

  private static func entry(
    at pattern: AddressPattern, in snapshot: StoreSnapshot
  ) throws(CommandFailure) -> StoredEntry {
    let found = try pattern.entries(in: snapshot)
    if let entry = found.first, found.count == 1 { return entry }
    if found.count > 1 {
      // A tab and a nested scope may bear the same texts.
      throw .usage("'\(pattern.text)' means \(found.count) values")
    }
    throw NoValue(pattern: pattern, snapshot: snapshot).failure
  }
}
