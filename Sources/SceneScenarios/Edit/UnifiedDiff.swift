/// The difference of two texts in the form that every tool and person knows.
package struct UnifiedDiff {
  /// Lines shown around a change.
  private static let context = 3
  /// More changed lines than this are not compared one by one.
  private static let lineLimit = 4000

  /// A stretch of both texts that differs, with the lines around it.
  package struct Hunk: Sendable, Hashable {
    /// The number of the first line shown in the old and the new text, from 1.
    package let old, new: Int
    package let oldCount, newCount: Int
    /// The first line that is not the same in both; the line after its end if there is none.
    package let firstOld, firstNew: Int
    /// Each with a blank, a minus or a plus in front.
    package let lines: [String]

    /// `@@ -12,4 +12,5 @@`.
    package var head: String {
      "@@ -\(Self.range(old, oldCount)) +\(Self.range(new, newCount)) @@"
    }

    private static func range(_ start: Int, _ count: Int) -> String {
      count == 1 ? "\(start)" : "\(count == 0 ? start - 1 : start),\(count)"
    }
  }

  package let hunks: [Hunk]

  /// Compares texts line by line.
  package init(_ old: [String], _ new: [String]) {
    hunks = Self.hunks(Self.changes(old, new), old, new)
  }

  /// A line that only one text has, by its index there, with where the other text goes on.
  private struct Change {
    /// The lines of the old text that are gone, and those of the new one in their place.
    var old, new: Range<Int>
  }

  private static func changes(_ old: [String], _ new: [String]) -> [Change] {
    let least = min(old.count, new.count)
    var start = 0
    while start < least, same(old[start], new[start]) { start += 1 }
    var end = 0
    while end < least - start, same(old[old.count - 1 - end], new[new.count - 1 - end]) { end += 1 }
    let middle = (old: start..<(old.count - end), new: start..<(new.count - end))
    if middle.old.isEmpty, middle.new.isEmpty { return [] }
    guard middle.old.count + middle.new.count <= lineLimit else {
      return [Change(old: middle.old, new: middle.new)]
    }
    let difference = Array(new[middle.new]).difference(from: Array(old[middle.old]), by: same)
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset + start)
      case .insert(let offset, _, _): inserted.insert(offset + start)
      }
    }
    return joined(removed, inserted, middle)
  }

  /// Puts neighbouring lines together.
  private static func joined(
    _ removed: Set<Int>, _ inserted: Set<Int>, _ middle: (old: Range<Int>, new: Range<Int>)
  ) -> [Change] {
    var changes: [Change] = []
    var (old, new) = (middle.old.lowerBound, middle.new.lowerBound)
    while old < middle.old.upperBound || new < middle.new.upperBound {
      let start = (old, new)
      while removed.contains(old) { old += 1 }
      while inserted.contains(new) { new += 1 }
      if (old, new) == start {
        old += 1
        new += 1
      } else {
        changes.append(Change(old: start.0..<old, new: start.1..<new))
      }
    }
    return changes
  }

  private static func hunks(_ changes: [Change], _ old: [String], _ new: [String]) -> [Hunk] {
    var hunks: [Hunk] = []
    var rest = changes[...]
    while let first = rest.popFirst() {
      var group = [first]
      while let next = rest.first, let last = group.last,
        next.old.lowerBound - last.old.upperBound <= 2 * context
      {
        group.append(next)
        rest = rest.dropFirst()
      }
      hunks.append(hunk(group, first, old, new))
    }
    return hunks
  }

  private static func hunk(
    _ group: [Change], _ first: Change, _ old: [String], _ new: [String]
  ) -> Hunk {
    let lead = min(context, first.old.lowerBound)
    var place = first.old.lowerBound - lead
    let start = (old: place, new: first.new.lowerBound - lead)
    var lines: [String] = []
    var newEnd = start.new
    for change in group {
      lines += old[place..<change.old.lowerBound].map { " " + $0 }
      lines += old[change.old].map { "-" + $0 }
      lines += new[change.new].map { "+" + $0 }
      (place, newEnd) = (change.old.upperBound, change.new.upperBound)
    }
    let end = min(place + context, old.count)
    lines += old[place..<end].map { " " + $0 }
    newEnd += end - place
    return Hunk(
      old: start.old + 1, new: start.new + 1, oldCount: end - start.old,
      newCount: newEnd - start.new, firstOld: first.old.lowerBound + 1,
      firstNew: first.new.lowerBound + 1, lines: lines)
  }

  /// By bytes, as traces are compared.
  private static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }
}
