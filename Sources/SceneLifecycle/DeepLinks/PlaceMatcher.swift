/// Finds the texts of a pattern's parts in a URL or in a path.
///
/// Each part takes as much as it can; if the rest does not fit then, it takes less. Dead ends are
/// remembered, so that a part costs one look at each place where it may end, however many parts
/// stand side by side. With a check it costs the square of that, as the check sees each text; in
/// a pattern that repeats a part nothing can be remembered.
struct PlaceMatcher {
  enum Piece: Hashable, Sendable {
    case symbol(PlaceSymbol)
    case part(Int)
  }

  /// Whether a part may have the text.
  typealias Check = (ArraySlice<PlaceSymbol>) -> Bool

  private struct Point: Hashable {
    let piece: Int
    let position: Int
  }

  private let pieces: [Piece]
  private let subject: [PlaceSymbol]
  private let checks: [Check?]
  private let endsPart: (PlaceSymbol) -> Bool
  private let ignoresCase: Bool
  private let remembers: Bool
  /// Where parts with a check cannot begin.
  private var deadEnds: Set<Point> = []
  /// For parts without one: from this position on no end was any good.
  private var exhausted: [Int: Int] = [:]
  /// The farthest ends of parts; a part never moves to another segment of the subject.
  private var farthest: [Int: Int] = [:]
  private var found: [ArraySlice<PlaceSymbol>?]

  /// Matches the whole subject.
  ///
  /// - Parameters:
  ///   - pieces: The pattern.
  ///   - subject: What it must match from beginning to end.
  ///   - checks: For each part of the place its check, if it has one.
  ///   - ignoresCase: Whether the pattern's own letters match those of the other case.
  ///   - endsPart: Whether a part cannot hold the symbol.
  /// - Returns: The text of each part (nil for one that does not occur), or nil.
  static func match(
    _ pieces: [Piece], _ subject: [PlaceSymbol], checks: [Check?], ignoresCase: Bool = false,
    endsPart: @escaping (PlaceSymbol) -> Bool
  ) -> [ArraySlice<PlaceSymbol>?]? {
    var matcher = PlaceMatcher(
      pieces, subject, checks: checks, ignoresCase: ignoresCase, endsPart: endsPart)
    return matcher.matches(0, 0) ? matcher.found : nil
  }

  private init(
    _ pieces: [Piece], _ subject: [PlaceSymbol], checks: [Check?], ignoresCase: Bool,
    endsPart: @escaping (PlaceSymbol) -> Bool
  ) {
    self.ignoresCase = ignoresCase
    self.pieces = pieces
    self.subject = subject
    self.checks = checks
    self.endsPart = endsPart
    found = Array(repeating: nil, count: checks.count)
    let parts = pieces.filter { if case .part = $0 { true } else { false } }
    remembers = Set(parts).count == parts.count
  }

  private mutating func matches(_ firstPiece: Int, _ start: Int) -> Bool {
    var piece = firstPiece
    var position = start
    while piece < pieces.count, case .symbol(let symbol) = pieces[piece] {
      guard position < subject.count, isMet(symbol, at: position) else { return false }
      piece += 1
      position += 1
    }
    guard piece < pieces.count, case .part(let part) = pieces[piece] else {
      return position == subject.count
    }
    if let text = found[part] {
      let again = subject[position...].prefix(text.count)
      guard again.elementsEqual(text, by: { !endsPart($0) && $0.isSameText(as: $1) }) else {
        return false
      }
      return matches(piece + 1, position + text.count)
    }
    return takes(part, at: piece, from: position)
  }

  private mutating func takes(_ part: Int, at piece: Int, from position: Int) -> Bool {
    let point = Point(piece: piece, position: position)
    guard !isInsideScalar(position), !deadEnds.contains(point) else { return false }
    let check = checks[part]
    let last = min(farthestEnd(of: piece, from: position), (exhausted[piece] ?? .max) - 1)
    for end in stride(from: last, to: position, by: -1) {
      guard mayFollow(piece + 1, at: end), check?(subject[position..<end]) ?? true else {
        continue
      }
      found[part] = subject[position..<end]
      if matches(piece + 1, end) { return true }
      found[part] = nil
    }
    if remembers, check != nil { deadEnds.insert(point) }
    if remembers, check == nil {
      exhausted[piece] = min(exhausted[piece] ?? .max, position + 1)
    }
    return false
  }

  private mutating func farthestEnd(of piece: Int, from position: Int) -> Int {
    if let end = farthest[piece] { return end }
    let end = subject[position...].firstIndex(where: endsPart) ?? subject.count
    farthest[piece] = end
    return end
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
    if case .symbol(let symbol) = pieces[piece] { return isMet(symbol, at: position) }
    return true
  }

  private func isMet(_ symbol: PlaceSymbol, at position: Int) -> Bool {
    let found = subject[position]
    if found == symbol { return true }
    guard ignoresCase, case .byte(let one) = symbol, case .byte(let other) = found else {
      return false
    }
    return one.lowerCased == other.lowerCased
  }
}

extension UInt8 {
  fileprivate var lowerCased: UInt8 { (65...90).contains(self) ? self | 0x20 : self }
}

extension PlaceSymbol {
  /// Whether both stand for the same text, however it was written.
  fileprivate func isSameText(as other: PlaceSymbol) -> Bool {
    self == other || decoded.map { $0 == other.decoded } ?? false
  }
}
