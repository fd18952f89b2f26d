import CPeer
import Foundation

/// Prints ours, peer, ratio, goal, met or not; a missed goal never fails the run.
@main
struct Bench {
  static let groups: [(name: String, rows: @Sendable (Measure) throws -> [Row])] = [
    ("property", { try PropertyRows(measure: $0).rows() }),
    ("flush", { try StoreRows(measure: $0).flushes() }),
    ("device", { try StoreRows(measure: $0).slowDevice() }),
    ("count", { try StoreRows(measure: $0).counts() }),
    ("scene", { try StoreRows(measure: $0).scenes() }),
    ("lifecycle", { try LifecycleRows(measure: $0).rows() }),
    ("restore", { try RestoreRows(measure: $0).rows() }),
  ]

  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--child" {
      return try RestoreRows.runAsChild(Array(arguments.dropFirst()))
    }
    var (isQuick, asJSON, only) = (false, false, "")
    while let argument = arguments.first {
      arguments.removeFirst()
      switch argument {
      case "--quick": isQuick = true
      case "--json": asJSON = true
      case "--only" where !arguments.isEmpty: only = arguments.removeFirst()
      default:
        let names = groups.map(\.name).joined(separator: ", ")
        FileHandle.standardError.write(
          Data("usage: Scripts/bench [--quick] [--json] [--only NAME], NAME of \(names)\n".utf8))
        exit(64)
      }
    }
    peer_start_thread()
    let measure = Measure(isQuick: isQuick)
    var all: [Row] = []
    if !asJSON { print(header) }
    for group in groups where only.isEmpty || group.name == only {
      do {
        let rows = try group.rows(measure)
        all += rows
        if !asJSON { rows.forEach { print(line($0)) } }
      } catch {
        FileHandle.standardError.write(Data("\(group.name): \(error)\n".utf8))
      }
    }
    guard asJSON else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(all), as: UTF8.self))
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
