import SceneState

extension RecordedSteps {
  /// One place that was written or cleared.
  private struct Change {
    let key: RecordedApp.Key
    let tab: String?
    /// Nil for a value that is gone.
    let seen: Seen?
    let text: String?
  }

  /// Plays values that were committed together.
  mutating func play(values events: [LoggedEvent]) {
    if let first = events.first { pass(to: first) }
    var byWindow: [String: [Change]] = [:]
    var sequence: [String] = []
    for event in events {
      guard let change = change(event) else { continue }
      if change.key.scope == "app" {
        playApp(change)
        continue
      }
      guard let id = event.text("scene"), let window = windows[id] else { continue }
      // What a closed or quit window leaves behind goes with it.
      if change.seen == nil, isQuitting { continue }
      guard window.isConnected else {
        comment("\(window.name) is not there: its value of \(change.key.name) is left out")
        continue
      }
      if byWindow[id] == nil { sequence.append(id) }
      byWindow[id, default: []].append(change)
    }
    for id in sequence { play(byWindow[id] ?? [], in: id) }
  }

  private mutating func change(_ event: LoggedEvent) -> Change? {
    guard let name = event.text("key"), let key = app.keys[name],
      event.texts("path") == key.path
    else { return nil }
    // Where a nested value lies, its key says.
    let tab = key.path.isEmpty ? event.text("tab") : nil
    let fits =
      switch key.scope {
      case "tab": tab.map { app.hasTab($0) } ?? false
      case "scene", "app": tab == nil
      case _ where !key.path.isEmpty: true
      default: key.scope == "tab(\(tab ?? ""))"
      }
    guard fits else {
      comment("a value of \(name) in another scope than the others is left out")
      return nil
    }
    if event.name == "clear" { return Change(key: key, tab: tab, seen: nil, text: nil) }
    if event.fields["redacted"] == .bool(true) {
      let bytes = event.int("bytes") ?? 0
      guard let text = RecordedType.placeholder(for: key.type, bytes: bytes) else {
        comment("the value of \(name) is hidden and nothing can stand for it")
        return nil
      }
      return Change(key: key, tab: tab, seen: Seen(value: nil, field: nil), text: text)
    }
    guard let field = event.fields["value"] else { return nil }
    guard !field.holdsUnsigned else {
      comment("a value of \(name) has a whole number above \(Int.max) and is left out")
      return nil
    }
    let value = ScenarioValue(logged: field)
    return Change(key: key, tab: tab, seen: Seen(value: value, field: field), text: value.written)
  }

  private mutating func playApp(_ change: Change) {
    guard let id = windows.lastConnected?.id else {
      return comment("no window is there: the value of \(change.key.name) is left out")
    }
    step(Self.text(of: [change]), in: id)
    appValues[change.key.name] = change.seen
  }

  private mutating func play(_ changes: [Change], in id: String) {
    let hasTabs = !app.tabs.isEmpty
    func isTab(_ change: Change) -> Bool { hasTabs && change.key.name == StorageKey.selectedTab }
    let start = windows[id]?.tab
    var final = start
    for change in changes where isTab(change) {
      if case .text(let tab)? = change.seen?.value, app.hasTab(tab) { final = tab }
      if change.seen == nil { final = app.firstTab }
      keep(change, in: id)
    }
    let isCleared = changes.contains { isTab($0) && $0.seen == nil }
    let hasSelected = changes.contains { isTab($0) && $0.seen != nil }
    let rest = changes.filter { !isTab($0) }
    var tabs: [String?] = []
    var parts: [String?: [Change]] = [:]
    for change in rest {
      let tab = change.key.scope == "tab" ? change.tab : start
      if parts[tab] == nil { tabs.append(tab) }
      parts[tab, default: []].append(change)
    }
    // The tab that is selected comes first, the one that stays selected last.
    let ends = [start, final]
    let first = start == final ? [] : [start]
    var now = start
    for tab in first + tabs.filter({ !ends.contains($0) }) + [final] {
      let part = parts[tab] ?? []
      if part.isEmpty, tab != final { continue }
      if tab != now, let tab { step("select: \(FlowText.scalar(tab))", in: id) }
      now = tab
      write(part, in: id)
    }
    // The selection is stored, though it was the same before.
    if hasSelected, start == final, let final { step("select: \(FlowText.scalar(final))", in: id) }
    if isCleared { step("clear: [\(StorageKey.selectedTab)]", in: id) }
    windows.select(final, in: id)
  }

  private mutating func write(_ changes: [Change], in id: String) {
    for change in changes where isScreens(change) { show(change, in: id) }
    let sets = changes.filter { !isScreens($0) && $0.seen != nil }
    let clears = changes.filter { !isScreens($0) && $0.seen == nil }
    if !sets.isEmpty { step(Self.text(of: sets), in: id) }
    if !clears.isEmpty { step(Self.text(of: clears), in: id) }
    for change in changes { keep(change, in: id) }
  }

  private func isScreens(_ change: Change) -> Bool {
    app.isPath(change.key.name) && change.seen?.value?.texts != nil
  }

  /// A path as the user went: a screen on top, one back, or another one.
  private mutating func show(_ change: Change, in id: String) {
    guard let new = change.seen?.value?.texts else { return }
    let old = windows[id]?.values[change.tab ?? ""]?[change.key.name]?.value?.texts ?? []
    if let last = new.last, Array(new.dropLast()) == old {
      step("push: \(Self.text(last))", in: id)
    } else if !old.isEmpty, Array(old.dropLast()) == new {
      step("pop", in: id)
    } else {
      step("show: \(ScenarioValue.list(new.map { .text($0) }).written)", in: id)
    }
  }

  private static func text(of changes: [Change]) -> String {
    let sets = changes.compactMap { change in
      change.text.map { "\(FlowText.scalar(change.key.name)): \($0)" }
    }
    if !sets.isEmpty { return "set: \(FlowText.map(sets))" }
    return "clear: [\(changes.map { FlowText.scalar($0.key.name) }.joined(separator: ", "))]"
  }

  private mutating func keep(_ change: Change, in id: String) {
    windows.keep(change.seen, of: change.key.name, tab: change.tab ?? "", in: id)
  }
}

extension ScenarioValue {
  /// The elements of a list of texts.
  fileprivate var texts: [String]? {
    guard case .list(let list) = self else { return nil }
    let texts = list.compactMap { if case .text(let text) = $0 { text } else { nil } }
    return texts.count == list.count ? texts : nil
  }
}
