import SceneState
import StoreFormat
import StoreTools

enum StoreDumpCommand {
  static let command = Command(
    "store", "dump", abstract: "write everything in a store as lines of JSON",
    operands: "[STORE]", operandCount: .range(0...1),
    options: [
      .flag("mdb", "for mdb_load, the tool of LMDB"),
      .values("redact", "KEY", "leave out the values of a key; '*' for any characters"),
      StoreSource.option,
    ] + ClusterPlace.options
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 0, reads: true)
    let redaction = try Redaction(invocation.values("redact"))
    if invocation.format == .json {
      throw CommandFailure.usage(
        "a dump is lines of JSON, not one object", next: "scenesim store dump \(target.word)")
    }
    if invocation.has("mdb"), !redaction.isEmpty {
      throw CommandFailure.usage("--mdb and --redact exclude each other")
    }
    let (contents, shortfall) =
      ClusterPlace.isOne(target.directory)
      ? try StoreTarget.contents(
        of: try ClusterPlace(target.directory).look(invocation, console))
      : try target.whatIsLeft()
    shortfall.tell(of: target.directory, console)
    redaction.tell(unused: StoreSnapshot(contents).entries.map(\.key), console)
    console.keepsOutputPrivate = true
    func write(_ line: String) throws(CommandFailure) { try console.write(line + "\n") }
    if invocation.has("mdb") {
      try ToolDump(contents).forEachLine(write)
    } else {
      let dump = DumpWriter(
        contents, hidesRecords: redaction.isEverything,
        isRedacted: redaction.isEmpty ? nil : { redaction.hides($1.key) })
      try dump.forEachLine(write)
    }
    return shortfall.code
  }
}
