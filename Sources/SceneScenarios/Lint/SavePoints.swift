/// The save points that steps so far could have set, each with the apps of that moment.
struct SavePoints {
  /// How many apps may be possible at one place; with more of them nothing is known.
  static let appLimit = 64

  private var points: [String: Point] = [:]
  private var patterns: [(name: NamePattern, apps: [CheckedApp])] = []

  /// Tells a save point from one of the same name that replaced it.
  private var count = 0

  private struct Point {
    let number: Int
    let apps: [CheckedApp]
  }

  /// The names in order, for hints; none of so many that nobody reads them.
  var names: [String] { points.count > 500 ? [] : points.keys.sorted() }

  /// The apps of every moment.
  var all: [CheckedApp] {
    points.keys.sorted().flatMap { points[$0]?.apps ?? [] } + patterns.flatMap(\.apps)
  }

  func has(_ name: String) -> Bool {
    points[name] != nil || patterns.contains { $0.name.fits(name) }
  }

  /// The apps that may be the one of a save point.
  subscript(name: String) -> [CheckedApp] {
    (points[name]?.apps ?? []) + patterns.filter { $0.name.fits(name) }.flatMap(\.apps)
  }

  mutating func set(_ apps: [CheckedApp], named name: String) {
    count += 1
    points[name] = Point(number: count, apps: Self.few(apps))
  }

  mutating func add(_ apps: [CheckedApp], named name: NamePattern) {
    if patterns.count > 500 { return patterns = [(NamePattern("${}"), Self.few(all + apps))] }
    patterns.append((name, apps))
  }

  /// One more than the limit is as good as all.
  private static func few(_ apps: [CheckedApp]) -> [CheckedApp] {
    Array(apps.prefix(appLimit + 1))
  }

  /// The steps since these may not have run: what they set may be as it was.
  mutating func join(_ others: SavePoints) {
    for (name, old) in others.points {
      guard let new = points[name], new.number != old.number else { continue }
      points[name] = Point(number: new.number, apps: Self.few(new.apps + old.apps))
    }
  }
}

/// A name with a variable in it, as `W${i}`: it can be any name that begins and ends so.
struct NamePattern {
  private let start: Substring
  private let end: Substring

  init(_ text: String) {
    start = text.firstRange(of: "${").map { text[..<$0.lowerBound] } ?? ""
    end = text.lastIndex(of: "}").map { text[text.index(after: $0)...] } ?? ""
  }

  func fits(_ name: String) -> Bool { name.hasPrefix(start) && name.hasSuffix(end) }
}
