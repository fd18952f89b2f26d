// One question of an `expect`, alone: it can be asked at any moment of a run.
extension Expectation {
  /// Only what stands at a place, or around it, with the checks that lead to it; nil for what is told
  /// once, and cannot be asked.
  func asking(only range: SourceRange) -> Expectation? {
    guard let entry = Self.entry(around: range, in: entries),
      !["events", "problems"].contains(entry.key.name)
    else { return nil }
    return asking(entry)
  }

  /// Maps are compared in part: of one with a single entry only that counts.
  private static func entry(around range: SourceRange, in entries: [Entry]) -> Entry? {
    guard var entry = entries.first(where: { $0.value.range.contains(range) }) else { return nil }
    guard entry.value.range != range, let inner = entry.value.map, !Matcher.isMeant(entry.value),
      let part = Self.entry(around: range, in: inner)
    else { return entry }
    entry.value.content = .map([part])
    return entry
  }

  /// Each element of the list that is asked for, by itself.
  var elements: [(what: String, range: SourceRange, asked: Expectation)] {
    entries.first.map { entry in
      Self.elements(of: entry).map {
        (FailureReport.text($0.element), $0.element.range, asking($0.entry))
      }
    } ?? []
  }

  private static func elements(of entry: Entry) -> [(element: Node, entry: Entry)] {
    if let inner = entry.value.map, inner.count == 1, !Matcher.isMeant(entry.value) {
      return elements(of: inner[0]).map { element, part in
        var outer = entry
        outer.value.content = .map([part])
        return (element, outer)
      }
    }
    return (entry.value.list ?? []).map { element in
      var asked = entry
      asked.value.content = .map([Entry("$contains", at: element.range, element)])
      return (element, asked)
    }
  }

  /// The window that is asked about: what it shows, or what it has in the store.
  var window: String? {
    let name = entries.first.flatMap { entry in
      entry.key.name == "store" ? entry.value.map?.first?.key.name : entry.key.name
    }
    return name.flatMap { Names.isWindow($0) ? $0 : nil }
  }

  /// The same question, about the tab and the place that were shown when it was asked.
  func standing(in spot: Diagnostic.Spot) -> Expectation {
    guard window != nil, var entry = entries.first, entry.key.name != "store",
      var look = entry.value.map?.first, look.key.name != "tabs"
    else { return self }
    if let place = spot.place, look.key.name == "values" {
      look = look.wrapped(in: place, of: "at")
    }
    if let tab = spot.tab { look = look.wrapped(in: tab, of: "tabs") }
    entry.value.content = .map([look])
    return asking(entry)
  }

  /// The same question about another window.
  func looking(into other: String) -> Expectation {
    guard var entry = entries.first else { return self }
    if entry.key.name == "store", var inner = entry.value.map?.first {
      inner.key.name = other
      entry.value.content = .map([inner])
    } else {
      entry.key.name = other
    }
    return asking(entry)
  }

  /// The same question about another tab of its window.
  func looking(inTab other: String) -> Expectation {
    looking { look in
      guard look.key.name == "tabs", var tab = look.value.map?.first else { return }
      tab.key.name = other
      look.value.content = .map([tab])
    }
  }

  /// The same question about another place, of the same tab.
  func looking(at other: String) -> Expectation {
    looking { look in
      if look.key.name == "tabs", var tab = look.value.map?.first, var inner = tab.value.map?.first
      {
        inner.name(other)
        tab.value.content = .map([inner])
        look.value.content = .map([tab])
      } else {
        look.name(other)
      }
    }
  }

  private func looking(_ change: (inout Entry) -> Void) -> Expectation {
    guard var entry = entries.first, var look = entry.value.map?.first else { return self }
    change(&look)
    entry.value.content = .map([look])
    return asking(entry)
  }

  /// Whether it is so now; nil if it cannot be seen.
  func isMet(in context: StepContext) -> Bool? {
    context.isAsking = true
    defer { context.isAsking = false }
    return refusal(in: context).map { $0.code == .notAsExpected ? false : nil } ?? true
  }

  /// Why it is not so now; nil if it is.
  func refusal(in context: StepContext) -> Diagnostic? {
    do throws(Diagnostic) {
      for entry in entries { try check(entry, in: context) }
      return nil
    } catch { return error }
  }
}

extension Entry {
  /// `at: { note/n1: { … } }`: a look into a tab or a place.
  fileprivate func wrapped(in name: String, of look: String) -> Entry {
    let inner = Entry(name, at: key.range, value.holding(.map([self])))
    return Entry(look, at: key.range, value.holding(.map([inner])))
  }

  /// `at: { OTHER: … }` in place of the place that it names.
  fileprivate mutating func name(_ other: String) {
    guard key.name == "at", var place = value.map?.first else { return }
    place.key.name = other
    value.content = .map([place])
  }
}

extension SourceRange {
  func contains(_ other: SourceRange) -> Bool {
    start <= other.start && other.end <= end
  }
}
