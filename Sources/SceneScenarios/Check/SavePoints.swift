/// The save points that steps so far could have set, each with the apps of that moment.
struct SavePoints {
  private var points: [String: Point] = [:]
  /// Those whose names have a variable in them.
  private var patterns: [(name: NamePattern, apps: [CheckedApp])] = []

  /// Tells a save point from one of the same name that replaced it.
  private var count = 0

  private struct Point {
    let number: Int
    let apps: [CheckedApp]
  }

  var names: [String] { points.keys.sorted() }

  /// The apps of every moment.
  var all: [CheckedApp] { names.flatMap { points[$0]?.apps ?? [] } + patterns.flatMap(\.apps) }

  func has(_ name: String) -> Bool {
    points[name] != nil || patterns.contains { $0.name.fits(name) }
  }

  /// The apps that may be the one of a save point.
  subscript(name: String) -> [CheckedApp] {
    (points[name]?.apps ?? []) + patterns.filter { $0.name.fits(name) }.flatMap(\.apps)
  }

  mutating func set(_ apps: [CheckedApp], named name: String) {
    count += 1
    points[name] = Point(number: count, apps: apps)
  }

  mutating func add(_ apps: [CheckedApp], named name: NamePattern) {
    patterns.append((name, apps))
  }

  /// The steps since these may not have run: what they set may be as it was.
  mutating func join(_ others: SavePoints) {
    for (name, old) in others.points {
      guard let new = points[name], new.number != old.number else { continue }
      points[name] = Point(number: new.number, apps: new.apps + old.apps)
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
