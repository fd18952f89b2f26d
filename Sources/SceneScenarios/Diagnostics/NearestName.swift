/// Finds the names a misspelled one was probably meant to be.
package enum NearestName {
  /// Of very many names only so many are compared.
  static let limit = 250

  /// At most three names within two edits (one, if both have up to four letters), nearest first.
  ///
  /// An edit is a letter too many, missing, wrong or swapped with its neighbour. Writing in
  /// the wrong case counts as one edit altogether, and no letter is near another one. Of very many
  /// names only the first are compared.
  package static func suggestions(for name: String, among names: [String]) -> [String] {
    guard !name.isEmpty else { return [] }
    let wanted = Array(name.lowercased().unicodeScalars)
    var found: [(distance: Int, name: String)] = []
    for candidate in Set(names.prefix(limit)) where candidate != name {
      let lowered = Array(candidate.lowercased().unicodeScalars)
      // With two edits half of four letters are those of another word.
      let limit = max(lowered.count, wanted.count) <= 4 ? 1 : 2
      if lowered.count == 1, wanted.count == 1, lowered != wanted { continue }
      guard abs(lowered.count - wanted.count) <= limit else { continue }
      let distance = max(1, edits(from: wanted, to: lowered))
      if distance <= limit, distance < max(lowered.count, 2) { found.append((distance, candidate)) }
    }
    found.sort { $0.distance == $1.distance ? $0.name < $1.name : $0.distance < $1.distance }
    return found.prefix(3).map(\.name)
  }

  /// How many edits one name is from another, the case of letters aside.
  package static func distance(_ old: String, _ new: String) -> Int {
    edits(from: Array(old.lowercased().unicodeScalars), to: Array(new.lowercased().unicodeScalars))
  }

  /// The one name that is nearest; nil if none is near, or another one is as near.
  static func nearest(to name: String, among names: [String]) -> String? {
    let near = suggestions(for: name, among: names)
    guard let first = near.first else { return nil }
    if near.count > 1, distance(near[1], name) == distance(first, name) { return nil }
    return first
  }

  /// The Damerau-Levenshtein distance: letters may be swapped although others stood between them.
  static func edits(from old: [Unicode.Scalar], to new: [Unicode.Scalar]) -> Int {
    // What both begin and end with needs no edit.
    let start = zip(old, new).prefix { $0 == $1 }.count
    var (old, new) = (old[start...], new[start...])
    while let last = old.last, last == new.last {
      old.removeLast()
      new.removeLast()
    }
    return edits(from: Array(old), toOther: Array(new))
  }

  private static func edits(from old: [Unicode.Scalar], toOther new: [Unicode.Scalar]) -> Int {
    let far = old.count + new.count
    if old.isEmpty || new.isEmpty { return far }
    let width = new.count + 2
    // Row and column 0 stand for the letters before the first one.
    var table = [Int](repeating: far, count: (old.count + 2) * width)
    for row in 0...old.count { table[(row + 1) * width + 1] = row }
    for column in 0...new.count { table[width + column + 1] = column }
    // The last row with the scalar of each column.
    var lastRows = [Int](repeating: 0, count: new.count)
    for row in 0..<old.count {
      var lastColumn = 0
      for column in 0..<new.count {
        let (swapRow, swapColumn) = (lastRows[column], lastColumn)
        let isSame = old[row] == new[column]
        if isSame { lastColumn = column + 1 }
        let swapped =
          table[swapRow * width + swapColumn] + (row - swapRow) + 1 + (column - swapColumn)
        table[(row + 2) * width + column + 2] = min(
          table[(row + 1) * width + column + 1] + (isSame ? 0 : 1),
          table[(row + 2) * width + column + 1] + 1, table[(row + 1) * width + column + 2] + 1,
          swapped)
      }
      for column in 0..<new.count where new[column] == old[row] { lastRows[column] = row + 1 }
    }
    return table[(old.count + 1) * width + new.count + 1]
  }
}
