package import HawkNotesApp
package import SceneState

/// What the user asks for, by a line or by a key.
package enum TypedCommand: Equatable {
  /// Where a dragged character is dropped.
  package enum DropPlace: Equatable {
    case edge
    case window(SceneID)
  }

  case open
  case select(BookTab)
  case type(String)
  case erase
  case clear
  case push(String)
  case pop
  case activate(SceneID)
  case background
  case drag(HawkNotesApp.Character, to: DropPlace)
  /// Nil closes the window in front.
  case close(SceneID?)
  case places
  /// Nil brings every window of other machines.
  case bring(String?, from: String?)
  case show
  case crash
  case help
  case quit
}

/// How one command is written, for reading lines and for help.
struct CommandSyntax {
  let name: String
  let argument: String
  let summary: String

  init(_ name: String, _ argument: String = "", _ summary: String) {
    (self.name, self.argument, self.summary) = (name, argument, summary)
  }

  static let all = [
    CommandSyntax("open", "open a new window in front"),
    CommandSyntax("select", "BOOK", "show another book: hawk, raven or swift"),
    CommandSyntax("type", "TEXT", "add to the draft of the shown book"),
    CommandSyntax("erase", "take the last letter of the draft away"),
    CommandSyntax("clear", "empty the draft"),
    CommandSyntax("push", "SCREEN", "go to a screen, such as character/tala"),
    CommandSyntax("pop", "go back one screen"),
    CommandSyntax("activate", "WINDOW", "bring a window to the front"),
    CommandSyntax("background", "hide all windows, as if another app were in front"),
    CommandSyntax("drag", "WHO PLACE", "drag a character to the edge or onto a window"),
    CommandSyntax("close", "[WINDOW]", "close a window: its drafts go with it"),
    CommandSyntax("places", "list the windows of other machines, with --roam"),
    CommandSyntax("bring", "[WINDOW] [FROM]", "bring one of them here, or all"),
    CommandSyntax("show", "draw the windows"),
    CommandSyntax("crash", "end at once, as kill -9 does"),
    CommandSyntax("help", "list the commands"),
    CommandSyntax("quit", "end; everything is back next time"),
  ]

  private init(_ name: String, _ summary: String) { self.init(name, "", summary) }

  /// The commands, one a line.
  static var help: String {
    all.map { syntax in
      let usage = syntax.argument.isEmpty ? syntax.name : "\(syntax.name) \(syntax.argument)"
      return
        "  \(usage)\(String(repeating: " ", count: max(1, 18 - usage.count)))\(syntax.summary)\n"
    }.joined()
  }
}

extension TypedCommand {
  /// Reads a line; nil for an empty one and for a comment that begins with `#`.
  package init?(line: String) throws(Mistake) {
    let trimmed = line.drop { $0 == " " || $0 == "\t" }
    guard !trimmed.isEmpty, !trimmed.hasPrefix("#") else { return nil }
    let name = String(trimmed.prefix { $0 != " " && $0 != "\t" })
    let rest = String(trimmed.dropFirst(name.count + 1))
    guard let syntax = CommandSyntax.all.first(where: { $0.name == name }) else {
      throw .unknown("command", name, among: CommandSyntax.all.map(\.name))
    }
    let words = rest.split(whereSeparator: \.isWhitespace).map(String.init)
    let wanted = syntax.argument.split(separator: " ")
    if name != "type" {
      let least = wanted.count { !$0.hasPrefix("[") }
      guard (least...wanted.count).contains(words.count) else { throw .usage(syntax) }
    } else if rest.isEmpty {
      throw .usage(syntax)
    }
    self = try Self.command(syntax, words, rest)
  }

  private static func command(
    _ syntax: CommandSyntax, _ words: [String], _ rest: String
  ) throws(Mistake) -> TypedCommand {
    switch syntax.name {
    case "open": return .open
    case "select": return .select(try book(words[0]))
    case "type": return .type(rest)
    case "erase": return .erase
    case "clear": return .clear
    case "push": return .push(words[0])
    case "pop": return .pop
    case "activate": return .activate(SceneID(rawValue: words[0]))
    case "background": return .background
    case "drag": return .drag(try character(words[0]), to: place(words[1]))
    case "close": return .close(words.first.map { SceneID(rawValue: $0) })
    case "places": return .places
    case "bring": return .bring(words.first, from: words.dropFirst().first)
    case "show": return .show
    case "crash": return .crash
    case "help": return .help
    default: return .quit
    }
  }

  private static func book(_ word: String) throws(Mistake) -> BookTab {
    guard let book = BookTab(rawValue: word) else {
      throw .unknown("book", word, among: BookTab.allCases.map(\.rawValue))
    }
    return book
  }

  private static func character(_ word: String) throws(Mistake) -> HawkNotesApp.Character {
    guard let character = HawkNotesApp.Character.all.first(where: { $0.id == word }) else {
      throw .unknown("character", word, among: HawkNotesApp.Character.all.map(\.id))
    }
    return character
  }

  private static func place(_ word: String) -> DropPlace {
    word == "edge" ? .edge : .window(SceneID(rawValue: word))
  }
}
