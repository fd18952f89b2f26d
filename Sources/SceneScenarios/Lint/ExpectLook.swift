internal import SceneLifecycle
import SceneState
import StoreFormat

/// Looks at an `expect` before the run: every name in it, and values that can never be equal.
struct ExpectLook {
  let check: StepCheck

  var source: SourceFile { check.source }

  func look(at node: Node?) {
    guard let node, node.text != "?" else { return }
    for entry in node.map ?? [] {
      let name = entry.key.name
      if VariableText.isIn(name) {
        // Which window is meant, the run knows.
        continue
      } else if Names.isWindow(name) {
        window(entry)
      } else if !Expectation.names.contains(name) {
        // A window in lower case, or the name of a check.
        check.add(source.unknownCheck(entry.key, Expectation.names + check.windowNames))
      } else {
        top(entry)
      }
    }
  }

  /// Has a piece of the whole looked at by those who compare it; what hangs on a variable the run
  /// knows, and what stands beside it is as wrong without one.
  private func piece(_ entry: Entry) {
    check.collect(try Expectation(Node(.map([entry]), range: entry.value.range), in: source))
  }

  private func top(_ entry: Entry) {
    switch entry.key.name {
    case "app":
      let isMeant = check.literal(entry.value) == "not-running"
      if isMeant, check.process.isRunning == .yes { claim("the app", "not-running", entry) }
      piece(entry)
    case "windows", "closed":
      for node in entry.value.list ?? [] { windowName(node) }
      if names(entry) { piece(entry) }
    case "front":
      if let list = entry.value.list {
        var mistake = source.wrongKind(entry.value, for: "`front`", wanted: "the name of a window")
        mistake.hint = "one window is in front: `front: \(list.first?.text ?? "A")`"
        return check.add(mistake)
      }
      if let word = check.literal(entry.value), !Names.isWindow(word),
        ["none", "nothing", "nil"].contains(word.lowercased())
      {
        return check.add(
          .wrongValue, at: entry.value.range, "`\(word)` is no name for a window",
          hint: "`front: ~` says that none is in front")
      }
      windowName(entry.value)
      piece(entry)
    case "events": pieces(entry, events)
    case "store": pieces(entry, store)
    case "data":
      for table in entry.value.map ?? [] { check.table(table.key) }
      piece(entry)
    case "backlog", "forks":
      check.needsRoaming(entry.key)
      for node in entry.value.list ?? [] { windowName(node) }
      if entry.key.name == "backlog" || names(entry) { piece(entry) }
    case "problems":
      let inRule = entry.value.map?.flatMap { $0.value.list ?? [$0.value] }
      for problem in entry.value.list ?? inRule ?? [] { self.problem(problem) }
      piece(entry)
    default: piece(entry)
    }
  }

  /// Whether a map may be what is expected of a list of names: a rule for one.
  private func names(_ entry: Entry) -> Bool {
    guard let looks = entry.value.map, !looks.isEmpty else { return true }
    let kind = ExpectedKind(source: source, names: check.declaredNames)
    guard var mistake = kind.mistake(in: entry.value, of: .list(.string)) else { return true }
    let isOfTabs = entry.key.name == "open-tabs"
    let areNames = looks.allSatisfy { look in
      isOfTabs
        ? Self.isNoMatcher(look) && MatcherRule.counting(look) == nil
        : Names.isWindow(look.key.name)
    }
    if areNames {
      let names = looks.map(\.key.name).joined(separator: ", ")
      let written = source.text(in: entry.value.range)
      mistake.hint =
        "names are listed: [\(names)]; "
        + (isOfTabs
          ? "`tabs: \(written)` looks into tabs" : "`expect: \(written)` looks into windows")
    }
    check.add(mistake)
    return false
  }

  /// Looks at each entry of a map by itself, so that each can have its mistake.
  private func pieces(_ entry: Entry, _ look: (Entry) -> Bool) {
    guard let inner = entry.value.map, !inner.isEmpty else { return piece(entry) }
    for one in inner where look(one) {
      piece(Entry(key: entry.key, value: entry.value.holding(.map([one]))))
    }
  }

