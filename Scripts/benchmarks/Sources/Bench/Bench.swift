import CPeer
import Foundation

/// Rows that are measured together, since they share what has to be prepared.
struct RowGroup: Sendable {
  let name: String
  /// How the operations of its rows begin, for `--only`.
  let operations: [String]
  let measure: @Sendable (Measure) throws -> [Row]

  func matches(_ wanted: String) -> Bool {
    wanted.isEmpty || name == wanted || operations.contains { Self.overlap($0, wanted) }
  }

  private static func overlap(_ operation: String, _ wanted: String) -> Bool {
    operation.hasPrefix(wanted) || wanted.hasPrefix(operation)
  }

  static let all = [
    RowGroup(name: "property", operations: ["read,", "write"]) {
      try PropertyRows(measure: $0).rows()
    },
    RowGroup(name: "flush", operations: ["flush 1", "flush 100", "flush 10000"]) {
      try StoreRows(measure: $0).flushes()
    },
    RowGroup(name: "device", operations: ["flush 1, 1 ms", "flush 100, 1 ms", "writes/s"]) {
      try StoreRows(measure: $0).slowDevice()
    },
    RowGroup(name: "count", operations: ["flushes,"]) { try StoreRows(measure: $0).counts() },
    RowGroup(name: "scene", operations: ["list 32 keys", "destroy a scene", "disk per payload"]) {
      try StoreRows(measure: $0).scenes()
    },
    RowGroup(name: "growth", operations: ["file growth"]) { try GrowthRows(measure: $0).rows() },
    RowGroup(name: "shared", operations: ["scene reads/s", "writer beside"]) {
      try SharedRows(measure: $0).rows()
    },
    RowGroup(name: "document", operations: ["one property of 100 scenes"]) {
      try DocumentRows(measure: $0).rows()
    },
    RowGroup(name: "life", operations: ["a window's life"]) { try LifeRows(measure: $0).rows() },
    RowGroup(name: "simulator", operations: ["simulated events/s"]) {
      try SimulatorRows(measure: $0).rows()
    },
    RowGroup(
      name: "lifecycle", operations: ["change of state", "open and close", "activity to its"]
    ) { try LifecycleRows(measure: $0).rows() },
    RowGroup(name: "restore", operations: ["open + restore"]) {
      try RestoreRows(measure: $0).rows()
    },
    RowGroup(name: "language", operations: LanguageRows.names) {
      try LanguageRows(measure: $0).rows()
    },
  ]
}

/// Prints ours, peer, ratio, goal, met or not; a missed goal never fails the run.
@main
struct Bench {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--child" {
      return try RestoreRows.runAsChild(Array(arguments.dropFirst()))
    }
    if arguments.first == "--reader" {
      return try SharedRows.runAsReader(Array(arguments.dropFirst()))
    }
    var (isQuick, asJSON, only) = (false, false, "")
    while let argument = arguments.first {
      arguments.removeFirst()
      switch argument {
      case "--quick": isQuick = true
      case "--json": asJSON = true
      case "--only" where !arguments.isEmpty: only = arguments.removeFirst()
      default: refuse("unknown argument '\(argument)'")
      }
    }
    let groups = RowGroup.all.filter { $0.matches(only) }
    if groups.isEmpty { refuse("no row is called '\(only)'") }
    peer_start_thread()
    let measure = Measure(isQuick: isQuick)
    var all: [Row] = []
    if !asJSON { print(header) }
    for (index, group) in groups.enumerated() {
      showProgress("measuring \(group.name), \(index + 1) of \(groups.count)")
      do {
        let rows = try group.measure(measure)
          .filter { only.isEmpty || only == group.name || $0.operation.hasPrefix(only) }
        showProgress("")
        all += rows
        if !asJSON { rows.forEach { print(line($0)) } }
      } catch {
        showProgress("")
        FileHandle.standardError.write(Data("\(group.name): \(error)\n".utf8))
      }
    }
    guard asJSON else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(["rows": all]), as: UTF8.self))
  }

  private static func refuse(_ reason: String) -> Never {
    let names = RowGroup.all.map { "  \($0.name): \($0.operations.joined(separator: " · "))" }
    let text = """
      error: \(reason)
      usage: Scripts/bench [--quick] [--json] [--only NAME]
      NAME is a group, or how the operation of a row begins:
      \(names.joined(separator: "\n"))

      """
    FileHandle.standardError.write(Data(text.utf8))
    exit(64)
  }

  /// One moving line, on a terminal only.
  private static func showProgress(_ text: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
  }

  private static let header =
    pad("OPERATION", 30) + pad("PEER", 29) + left("OURS", 12) + left("PEER", 12) + "  UNIT"
    + left("RATIO", 9) + left("GOAL", 9) + "  MET"

  private static func line(_ row: Row) -> String {
    pad(row.operation, 30) + pad(row.peer, 29) + left(number(row.ours), 12)
      + left(number(row.peerValue), 12) + "  " + pad(row.unit, 4) + left(number(row.ratio), 9)
      + left((row.moreIsBetter ? "≥" : "≤") + number(row.goal), 9) + (row.isMet ? "  yes" : "  NO")
  }

  private static func number(_ value: Double) -> String {
    value >= 100 || value == value.rounded() ? String(Int(value.rounded())) : format(value)
  }

  private static func format(_ value: Double) -> String {
    value < 0.1 ? String(format: "%.4f", value) : String(format: "%.2f", value)
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func left(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
