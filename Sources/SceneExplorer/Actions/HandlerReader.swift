import SceneScenarios

/// What the steps of handlers tell of the app: the screens it has, and what its payloads mean.
struct HandlerReader {
  /// The fields of payloads that name a tab.
  private(set) var tabFields: Set<String> = []
  /// How the window says what it shows.
  private(set) var identity: String?
  /// The screens that are shown, variables filled in.
  private(set) var screens: [String] = []
  /// The tabs that are opened by name.
  private(set) var tabs: [String] = []
  /// The tabs and places that steps name beside them (`at`).
  private(set) var places: [String] = []
  /// What stands where `${payload.x}` goes: screens, places, tabs, and values by their key.
  private var uses: [(template: String, key: String?)] = []
  /// Which field of a row is asked for with it.
  private var asked: [(template: String, table: String, field: String)] = []

  /// How old dates have to be for steps to be taken.
  private(set) var ages: [String] = []
  /// What users say of its windows when they quit the app.
  private(set) var quits: [Bool] = []

  /// Reads steps, and what handlers ask beside them.
  init(_ steps: [ParsedStep], if conditions: [Node?] = []) {
    for step in steps.andInner { read(step) }
    for condition in conditions + steps.andInner.map(\.condition) { rows(in: condition) }
  }

  private mutating func rows(in condition: Node?) {
    for entry in condition?["$row"]?.map ?? [] {
      let names = entry.key.name.split(separator: ".").map(String.init)
      guard names.count == 2, let text = entry.value.text else { continue }
      asked.append((text, names[0], names[1]))
    }
  }

  private mutating func read(_ step: ParsedStep) {
    if let place = step.place?.text { places.append(place) }
    ages += (step.condition?["$older"]?.map ?? []).compactMap(\.value.text)
    switch step.verb.name {
    case "select":
      if let field = step.argument?.text.flatMap(Self.field) { tabFields.insert(field) }
    case "append", "prepend":
      for entry in step.argument?.map ?? [] { use(entry.value, entry.key.name) }
    case "show-place": use(step.argument, nil)
    case "set":
      for entry in step.argument?.map ?? [] { use(entry.value, entry.key.name) }
      if let text = step.argument?[StorageKey.selectedTab]?.text, let field = Self.field(in: text) {
        tabFields.insert(field)
      }
    case "open-tab":
      let name = step.argument?.text ?? step.argument?["tab"]?.text
      guard let name else { break }
      if name.contains("${") { uses.append((name, Self.tabs)) } else { tabs.append(name) }
    case "quit": quits += [step.argument?["keeps-windows"]?.bool].compactMap(\.self)
    case "identify": identity = step.argument?.text ?? identity
    case "push": add(step.argument?.text ?? step.argument?["screen"]?.text)
    case "show": for node in step.argument?.list ?? [] { add(node.text) }
    default: break
    }
  }

  /// Stands for the key of the open tabs, which each app names as it likes.
  private static let tabs = "$tabs"

  private mutating func use(_ node: Node?, _ key: String?) {
    if let text = node?.text { uses.append((text, key)) }
  }

  /// A value that a field of a payload or a part of a link may well have: of the rows that it leads
  /// to, or else of a column of that name, if a table has one.
  func cell(_ field: String, _ number: Int, _ app: AppDeclaration) -> Node? {
    if let row = row(of: field, app), let table = app.tables.first(where: { $0.name == row.table }),
      !table.rows.isEmpty, let cell = table.rows[number % table.rows.count][row.field]
    {
      return .made(cell.content)
    }
    for table in app.tables where !table.rows.isEmpty {
      if let cell = table.rows[number % table.rows.count][field] { return .made(cell.content) }
    }
    return nil
  }

  /// The rows that a field is about, by what handlers do with it.
  private func row(of field: String, _ app: AppDeclaration) -> (table: String, field: String)? {
    let mark = "${payload.\(field)}"
    if let asked = asked.first(where: { $0.template == mark }) { return (asked.table, asked.field) }
    for (template, key) in uses where template.contains(mark) {
      let text = template.replacing(mark, with: "x")
      let screen = key == StorageKey.path ? app.screens.first { $0.part(of: text) == "x" } : nil
      let place = key == nil ? app.places.first { text == "\($0.name)/x" } : nil
      let value = key.flatMap { app.key($0 == Self.tabs ? app.tabSource?.key ?? "" : $0) }
      if let row = screen?.row ?? place?.row ?? value?.row { return (row.table, row.field) }
    }
    return nil
  }

  /// `book` of `${payload.book}`.
  private static func field(in text: String) -> String? {
    guard text.hasPrefix("${payload."), text.hasSuffix("}") else { return nil }
    return String(text.dropFirst("${payload.".count).dropLast())
  }

  private mutating func add(_ screen: String?) {
    guard var screen else { return }
    uses.append((screen, StorageKey.path))
    // Whatever a variable stands for: a screen is a text.
    while let start = screen.firstRange(of: "${"),
      let end = screen[start.upperBound...].firstIndex(of: "}")
    {
      screen.replaceSubrange(start.lowerBound...end, with: "one")
    }
    if !screen.isEmpty, !screens.contains(screen) { screens.append(screen) }
  }
}

extension [ParsedStep] {
  /// Whether a verb is among them, at any depth.
  func use(_ verb: String) -> Bool { andInner.contains { $0.verb.name == verb } }

  /// Whether windows come and go with them: one may go with its last tab.
  var moveWindows: Bool {
    use("open") || use("close") || use("undo-close")
      || andInner.contains {
        $0.verb.name == "move-tab" && $0.argument?["to"]?.text?.contains("/") == false
      }
  }
}