  private func windowName(_ node: Node) {
    guard let name = check.literal(node), !name.hasPrefix("$") else { return }
    check.knownWindow(name, at: node.range)
  }

  private func problem(_ node: Node) {
    let known = ["code", "key", "at", "window"]
    for entry in node.map ?? []
    where !known.contains(entry.key.name) && !entry.key.name.hasPrefix("$") {
      check.add(source.unknownCheck(entry.key, known))
    }
    let node = node["code"] ?? node
    guard let code = check.literal(node), !code.hasPrefix("$"),
      !ProblemCode(rawValue: code).isProblem
    else { return }
    let codes = ProblemExplanation.all.map(\.code).filter(\.isProblem).map(\.rawValue)
    var mistake = source.wrongValue(node, for: "`problems`", words: codes)
    if ProblemCode(rawValue: code).explanation?.kind == .failure {
      mistake.hint = "it is what a step is refused with: `fails: \(code)` beside that step"
    }
    check.add(mistake)
  }

  // MARK: Events

  private func events(_ list: Entry) -> Bool {
    let name = list.key.name
    if name == "since" || VariableText.isIn(name) { return true }
    let isApp = name == "app"
    if !isApp {
      guard Names.isWindow(name) else {
        check.add(source.unknownCheck(list.key, ["app"] + check.windowNames))
        return false
      }
      guard check.mayExist(name) else {
        check.knownWindow(name, at: list.key.range, among: ["app"])
        return false
      }
    }
    for node in list.value.list ?? list.value["exactly"]?.list ?? [] {
      if let mistake = EventNames.mistake(node, ofApp: isApp, in: source) { check.add(mistake) }
    }
    return true
  }

  // MARK: Windows

  private func window(_ entry: Entry) {
    let name = entry.key.name
    if !VariableText.isIn(name), !check.mayExist(name),
      check.mayExist(String(name.prefix { $0 != "." && $0 != "/" })),
      let mistake = source.wayIntoWindow(entry)
    {
      return check.add(mistake)
    }
    check.knownWindow(entry.key.name, at: entry.key.range, among: Expectation.names)
    guard let looks = entry.value.map, !looks.isEmpty else { return piece(entry) }
    let now = check.process.windows[entry.key.name.normalFormC]
    for look in looks {
      guard WindowCheck.names.contains(look.key.name) else {
        check.add(source.unknownCheck(look.key, WindowCheck.names))
        continue
      }
      let allowed = WindowCheck.phases(for: look.key.name)
      if check.mayExist(entry.key.name), !check.missing.contains(entry.key.name.normalFormC),
        now.isDisjoint(with: allowed)
      {
        check.add(
          .windowNotConnected, at: look.key.range,
          WindowCheck.cannotBeSeen(
            look.key.name, of: entry.key.name,
            check.process.windows.isNew(entry.key.name.normalFormC) ? "not open yet" : now.text),
          hint: check.closing(of: entry.key.name)
            ?? (check.process.isRunning == .no ? "`launch` first" : check.heldItemHint)
            ?? (now == .disconnected ? "`reconnect: \(entry.key.name)` brings it back" : nil))
        check.goOn(with: entry.key.name)
      }
      if look.key.name == "phase", let word = check.literal(look.value),
        let phase = WindowPhases.Choice.phase(word)
      {
        if phase.isDisjoint(with: now) {
          claim(entry.key.name, word, look)
        } else {
          // Else the run fails here.
          check.process.change { $0.set(entry.key.name.normalFormC, to: phase) }
        }
      }
      if inside(look) {
        piece(Entry(key: entry.key, value: entry.value.holding(.map([look]))))
      }
    }
  }

  /// That it fails the run tells, unless a later step surely does, too.
  private func claim(_ subject: String, _ state: String, _ entry: Entry) {
    check.claims[subject] = check.claims[subject] ?? (state, entry.key.range.start.line)
  }

