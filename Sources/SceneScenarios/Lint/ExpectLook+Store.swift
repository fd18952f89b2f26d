internal import SceneLifecycle
internal import SceneSimulator

// What an `expect` says of the store.
extension ExpectLook {
  func store(_ entry: Entry) -> Bool {
    let name = entry.key.name
    if VariableText.isIn(name) { return true }
    if name == "none-of" {
      for node in entry.value.list ?? [] { noneOf(node) }
      return true
    }
    guard Names.isWindow(name) || name == "app" || name.contains("/") else {
      guard StoreCheck.names.contains(name) else {
        check.add(source.unknownCheck(entry.key, StoreCheck.names + check.windowNames))
        return false
      }
      return true
    }
    if let dot = name.firstIndex(where: { $0 == "." || $0 == "/" }),
      check.mayExist(String(name[..<dot]))
    {
      let key = name[name.index(after: dot)...]
      check.add(
        .noSuchWindow, at: entry.key.range, "no window is called \(name)",
        hint: "a key stands below its window: `\(name[..<dot]): { \(key): … }`")
      return false
    }
    if name.hasPrefix("app/") {
      check.add(
        .noSuchCheck, at: entry.key.range, "there is no check `\(name)`",
        hint: "a key stands below the app: `app: { \(name.dropFirst(4)): … }`")
      return false
    }
    if name != "app", !check.mayExist(name) {
      check.knownWindow(name, at: entry.key.range, among: StoreCheck.names)
      return false
    }
    for value in entry.value.map ?? [] where !value.key.name.hasPrefix("$") {
      stored(value)
      if name != "app", !check.wasUpdated { ofApp(value, in: name) }
    }
    return true
  }

  /// A value of the app, looked for in a window.
  private func ofApp(_ entry: Entry, in window: String) {
    check.unlessRight { app in
      guard app.isDeclared, let key = app.declaration.key(entry.key.name), key.isOfApp else {
        return nil
      }
      return source.warning(
        at: entry.key.range, "`\(key.name)` is a value of the app, and no window keeps it",
        hint: "`store: { app: { \(key.name): \(source.text(in: entry.value.range)) } }`")
    }
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
    guard check.apps.contains(where: \.isDeclared), !VariableText.isIn(entry.key.name),
      let last = entry.key.name.split(separator: "/").last
    else { return }
    let name = String(last).replacing("%2F", with: "/").replacing("%25", with: "%")
    if check.declaredNames.keys.contains(name) {
      // What an older version has written is still as that version has it.
      if !check.wasUpdated { valueKind(entry.value, ofKey: name, isStored: true) }
      return
    }
    if let key = entry.value.map?.first?.key.name, check.declaredNames.scopes.contains(name),
      !key.hasPrefix("$")
    {
      return check.add(
        .noSuchKey, at: entry.key.range, "`\(name)` is no key, but a place that has some",
        hint: "an address is one key: `\(name)/\(key): …`")
    }
    guard check.literal(entry.value) == "$absent" else {
      return check.key(name, at: entry.key.range)
    }
    check.unlessRight { app in
      guard app.keys != nil else { return nil }
      let known = check.declaredNames.keys.sorted()
      return source.diagnostic(
        .vacuous, at: entry.value.range,
        "no version of the app declares `\(name)`: this check cannot fail",
        hint: SourceFile.choice(for: name, among: known))
    }
  }
}
