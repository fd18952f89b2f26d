internal import SceneLifecycle
import StoreFormat

// Windows, devices and save points: names that steps themselves bring about.
extension StepCheck {
  /// The names of the windows there may be, in order.
  var windowNames: [String] { windows.sorted() }

  /// A window that must have been opened.
  func window(_ node: Node?) {
    guard let node, let name = literal(node) else { return }
    guard Names.isWindow(name) else {
      if isSilent { return }
      let near = NearestName.suggestions(for: name, among: windowNames)
      if near.isEmpty, window(in: name) == nil { return }
      let capital = Names.capitalized(name)
      return add(
        .wrongValue, at: node.range, "`\(name)` is no name for a window",
        hint: self.window(in: name).map { "did you mean `\($0)`?" }
          ?? (name.count > 1 || windowNames.contains(capital)
            ? SourceFile.choice(for: name, among: windowNames)
            : "names of windows begin with a capital letter: `\(capital)`"))
    }
    knownWindow(name, at: node.range)
  }

  /// The window that a title names: `Window A` is A.
  private func window(in name: String) -> String? {
    let words = name.split(separator: " ").map { String($0).normalFormC }
    return words.count > 1 ? words.last(where: windows.contains) : nil
  }

  /// That something from outside opened no window, which would have had this name.
  private func unopened(_ name: String) -> String? {
    guard let lastTaken, Self.letters.first(where: { !windows.contains($0) }) == name else {
      return nil
    }
    let line = lastTaken.range.start.line
    return "`\(lastTaken.name)` in line \(line) goes to a window that is there: "
      + "`external: new-window` in `app` has it open one"
  }

  /// The same for a name that stands as a key.
  func knownWindow(_ name: String, at range: SourceRange, among others: [String] = []) {
    if isSilent || VariableText.isIn(name) || mayExist(name) { return }
    if lacksLaunch, windows.isEmpty, missing.isEmpty { return goOn(with: name) }
    let known = windowNames + others
    let isNear = !NearestName.suggestions(for: name, among: known).isEmpty
    let first = "`\(windows.isEmpty && missing.isEmpty ? "launch" : "open"): \(name)` first"
    let isWindow = Names.isWindow(name) && !others.isEmpty && !isNear
    let here = windowNames.map { "`\($0)`" }.joined(separator: ", ")
    let isKind = apps.contains { $0.declaration.scenes.contains { $0.name == name } }
    let meant = window(in: name).map { "did you mean `\($0)`?" } ?? unopened(name)
    let hint =
      isKind
      ? "`\(name)` is a kind of windows: name one of them" + (here.isEmpty ? "" : ": \(here)")
      : isWindow
        ? first + (here.isEmpty ? "" : "; windows here: \(here)")
        : SourceFile.choice(for: name, among: known).map {
          isNear || !others.isEmpty ? $0 : "\(first); \($0)"
        }
    add(
      .noSuchWindow, at: range, "no window is called \(name.normalFormC)",
      hint: refusals.hint(heldItemHint ?? meant ?? hint ?? first, window: name, in: source))
    if !isNear, Names.isWindow(name) { goOn(with: name) }
  }

  /// What opens a window while something is dragged.
  var heldItemHint: String? {
    process.holdsItem == .yes
      ? "the item of `drag` is still held (`drop: hold`): `drop: right-edge` opens a window" : nil
  }

  /// Goes on as if there were a window that was told to be missing.
  func goOn(with name: String) {
    goOn {
      // The first one would have come with the launch.
      if windows.isEmpty { process.forget() }
      missing.insert(name.normalFormC)
    }
  }

  /// Whether steps so far could have opened a window of this name.
  func mayExist(_ name: String) -> Bool {
    let name = name.normalFormC
    return windows.contains(name) || missing.contains(name) || mentioned.contains(name)
      || windowPatterns.contains { $0.fits(name) }
  }

  /// A window that the step opens under this name, or under a name of the tool's choice.
  func opens(_ node: Node?) {
    guard let node else { return opensUnnamed() }
    process.connect(literal(node)?.normalFormC)
    mayOpen(node)
  }

