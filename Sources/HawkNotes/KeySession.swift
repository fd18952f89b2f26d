import HawkNotesApp
import SceneLifecycle
import SceneState

/// Hawk Notes on a terminal: keys write into the draft, the screen shows all windows.
@MainActor package struct KeySession {
  private let desktop: Desktop
  /// The command that is being written; nil while keys write into the draft.
  private var line: String?
  private var message = ""

  /// What the keys do, in one line each.
  private static let hints = [
    "type to write, Tab: next book",
    "up/down: windows, ^N: new, ^W: close",
    "Enter: commands, ^C: end",
  ]

  package init(_ desktop: Desktop) { self.desktop = desktop }

  /// The windows, the message and the hints; older windows are left out if they do not fit.
  package func screen(_ style: Frame.Style, rows: Int) -> String {
    let frame = Frame(style)
    let windows = desktop.pictures
    var shown = windows
    let footer = [message.visible, line.map { "> \($0.visible)" } ?? ""].filter { !$0.isEmpty }
      .flatMap { $0.wrapped(columns: style.columns) }
    let room = rows - footer.count - Self.hints.count - 2
    var text = frame.draw(shown)
    while shown.count > 1, text.count(where: { $0 == "\n" }) > room,
      let oldest = shown.firstIndex(where: { !$0.isFront })
    {
      shown.remove(at: oldest)
      text = frame.draw(shown) + "(\(windows.count - shown.count) more)\n"
    }
    text += footer.map { $0 + "\n" }.joined()
    for hint in Self.hints where line == nil {
      text += hint.columns > style.columns ? String(hint.prefix(style.columns)) : hint
      text += "\n"
    }
    return text
  }

  /// Does what a key means.
  ///
  /// - Returns: What to end with, or nil to go on.
  package mutating func press(_ key: Key) -> Ending? {
    message = ""
    defer { tellNews() }
    do throws(Mistake) {
      if let line { return try edit(line, key) }
      switch key {
      case .control("c"): return .interrupted
      case .control("d"): return .success
      case .enter: line = ""
      default: if let command = command(for: key) { return try carryOut(command) }
      }
    } catch { message = "\(error)" }
    return nil
  }

  /// Takes in what other processes did, while nobody presses a key.
  package mutating func noticeOthers() {
    desktop.noticeOthers()
    tellNews()
  }

  private mutating func tellNews() {
    guard let news = desktop.news() else { return }
    message = message.isEmpty ? news : "\(news): \(message)"
  }

  private mutating func edit(_ text: String, _ key: Key) throws(Mistake) -> Ending? {
    switch key {
    case .control("c"): return .interrupted
    case .text(let more): line = text + more
    case .backspace: line = text.isEmpty ? nil : String(text.dropLast())
    case .escape, .control("d"): line = nil
    case .enter:
      line = nil
      if let command = try TypedCommand(line: text) { return try carryOut(command) }
    default: break
    }
    return nil
  }

  private mutating func carryOut(_ command: TypedCommand) throws(Mistake) -> Ending? {
    switch command {
    case .quit: return .success
    case .crash: TerminalEdge.die()
    case .help: message = CommandSyntax.all.map(\.name).joined(separator: ", ")
    default: message = try desktop.perform(command) ?? ""
    }
    return nil
  }

  private func command(for key: Key) -> TypedCommand? {
    switch key {
    case .text(let text): .type(text)
    case .backspace: .erase
    case .tab, .right: select(1)
    case .backTab, .left: select(-1)
    case .down: activate(1)
    case .up: activate(-1)
    case .control("n"): .open
    case .control("w"): .close(nil)
    case .control("z"): .background
    default: nil
    }
  }

  private func select(_ offset: Int) -> TypedCommand? {
    guard let front = desktop.pictures.first(where: \.isFront) else { return nil }
    return Self.after(front.tab, in: BookTab.allCases, by: offset).map { .select($0) }
  }

  private func activate(_ offset: Int) -> TypedCommand? {
    let windows = desktop.pictures
    guard let front = windows.first(where: \.isFront) else { return nil }
    // From the background the front window itself comes back.
    let next =
      front.state == .background
      ? front.name : Self.after(front.name, in: windows.map(\.name), by: offset)
    return next.map { .activate(SceneID(rawValue: $0)) }
  }

  private static func after<Element: Equatable>(
    _ element: Element, in all: [Element], by offset: Int
  ) -> Element? {
    all.firstIndex(of: element).map { all[($0 + offset + all.count) % all.count] }
  }
}
