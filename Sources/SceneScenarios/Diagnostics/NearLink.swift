/// Says by what a link that leads nowhere misses the place that was probably meant.
enum NearLink {
  /// The nearest pattern and what is different, or the patterns there are; nil without any.
  static func hint(
    for link: String, among patterns: [String],
    ignoringCase: (isMeant: Bool, isPossible: Bool),
    misfit: (_ pattern: String) -> String?
  ) -> String? {
    let near = patterns.compactMap { pattern in
      distance(parts(link), parts(pattern)).map { (distance: $0, pattern: pattern) }
    }
    guard let nearest = near.min(by: { $0.distance < $1.distance }) else {
      return SourceFile.choice(for: link, among: patterns)
    }
    let pattern = nearest.pattern
    if nearest.distance > 0 { return "did you mean `\(pattern)`?" }
    let path = link.prefix { $0 != "?" && $0 != "#" }
    if path.hasSuffix("/"), !pattern.hasSuffix("/") {
      return "without the `/` at its end it leads to `\(pattern)`"
    }
    if !ignoringCase.isMeant, differsInCase(parts(link), parts(pattern)) {
      return "`\(pattern)` is written in other cases"
        + (ignoringCase.isPossible ? "; `ignoring-case: true` takes both" : ": write it so")
    }
    if path.count < link.count, !pattern.contains("?") {
      return "`\(pattern)` takes no query and no fragment"
    }
    let asked = pattern.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&")
    let lacking = (asked ?? []).first { part in
      let name = part.prefix { $0 != "=" }.filter { !"{}".contains($0) }
      return !part.contains("?}") && !link.dropFirst(path.count).contains("\(name)=")
    }
    if let lacking {
      return
        "`\(pattern)` wants `\(lacking)` in the query; with a `?` before the `}` it may be left "
        + "out"
    }
    return misfit(pattern)
      ?? "`\(pattern)` is the nearest: compare the parts, their `check`, and the query"
  }

  /// An item of a link's query that a pattern takes the link without, and that is nearly one that the
  /// pattern has and the link has not; nil if there is none.
  static func misspeltItem(of link: String, takenBy pattern: String) -> (
    item: String, meant: String
  )? {
    let (given, known) = (items(link), items(pattern))
    let missing = known.filter { !given.contains($0) }
    for item in given where !known.contains(item) {
      if let meant = NearestName.nearest(to: item, among: missing) { return (item, meant) }
    }
    return nil
  }

  /// The names of the items of a query, those of a pattern without the signs of a variable.
  private static func items(_ url: String) -> [String] {
    let query = url.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1).dropFirst().first
    return (query ?? "").split(separator: "&").map { item in
      item.prefix { $0 != "=" }.filter { !"{}?".contains($0) }
    }
  }

  /// Scheme, host and the parts of the path, without query and fragment.
  private static func parts(_ url: String) -> [Substring] {
    url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
  }

  /// How many letters are different, of case apart; nil if the two are not alike.
  private static func distance(_ link: [Substring], _ pattern: [Substring]) -> Int? {
    guard link.count == pattern.count else { return nil }
    var sum = 0
    for (one, other) in zip(link, pattern) where !other.contains("{") {
      if one.lowercased() == other.lowercased() { continue }
      guard !NearestName.suggestions(for: String(one), among: [String(other)]).isEmpty else {
        return nil
      }
      sum += NearestName.distance(String(one), String(other))
    }
    return sum
  }

  private static func differsInCase(_ link: [Substring], _ pattern: [Substring]) -> Bool {
    zip(link, pattern).contains { $0 != $1 && $0.lowercased() == $1.lowercased() }
  }
}
