import SceneScenarios
import SceneReports

/// A change as a line for people; of long values the part that differs is shown.
struct ChangeText {
  /// How much of what is equal stays before the difference.
  private static let contextColumns = 12
  /// Values are cut here if no terminal limits them.
  private static let lineColumns = 160

  let symbols: Symbols
  let paint: Paint
  let width: Int?
  let isFull: Bool

  init(_ console: Console, _ invocation: Invocation) {
    (symbols, paint, width) = (console.symbols, console.paint, console.width)
    isFull = invocation.has("full")
  }

  /// A line for each change, the values below each other as far as the terminal allows.
  func lines(_ changes: [ListedChange]) -> [String] {
    let widest = changes.map { DisplayWidth.of(name($0)) }.max() ?? 0
    let column = width.map { min(widest, max($0 / 2, 12)) } ?? widest
    return changes.map { change in
      var line = line(change, addressWidth: column)
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// `~ A/selectedTab   "hawk" → "raven"`.
  func line(_ change: ListedChange, addressWidth: Int) -> String {
    let name = DisplayWidth.padded(name(change), to: addressWidth)
    let room = max((width ?? Self.lineColumns) - addressWidth - 4, 20)
    let values = values(change, room: room)
    let mark = painted(change.operation.mark)
    return values.isEmpty ? "\(mark) \(self.name(change))" : "\(mark) \(name)  \(values)"
  }

  /// What stands in the column of addresses.
  func name(_ change: ListedChange) -> String {
    let address = symbols.visible(change.address)
    return switch change.subject {
    case .value: address
    case .scene: change.key.map { "\(address) (\($0))" } ?? "\(address) (scene)"
    case .setAside: "\(address) (set aside)"
    }
  }

  private var arrow: String { symbols.isASCII ? "->" : "→" }

  private func values(_ change: ListedChange, room: Int) -> String {
    func typed(_ json: String?, _ type: String?) -> String? {
      json.map { symbols.visibleJSON($0) + (type.map { " (\(symbols.visible($0)))" } ?? "") }
    }
    let old = typed(change.old, change.oldType)
    let new = typed(change.new, change.newType)
    switch (old, new) {
    case (nil, nil): return ""
    case (let one?, nil), (nil, let one?):
      guard change.operation == .change else { return cut(one, room) }
      return cut(
        change.old == nil ? "\(symbols.dash) \(arrow) \(one)" : "\(one) \(arrow) \(symbols.dash)",
        room)
    case (let old?, let new?):
      let both = room - 4
      if isFull || DisplayWidth.of(old) + DisplayWidth.of(new) <= both {
        return "\(old) \(arrow) \(new)"
      }
      let (before, after) = differing(Array(old), Array(new), room: both / 2)
      return "\(before) \(arrow) \(after)"
    }
  }

  /// Both texts from a little before their first difference on.
  private func differing(
    _ old: [Character], _ new: [Character], room: Int
  ) -> (String, String) {
    let same = zip(old, new).prefix { $0 == $1 }.count
    let start = same > Self.contextColumns ? same - Self.contextColumns : 0
    func part(_ text: [Character]) -> String {
      let rest = String(text[min(start, text.count)...])
      return cut((start > 0 ? symbols.ellipsis : "") + rest, room)
    }
    return (part(old), part(new))
  }

  private func cut(_ text: String, _ room: Int) -> String {
    isFull ? text : DisplayWidth.cut(text, to: room, mark: symbols.ellipsis)
  }

  private func painted(_ mark: String) -> String {
    switch mark {
    case "+": paint.good(mark)
    case "-": paint.bad(mark)
    default: mark
    }
  }
}
