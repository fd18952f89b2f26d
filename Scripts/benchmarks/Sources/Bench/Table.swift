import Foundation

/// Rows as lines of text.
enum Table {
  static let header =
    pad("OPERATION", 32) + pad("PEER", 28) + left("OURS", 12) + left("PEER", 12) + "  UNIT"
    + left("RATIO", 9) + left("GOAL", 9) + "  MET"

  static func line(_ row: Row) -> String {
    pad(row.operation, 32) + pad(row.peer, 28) + left(number(row.ours), 12)
      + left(number(row.peerValue), 12) + "  " + pad(row.unit, 4) + left(number(row.ratio), 9)
      + goal(of: row)
  }

  private static func goal(of row: Row) -> String {
    guard let goal = row.goal else { return left("–", 9) }
    return left((row.moreIsBetter ? "≥" : "≤") + number(goal), 9) + (row.isMet ? "  yes" : "  NO")
  }

  static func summary(_ rows: [Row]) -> String {
    let goals = rows.filter { $0.goal != nil }
    return "\(goals.count { $0.isMet }) of \(goals.count) goals met"
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
