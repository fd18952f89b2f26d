import SceneScenarios
import Testing

struct UnifiedDiffTests {
  private static func hunks(_ old: String, _ new: String) -> [UnifiedDiff.Hunk] {
    UnifiedDiff(old.map(String.init), new.map(String.init)).hunks
  }

  private static func text(_ old: String, _ new: String) -> [String] {
    hunks(old, new).flatMap { [$0.head] + $0.lines }
  }

  @Test func `equal texts have no difference`() {
    #expect(Self.hunks("abc", "abc").isEmpty)
    #expect(Self.hunks("", "").isEmpty)
  }

  @Test func `a changed line stands between three lines of each side`() {
    #expect(
      Self.text("abcdefghi", "abcdXfghi") == [
        "@@ -2,7 +2,7 @@", " b", " c", " d", "-e", "+X", " f", " g", " h",
      ])
  }

  @Test func `lines are added and removed at both ends`() {
    #expect(Self.text("ab", "xab") == ["@@ -1,2 +1,3 @@", "+x", " a", " b"])
    #expect(Self.text("ab", "abx") == ["@@ -1,2 +1,3 @@", " a", " b", "+x"])
    #expect(Self.text("ab", "a") == ["@@ -1,2 +1 @@", " a", "-b"])
    #expect(Self.text("", "a") == ["@@ -0,0 +1 @@", "+a"])
    #expect(Self.text("a", "") == ["@@ -1 +0,0 @@", "-a"])
  }

  @Test func `changes far apart are told one after the other, near ones together`() {
    #expect(Self.hunks("a123456b", "x123456y").count == 1)
    #expect(Self.hunks("a1234567b", "x1234567y").count == 2)
    #expect(Self.hunks("a1234567b", "x1234567y").map(\.firstNew) == [1, 9])
  }

  @Test func `a difference can be applied`() {
    var generator = Seeded(state: 7)
    for _ in 0..<500 {
      let old = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        String("abc".randomElement(using: &generator) ?? "a")
      }
      var new = old
      for _ in 0..<Int.random(in: 0...5, using: &generator) {
        let place = Int.random(in: 0...new.count, using: &generator)
        if Bool.random(using: &generator), place < new.count {
          new.remove(at: place)
        } else {
          new.insert("x", at: place)
        }
      }
      #expect(Self.applied(UnifiedDiff(old, new), to: old) == new, "\(old) → \(new)")
    }
  }

  @Test(.timeLimit(.minutes(5))) func `a large difference takes no long time`() {
    let old = (0..<50_000).map { "old \($0)" }
    let new = (0..<50_000).map { "new \($0)" }
    // Half a second; what compares each line with each other takes a quarter of an hour.
    let hunks = UnifiedDiff(old, new).hunks
    #expect(hunks.map(\.lines.count) == [100_000])
  }

  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// What `patch` makes of it.
  private static func applied(_ diff: UnifiedDiff, to old: [String]) -> [String] {
    var result: [String] = []
    var place = 0
    for hunk in diff.hunks {
      let start = hunk.oldCount == 0 ? hunk.old : hunk.old - 1
      result += old[place..<max(place, min(start, old.count))]
      place = max(place, min(start, old.count))
      for line in hunk.lines {
        if line.hasPrefix("+") { result.append(String(line.dropFirst())) }
        if line.hasPrefix(" ") { result.append(old[place]) }
        if !line.hasPrefix("+") { place += 1 }
      }
    }
    return result + old[place...]
  }
}