  /// Looks at one check of a window; false if more would be said twice.
  private func inside(_ look: Entry) -> Bool {
    switch look.key.name {
    case "tab":
      tabName(look.value)
      for node in Self.alternatives(in: look.value) { tabName(node) }
      if look.value.list != nil || look.value.map?.contains(where: Self.isNoMatcher) == true {
        var mistake = source.wrongKind(
          look.value, for: "`tab`", wanted: "the name of a tab")
        mistake.hint =
          look.value.list.map { _ in
            "one tab is selected; those that are open are `open-tabs: "
              + "\(source.text(in: look.value.range))`"
          } ?? "`tabs: \(source.text(in: look.value.range))` looks into tabs"
        check.add(mistake)
        return false
      }
    case "path":
      if look.value.map?.contains(where: Self.isNoMatcher) != true, !look.value.isNull,
        look.value.text?.hasPrefix("$") != true
      {
        kind(look.value, .list(.string))
      }
    case "open-tabs":
      if look.value.map != nil { return names(look) }
      kind(look.value, .list(.string))
    case "values": values(look.value)
    case "why":
      for entry in look.value.map ?? [] {
        check.key(entry.key.name, at: entry.key.range)
        guard let word = check.literal(entry.value), !word.hasPrefix("$") else { continue }
        // An app in Swift may have more of them; a slip of the pen it has not.
        let near = NearestName.suggestions(for: word, among: Self.sources)
        if near.isEmpty || Self.sources.contains(word) { continue }
        check.add(source.wrongValue(entry.value, for: "`why`", words: Self.sources))
      }
    case "tabs": return tabs(look.value)
    case "at": return tabs(look.value, known: ScenarioLanguage.placeLooks.names)
    case "lists":
      for list in look.value.map ?? [] {
        check.list(list.key)
        unknown(list.value, known: ListCheck.names)
      }
    case "saved": unknown(look.value, known: WindowCheck.savedNames)
    case "opened-by":
      guard let word = check.literal(look.value), !word.hasPrefix("$"),
        !WindowCheck.openers.contains(word)
      else { break }
      check.add(source.wrongValue(look.value, for: "`opened-by`", words: WindowCheck.openers))
    case "owner":
      check.needsRoaming(look.key)
      if look.value.text?.hasPrefix("$") != true { check.device(look.value) }
    case "scene":
      if look.value.text?.hasPrefix("$") != true { check.scene(look.value) }
    default: break
    }
    return true
  }

  /// The keys that are no checks, in a map that may hold variables, too.
  private func unknown(_ node: Node, known: [String]) {
    for entry in node.map ?? [] where Self.isNoMatcher(entry) && !known.contains(entry.key.name) {
      check.add(source.unknownCheck(entry.key, known))
    }
  }

  /// Where values come from.
  private static let sources = ["default", "store", "activity", "tree", "link", "payload"]

  private static func isNoMatcher(_ entry: Entry) -> Bool { !entry.key.name.hasPrefix("$") }

  private func tabName(_ node: Node) {
    guard let name = check.literal(node), !name.hasPrefix("$") else { return }
    check.tab(name.normalFormC, at: node.range)
  }

  /// What `$not` and `$one-of` name: a name that there is not is no more right in them.
  private static func alternatives(in node: Node) -> [Node] {
    (node.map ?? []).flatMap { entry -> [Node] in
      switch entry.key.name {
      case "$not", "$one-of", "$exactly": entry.value.list ?? [entry.value]
      default: []
      }
    }
  }

  private func tabs(_ node: Node, known: [String] = ScenarioLanguage.tabLooks.names) -> Bool {
    var isRight = true
    for tab in node.map ?? [] {
      check.place(tab.key.name, at: tab.key.range, orTab: true)
      for look in tab.value.map ?? [] {
        if !known.contains(look.key.name) {
          isRight = false
          check.add(source.unknownCheck(look.key, known))
        } else {
          _ = inside(look)
        }
      }
    }
    return isRight
  }

  private func kind(_ node: Node, _ type: ValueType) {
    let kind = ExpectedKind(source: source, names: check.declaredNames)
    if let mistake = kind.mistake(in: node, of: type) { check.add(mistake) }
  }
}
