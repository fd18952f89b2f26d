/// The lines that were typed before, as the arrows bring them back.
struct LineHistory {
  private(set) var lines: [String] = []
  /// Which line is shown; after the last one the one that is being typed.
  private var place = 0
  /// What was being typed before the arrows went elsewhere.
  private var draft = ""

  /// Keeps a line; the same one twice in a row is kept once.
  mutating func add(_ line: String) {
    if !line.isEmpty, lines.last != line { lines.append(line) }
    place = lines.count
    draft = ""
  }

  /// The line before, or after, the one that is shown; nil if there is none.
  mutating func line(by direction: Int, from shown: String) -> String? {
    let next = place + direction
    guard (0...lines.count).contains(next) else { return nil }
    if place == lines.count { draft = shown }
    place = next
    return place == lines.count ? draft : lines[place]
  }
}
