import SceneReports
import SceneState
import StoreTools

enum StoreReadersCommand {
  static let command = Command(
    "store", "readers", abstract: "show who reads a store, and who died reading it",
    operands: "[STORE]", operandCount: .range(0...1),
    options: [
      StoreSource.option,
      .flag("clear-stale", "free the slots of processes that are gone"),
    ]
  ) { invocation, console in
    let source = try StoreSource(invocation, console: console, needsAddress: false)
    let cleared =
      invocation.has("clear-stale")
      ? try source.ask { (directory) throws(StoreInspector.Failure) in
        try StoreInspector.clearStaleReaders(directory)
      } : nil
    let rows = try source.look { (look) throws(StoreInspector.Failure) in try look.readers() }
    try console.answer(
      invocation, "store.readers",
      [.init("store", .string(source.directory)), .init("cleared", .number(cleared))],
      rows: "readers", rows.map(json), plain: rows.map(plain), table: table(rows, console),
      footer: footer(rows, cleared))
    let snapshot = try source.snapshot()
    let shortfall = Shortfall(snapshot, snapshot.entries)
    shortfall.tell(of: source.directory, console)
    return shortfall.code
  }

  private static func json(_ row: ReaderRow) -> JSON {
    [
      "process": .int(row.processID), "name": .text(row.processName),
      "txn": .number(row.transaction), "age": .number(row.age), "stale": .bool(row.isStale),
    ]
  }

  private static func plain(_ row: ReaderRow) -> String {
    [
      String(row.processID), row.processName.map { SafeText.escaped($0) } ?? "-",
      row.transaction.map { String($0) } ?? "-", row.age.map { String($0) } ?? "-",
      row.isStale ? "stale" : "living",
    ].joined(separator: "\t")
  }

  private static func table(_ rows: [ReaderRow], _ console: Console) -> [String] {
    guard !rows.isEmpty else { return [] }
    let dash = console.symbols.dash
    var table = TextTable([
      .init("PROCESS", isRightAligned: true), .init("NAME", cutWidth: 6), .init("READS"),
      .init("COMMITS SINCE", isRightAligned: true), .init("STATE"),
    ])
    for row in rows {
      let name = row.processName.map(console.symbols.visible)
      table.add([
        String(row.processID), name ?? dash, row.transaction.map { "txn \($0)" } ?? "nothing now",
        row.age.map { String($0) } ?? dash, row.isStale ? "gone" : "runs",
      ])
    }
    return console.lines(of: table)
  }

  private static func footer(_ rows: [ReaderRow], _ cleared: Int?) -> String {
    let stale = rows.count { $0.isStale }
    var text = rows.isEmpty ? "nobody reads the store" : Amount.count(rows.count, "reader")
    if stale > 0 { text += ", \(stale) of them gone: --clear-stale lets go of what they hold" }
    if let cleared { text += ", \(cleared) cleared" }
    return text
  }
}
