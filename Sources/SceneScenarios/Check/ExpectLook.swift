import SceneState

/// Looks at an `expect` before the run: every name in it, and values that can never be equal.
struct ExpectLook {
  let check: StepCheck

  private var source: SourceFile { check.source }

  func look(at node: Node?) {
    guard let node, node.text != "?" else { return }
    for entry in node.map ?? [] {
      let name = entry.key.name
      if Names.isWindow(name) {
        window(entry)
      } else if !Expectation.names.contains(name) {
        // A window in lower case, or the name of a check.
        check.add(source.unknownCheck(entry.key, Expectation.names + check.windowNames))
      } else {
        top(entry)
      }
    }
  }

  /// Has a piece of the whole looked at by those who compare it.
  private func piece(_ entry: Entry) {
    if VariableText.isIn(entry.value) { return }
    check.collect { () throws(Diagnostic) in
      _ = try Expectation(Node(.map([entry]), range: entry.value.range), in: source)
    }
  }

  private func top(_ entry: Entry) {
    switch entry.key.name {
    case "windows", "closed":
      for node in entry.value.list ?? [] { windowName(node) }
      piece(entry)
    case "front":
      windowName(entry.value)
      piece(entry)
    case "events": pieces(entry, events)
    case "store": pieces(entry, store)
    case "data":
      for table in entry.value.map ?? [] { check.table(table.key) }
      piece(entry)
    case "problems":
      for problem in entry.value.list ?? [] { self.problem(problem) }
      piece(entry)
    default: piece(entry)
    }
  }

  /// Looks at each entry of a map by itself, so that each can have its mistake.
  private func pieces(_ entry: Entry, _ look: (Entry) -> Bool) {
    guard let inner = entry.value.map, !inner.isEmpty else { return piece(entry) }
    for one in inner where look(one) {
      let value = Node(.map([one]), style: entry.value.style, range: entry.value.range)
      piece(Entry(key: entry.key, value: value))
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
    check.add(source.wrongValue(node, for: "`problems`", words: codes))
  }

  // MARK: Events

  private func events(_ list: Entry) -> Bool {
    let name = list.key.name
    let isApp = name == "app"
    if !isApp {
      guard Names.isWindow(name), check.mayExist(name) else {
        check.knownWindow(name, at: list.key.range, among: ["app"])
        return false
      }
    }
    let names = isApp ? EventNames.ofApp : EventNames.ofWindow
    for node in list.value.list ?? list.value["exactly"]?.list ?? [] {
      if let mistake = EventNames.mistake(node, among: names, in: source) { check.add(mistake) }
    }
    return true
  }

  // MARK: Store

  private func store(_ entry: Entry) -> Bool {
    let name = entry.key.name
    if name == "none-of" {
      for node in entry.value.list ?? [] { noneOf(node) }
      return true
    }
    guard Names.isWindow(name) || name == "app" else {
      guard StoreCheck.names.contains(name) else {
        check.add(source.unknownCheck(entry.key, StoreCheck.names + check.windowNames))
        return false
      }
      return true
    }
    if name != "app", !check.mayExist(name) {
      check.knownWindow(name, at: entry.key.range, among: StoreCheck.names)
      return false
    }
    for value in entry.value.map ?? [] where !value.key.name.hasPrefix("$") { stored(value) }
    return true
  }

  /// That nothing is left of a window that never was is no wonder.
  private func noneOf(_ node: Node) {
    // A window, or an address in one.
    guard let name = check.literal(node)?.split(separator: "/").first.map(String.init),
      name != "app", !check.mayExist(name)
    else { return }
    check.add(
      .vacuous, at: node.range, "no window was ever called \(name): this check cannot fail",
      hint: SourceFile.choice(for: name, among: check.windowNames))
  }

  /// `KEY` or `TAB/KEY`; a key of any version of the app may still be stored.
  private func stored(_ entry: Entry) {
    guard check.apps.contains(where: \.isDeclared),
      let last = entry.key.name.split(separator: "/").last
    else { return }
    let name = String(last).replacing("%2F", with: "/").replacing("%25", with: "%")
    if check.declaredNames.keys.contains(name) {
      // What an older version has written is still as that version has it.
      if !check.wasUpdated { valueKind(entry.value, ofKey: name) }
      return
    }
    guard check.literal(entry.value) == "$absent" else {
      return check.key(name, at: entry.key.range)
    }
    check.unlessRight { app in
      guard app.keys != nil else { return nil }
      let known = check.declaredNames.keys.sorted()
      return Diagnostic(
        .vacuous, file: source.path, range: entry.value.range,
        "no version of the app declares `\(name)`: this check cannot fail",
        hint: SourceFile.choice(for: name, among: known))
    }
  }

  private func valueKind(_ node: Node, ofKey name: String) {
    check.unlessRight { app in
      guard let key = app.declaration.key(name) else { return nil }
      return ExpectedKind(source: source, names: check.declaredNames)
        .mistake(in: node, of: key.type)
    }
  }

  // MARK: Windows

  private func window(_ entry: Entry) {
    check.knownWindow(entry.key.name, at: entry.key.range, among: Expectation.names)
    guard let looks = entry.value.map, !looks.isEmpty else { return piece(entry) }
    for look in looks {
      guard WindowCheck.names.contains(look.key.name) else {
        check.add(source.unknownCheck(look.key, WindowCheck.names))
        continue
      }
      if inside(look) {
        let value = Node(.map([look]), style: entry.value.style, range: entry.value.range)
        piece(Entry(key: entry.key, value: value))
      }
    }
  }

  /// Looks at one check of a window; false if more would be said twice.
  private func inside(_ look: Entry) -> Bool {
    switch look.key.name {
    case "tab": tabName(look.value)
    case "path":
      if look.value.map == nil, !look.value.isNull, look.value.text?.hasPrefix("$") != true {
        kind(look.value, .list(.string))
      }
    case "values": values(look.value)
    case "why":
      for entry in look.value.map ?? [] { check.key(entry.key.name, at: entry.key.range) }
    case "tabs": return tabs(look.value)
    case "lists":
      for list in look.value.map ?? [] { check.list(list.key) }
    case "scene":
      if look.value.text?.hasPrefix("$") != true { check.scene(look.value) }
    default: break
    }
    return true
  }

  private func tabName(_ node: Node) {
    guard let name = check.literal(node), !name.hasPrefix("$") else { return }
    check.tab(name.normalFormC, at: node.range)
  }

  private func values(_ node: Node) {
    for entry in node.map ?? [] where !entry.key.name.hasPrefix("$") {
      check.key(entry.key.name, at: entry.key.range)
      valueKind(entry.value, ofKey: entry.key.name)
    }
  }

  private func tabs(_ node: Node) -> Bool {
    let known = ["path", "values"]
    var isRight = true
    for tab in node.map ?? [] {
      check.tab(tab.key.name, at: tab.key.range)
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
