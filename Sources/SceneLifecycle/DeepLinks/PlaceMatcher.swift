/// Finds the texts of a pattern's parts in a URL or in a path.
///
/// Each part takes as much as it can; if the rest does not fit then, it takes less. Dead ends are
/// remembered, so that many parts side by side do not cost more than the square of the text's
/// length per part (not in a pattern that repeats a part, where they depend on its text).
struct PlaceMatcher {
  enum Piece: Hashable, Sendable {
    case symbol(PlaceSymbol)
    case part(Int)
  }

  private struct Point: Hashable {
    let piece: Int
    let position: Int
  }

  private let pieces: [Piece]
  private let subject: [PlaceSymbol]
  private let endsPart: (PlaceSymbol) -> Bool
  private let accepts: (Int, ArraySlice<PlaceSymbol>) -> Bool
  private let remembersDeadEnds: Bool
  private var deadEnds: Set<Point> = []
  private var found: [ArraySlice<PlaceSymbol>?]

  /// Matches the whole subject.
  ///
  /// - Parameters:
  ///   - pieces: The pattern.
  ///   - subject: What it must match from beginning to end.
  ///   - partCount: How many parts the place has.
  ///   - endsPart: Whether a part cannot hold the symbol.
  ///   - accepts: Whether a part may have the text.
  /// - Returns: The text of each part (nil for one that does not occur), or nil.
  static func match(
    _ pieces: [Piece], _ subject: [PlaceSymbol], partCount: Int,
    endsPart: (PlaceSymbol) -> Bool, accepts: (Int, ArraySlice<PlaceSymbol>) -> Bool
  ) -> [ArraySlice<PlaceSymbol>?]? {
    withoutActuallyEscaping(endsPart) { endsPart in
      withoutActuallyEscaping(accepts) { accepts in
        var matcher = PlaceMatcher(
          pieces, subject, partCount: partCount, endsPart: endsPart, accepts: accepts)
        return matcher.matches(0, 0) ? matcher.found : nil
      }
    }
  }

  private init(
    _ pieces: [Piece], _ subject: [PlaceSymbol], partCount: Int,
    endsPart: @escaping (PlaceSymbol) -> Bool,
    accepts: @escaping (Int, ArraySlice<PlaceSymbol>) -> Bool
  ) {
    self.pieces = pieces
    self.subject = subject
    self.endsPart = endsPart
    self.accepts = accepts
    found = Array(repeating: nil, count: partCount)
    let parts = pieces.filter { if case .part = $0 { true } else { false } }
    remembersDeadEnds = Set(parts).count == parts.count
  }

  private mutating func matches(_ firstPiece: Int, _ start: Int) -> Bool {
    var piece = firstPiece
    var position = start
    while piece < pieces.count, case .symbol(let symbol) = pieces[piece] {
      guard position < subject.count, subject[position] == symbol else { return false }
      piece += 1
      position += 1
    }
    guard piece < pieces.count, case .part(let part) = pieces[piece] else {
      return position == subject.count
    }
    if let text = found[part] {
      let again = subject[position...].prefix(text.count)
      guard again.elementsEqual(text, by: { $0.isSameText(as: $1) }) else { return false }
      return matches(piece + 1, position + text.count)
    }
    let point = Point(piece: piece, position: position)
    guard !deadEnds.contains(point) else { return false }
    if takes(part, from: position, then: piece + 1) { return true }
    if remembersDeadEnds { deadEnds.insert(point) }
    return false
  }

  private mutating func takes(_ part: Int, from position: Int, then next: Int) -> Bool {
    let longest = subject[position...].firstIndex(where: endsPart) ?? subject.count
    guard longest > position, !isInsideScalar(position) else { return false }
    for end in stride(from: longest, to: position, by: -1) {
      guard mayFollow(next, at: end), accepts(part, subject[position..<end]) else { continue }
      found[part] = subject[position..<end]
      if matches(next, end) { return true }
      found[part] = nil
    }
    return false
  }

  /// Whether a text that ended here would cut a Unicode scalar in two.
  private func isInsideScalar(_ position: Int) -> Bool {
    guard position < subject.count, let byte = subject[position].decoded else { return false }
    return byte & 0b1100_0000 == 0b1000_0000
  }

  /// A quick look before the check of a part is asked.
  private func mayFollow(_ piece: Int, at position: Int) -> Bool {
    guard !isInsideScalar(position) else { return false }
    guard piece < pieces.count else { return position == subject.count }
    guard position < subject.count else { return false }
    if case .symbol(let symbol) = pieces[piece] { return subject[position] == symbol }
    return true
  }
}

extension PlaceSymbol {
  /// Whether both stand for the same text, however it was written.
  fileprivate func isSameText(as other: PlaceSymbol) -> Bool {
    self == other || decoded.map { $0 == other.decoded } ?? false
  }
}
