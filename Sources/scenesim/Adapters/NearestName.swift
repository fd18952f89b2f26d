/// Stands in for `SceneScenarios.NearestName` until that is there.
enum NearestName {
  static func suggestions(for word: String, among words: [String]) -> [String] {
    let ranked = words.map { (name: $0, distance: distance(word, $0)) }
      .filter { $0.distance <= 2 && $0.distance < max(word.count, 1) }
    return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }

  private static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var row = Array(0...right.count)
    for i in left.indices {
      var diagonal = row[0]
      row[0] = i + 1
      for j in right.indices {
        let above = row[j + 1]
        let replaced = diagonal + (left[i] == right[j] ? 0 : 1)
        row[j + 1] = min(above + 1, row[j] + 1, replaced)
        diagonal = above
      }
    }
    return row[right.count]
  }
}
