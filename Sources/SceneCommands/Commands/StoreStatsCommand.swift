import SceneScenarios
import SceneReports
import SceneState
import StoreTools

enum StoreStatsCommand {
  static let command = Command(
    "store", "stats", abstract: "say how full a store is, and with what",
    operands: "[STORE]", operandCount: .range(0...1),
    options: [
      StoreSource.option,
      .value("top", "N", "how many of the biggest values and scenes, 10 if not given"),
    ]
  ) { invocation, console in
    console.pages(invocation)
    let source = try StoreSource(invocation, console: console, needsAddress: false)
    let top = try invocation.number("top", least: 0) ?? 10
    let statistics = try source.look { (look) throws(StoreInspector.Failure) in
      try StoreStatistics(source, look, top: top)
    }
    let shortfall = statistics.shortfall
    shortfall.tell(of: source.directory, console)
    switch invocation.format {
    case .table: try console.write(lines: page(statistics, console))
    case .plain:
      for row in statistics.rows { try console.write("\(row.name)\t\(row.value)\n") }
      for big in statistics.biggest {
        try console.write("value\t\(big.address)\t\(SafeText.escaped(big.type))\t\(big.bytes)\n")
      }
      for share in statistics.shares.prefix(top) {
        try console.write("scene\t\(share.label)\t\(share.values)\t\(share.bytes)\n")
      }
    case .json, .jsonl: try console.write(statistics.json)
    }
    return shortfall.code
  }

  private static func page(_ statistics: StoreStatistics, _ console: Console) -> [String] {
    let symbols = console.symbols
    let visible = symbols.visible
    var lines = statistics.sentences(symbols) + [""]
    let widest = statistics.rows.map(\.name.utf8.count).max() ?? 0
    lines += statistics.rows.map { DisplayWidth.padded($0.name, to: widest) + "  " + $0.value }
    if !statistics.biggest.isEmpty {
      var table = TextTable([
        .init("BIGGEST VALUES", cutWidth: 12), .init("TYPE", cutWidth: 6),
        .init("SIZE", isRightAligned: true),
      ])
      for big in statistics.biggest {
        table.add([visible(big.address), visible(big.type), Amount.bytes(big.bytes)])
      }
      lines += [""] + console.lines(of: table)
      var shares = TextTable([
        .init("BIGGEST SCENES", cutWidth: 12), .init("VALUES", isRightAligned: true),
        .init("SIZE", isRightAligned: true), .init("SHARE", isRightAligned: true),
      ])
      for share in statistics.shares.prefix(statistics.top) {
        shares.add([
          visible(share.label), String(share.values), Amount.bytes(share.bytes),
          statistics.percent(share.bytes, of: statistics.valueBytes),
        ])
      }
      lines += [""] + console.lines(of: shares)
    }
    return lines
  }
}
