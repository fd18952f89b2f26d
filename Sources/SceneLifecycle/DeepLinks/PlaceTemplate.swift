/// A text with parts in braces, cut into literal pieces and parts.
struct PlaceTemplate: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    case literal(String)
    /// A part, by its index in the place's list of names.
    case part(Int)
  }

  let pieces: [Piece]

  /// Cuts a text; new names of parts are added to `names`.
  init(_ text: String, names: inout [String]) throws(PlaceMistake.Reason) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let brace = rest.unicodeScalars.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest.unicodeScalars[brace] == "{" else { throw .closingBrace }
      if brace > rest.startIndex { pieces.append(.literal(String(rest[..<brace]))) }
      let inside = rest[rest.unicodeScalars.index(after: brace)...]
      guard let end = inside.unicodeScalars.firstIndex(where: { $0 == "{" || $0 == "}" }),
        inside.unicodeScalars[end] == "}"
      else { throw .openBrace }
      guard end > inside.startIndex else { throw .emptyName }
      pieces.append(.part(names.indexOrAppend(String(inside[..<end]))))
      rest = inside[inside.unicodeScalars.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(.literal(String(rest))) }
    self.pieces = pieces
  }

  /// The indexes of the parts in order, with repetitions.
  var parts: [Int] {
    pieces.compactMap { piece in
      if case .part(let index) = piece { index } else { nil }
    }
  }

  /// The text with each part replaced; nil if a part has no text.
  func filled(with texts: [String?], encode: (String) -> String = { $0 }) -> String? {
    var result = ""
    for piece in pieces {
      switch piece {
      case .literal(let text): result += text
      case .part(let index):
        guard let text = texts[index] else { return nil }
        result += encode(text)
      }
    }
    return result
  }
}

extension PlaceMistake.Reason: Error {}

extension [String] {
  fileprivate mutating func indexOrAppend(_ name: String) -> Int {
    if let index = firstIndex(of: name) { return index }
    append(name)
    return count - 1
  }
}