  /// The same for a step that brings something to any window there is, or opens one.
  func mayOpenOrBring(_ node: Node?) {
    process.eventFromOutside()
    process.change { $0.set(nil, to: .active) }
    if let node { mayOpen(node) } else { mayOpenUnnamed() }
  }

  /// The same for what comes from outside: as long as no window says what it takes, one that is
  /// there takes it.
  func comesFromOutside(_ input: StepInput, opens node: Node?) {
    let isTaken =
      !apps.isEmpty && apps.allSatisfy(\.declaration.takesAll) && !isRepeated
      && !someTakeNotAll && process.connected?.isEmpty == false
    guard isTaken else { return mayOpenOrBring(node) }
    lastTaken = input.verb
    process.eventFromOutside()
    process.change { $0.move(.existing, to: .active, surely: false) }
  }

  /// A window of this name may open later, such as when a held item is dropped.
  func mayOpen(_ node: Node) {
    guard let name = literal(node) else {
      // `W${i}` can name any window that begins so.
      if windowPatterns.count > 500 { return opensAnyName() }
      return windowPatterns.append(NamePattern(node.text ?? "${}"))
    }
    if windows.count > 2000 { return opensAnyName() }
    if Names.isWindow(name) {
      missing.remove(name.normalFormC)
      windows.insert(name.normalFormC)
    } else {
      // What is wrong with the name is told once, where it is given.
      windows.insert(Names.capitalized(name).normalFormC)
      process.forget()
    }
  }

  /// Without a name, a window gets the first letter that no other one has or had.
  private func opensUnnamed() {
    process.connect(isRepeated ? nil : freeName)
    mayOpenUnnamed()
  }

  func mayOpenUnnamed() {
    if isRepeated { return opensAny() }
    if let first = Self.letters.first(where: { !windows.contains($0) }) { windows.insert(first) }
  }

  /// The first letter that no window has or had; nil if that cannot be told.
  var freeName: String? {
    let free = Self.letters.first { !process.windows.isBorne($0) }
    return free.flatMap { process.windows.isNew($0) ? $0 : nil }
  }

  /// Of so many windows each name may be one.
  private func opensAnyName() { windowPatterns = [NamePattern("${}")] }

  func opensAny() { windows.formUnion(Self.letters) }

  private static let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map {
    String(Unicode.Scalar($0))
  }

  func device(_ node: Node?) {
    guard let node, let name = literal(node), !devices.contains(name), !mentioned.contains(name)
    else { return }
    // Nothing is sure of apps on devices that there are not; where none are named it is told once.
    process.neverBeSure()
    if devices.count < 2 { mentioned.insert(name) }
    add(
      .noSuchDevice, at: node.range, "no device is called \(name)",
      hint: SourceFile.choice(for: name, among: devices)
        ?? "name them at the top: `devices: [Phone, Tablet]`")
  }

  /// What needs `roaming: true`.
  func needsRoaming(_ key: PlacedName) {
    if !roams { add(.notRoaming(key, in: source)) }
  }

  // MARK: Save points

  func setSavePoint(_ node: Node?) {
    guard let node, let text = node.text else { return }
    guard let name = literal(node) else {
      return savePoints.add(apps, named: NamePattern(text))
    }
    let old = isRepeated ? savePoints[name] : []
    savePoints.set(old + apps, named: name)
  }

  func goBack(to node: Node?) {
    process.forget()
    process.hold(.no)
    guard let node, let name = literal(node) else {
      // To any of them.
      return meet(savePoints.all + apps)
    }
    if savePoints.has(name) { return meet(savePoints[name] + (isRepeated ? apps : [])) }
    // To a moment that a step keeps which cannot be read.
    if mentioned.contains(name) { return meet([]) }
    if isSilent { return }
    add(
      .noSuchSavePoint, at: node.range, "there is no save point `\(name)` yet",
      hint: SourceFile.choice(for: name, among: savePoints.names)
        ?? "`save-point: \(name)` keeps a moment under this name")
  }

  /// Goes on with other possible apps; with too many of them nothing is known.
  func meet(_ others: [CheckedApp]) {
    apps = others.count <= SavePoints.appLimit ? others : []
  }
}
