/// Finds the names a misspelled one was probably meant to be.
package enum NearestName {
  /// At most three names within two edits (one, if both have up to three letters), nearest first.
  ///
  /// An edit is a letter too many, missing, wrong or swapped with its neighbour. Writing in
  /// the wrong case counts as one edit altogether.
  package static func suggestions(for name: String, among names: [String]) -> [String] {
    guard !name.isEmpty else { return [] }
    let wanted = Array(name.lowercased().unicodeScalars)
    var found: [(distance: Int, name: String)] = []
    for candidate in Set(names) where candidate != name {
      let lowered = Array(candidate.lowercased().unicodeScalars)
      let limit = max(lowered.count, wanted.count) <= 3 ? 1 : 2
      guard abs(lowered.count - wanted.count) <= limit else { continue }
      let distance = max(1, edits(from: wanted, to: lowered))
      if distance <= limit, distance < max(lowered.count, 2) { found.append((distance, candidate)) }
    }
    found.sort { $0.distance == $1.distance ? $0.name < $1.name : $0.distance < $1.distance }
    return found.prefix(3).map(\.name)
  }

  /// The Damerau-Levenshtein distance (each stretch edited once).
  static func edits(from old: [Unicode.Scalar], to new: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...new.count)
    for row in old.indices {
      var current = [row + 1]
      for column in new.indices {
        let same = old[row] == new[column]
        var cost = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, old[row] == new[column - 1], old[row - 1] == new[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[new.count]
  }
}
