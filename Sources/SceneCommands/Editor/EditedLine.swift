/// A line while it is typed: its characters as a person counts them, and where the cursor stands.
struct EditedLine: Hashable {
  private(set) var characters: [Character] = []
  /// How many characters are before the cursor.
  private(set) var cursor = 0
  /// What was cut last.
  private var cut: [Character] = []

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }
  var beforeCursor: String { String(characters[..<cursor]) }

  /// Takes the place of everything; the cursor goes to the end.
  mutating func replace(with text: String) {
    characters = Array(text)
    cursor = characters.count
  }

  mutating func insert(_ text: String) {
    // An accent that comes after its letter becomes one character with it.
    let before = String(characters[..<cursor]) + text
    let after = characters[cursor...]
    characters = Array(before) + after
    cursor = before.count
  }

  // MARK: Moving

  mutating func move(by distance: Int) {
    cursor = min(max(cursor + distance, 0), characters.count)
  }

  mutating func moveToStart() { cursor = 0 }
  mutating func moveToEnd() { cursor = characters.count }
  mutating func moveToWord(by direction: Int) {
    cursor = direction < 0 ? startOfWord : endOfWord
  }

  private var startOfWord: Int {
    var place = cursor
    while place > 0, !Self.isWord(characters[place - 1]) { place -= 1 }
    while place > 0, Self.isWord(characters[place - 1]) { place -= 1 }
    return place
  }

  private var endOfWord: Int {
    var place = cursor
    while place < characters.count, !Self.isWord(characters[place]) { place += 1 }
    while place < characters.count, Self.isWord(characters[place]) { place += 1 }
    return place
  }

  /// Steps and keys have hyphens in their names.
  static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "-" || character == "_"
  }

  // MARK: Taking away

  mutating func deleteBackward() {
    guard cursor > 0 else { return }
    cursor -= 1
    characters.remove(at: cursor)
  }

  mutating func deleteForward() {
    if cursor < characters.count { characters.remove(at: cursor) }
  }

  mutating func cutToEnd() { cut(cursor..<characters.count) }
  mutating func cutToStart() { cut(0..<cursor) }

  /// Cuts back to the blank before the word, as Ctrl-W does in shells.
  mutating func cutWord() {
    var place = cursor
    while place > 0, characters[place - 1].isWhitespace { place -= 1 }
    while place > 0, !characters[place - 1].isWhitespace { place -= 1 }
    cut(place..<cursor)
  }

  mutating func paste() { insert(String(cut)) }

  private mutating func cut(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    cut = Array(characters[range])
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }
}
