import SceneScenarios

/// What can be dragged or continued in an app: each of its activities with a few contents.
struct Payloads {
  struct Item: Sendable {
    let type: String
    let payload: Node?
    let target: String
  }

  let items: [Item]

  init(_ app: AppDeclaration, tabs: [String]) {
    var items: [Item] = []
    for activity in app.activities {
      if activity.payload == nil, let type = activity.sample {
        items += Self.guessed(activity.type, type, tabs)
        continue
      }
      let handlers = app.handlers.filter { $0.activity == activity.type }
      let reader = HandlerReader(handlers.flatMap(\.steps))
      let count = reader.tabFields.isEmpty ? 2 : min(3, max(2, tabs.count))
      let other = Self.otherField(activity.payload, reader)
      // The last one is as the first but for one field: what both share tells them not apart.
      for number in 0..<(other == nil ? count : count + 1) {
        let isLast = number == count
        let payload = activity.payload.map { type in
          Samples.value(of: type, number: isLast ? 0 : number) { field in
            if reader.tabFields.contains(field), !tabs.isEmpty {
              return .text(tabs[isLast ? 0 : number % tabs.count])
            }
            if isLast, field == other { return Self.cell(field, 1, app) ?? .text(Samples.word(3)) }
            return Self.cell(field, isLast ? 0 : number, app)
          }
        }
        let short = activity.type.split(separator: ".").last.map(String.init) ?? activity.type
        let target =
          reader.identity.flatMap { Self.filled($0, with: payload) }
          ?? "\(short)/\(Samples.word(isLast ? 3 : number))"
        items.append(Item(type: activity.type, payload: payload, target: target))
      }
    }
    self.items = items
  }

  /// Contents for an app in Swift, of which nobody knows what its handlers make of a field.
  ///
  /// Texts are words, names of tabs and nothing at all; the last one has no payload.
  private static func guessed(
    _ name: String, _ type: ValueType, _ tabs: [String]
  ) -> [Item] {
    let short = name.split(separator: ".").last.map(String.init) ?? name
    let texts = (type.fields ?? []).filter { $0.type == .string }.map(\.name)
    var payloads = (0..<2).map { number in
      Samples.value(of: type, number: number) { field in
        guard texts.first == field, !tabs.isEmpty else { return nil }
        return .text(tabs[number % tabs.count])
      }
    }
    for empty in texts.prefix(2) {
      payloads.append(Samples.value(of: type, number: 0) { $0 == empty ? .text("") : nil })
    }
    let items = payloads.enumerated().map { number, payload in
      Item(type: name, payload: payload, target: "\(short)/\(Samples.word(number))")
    }
    return items + [Item(type: name, payload: nil, target: short)]
  }

  /// A field that holds a text and names no tab; one that windows do not tell of, if there is one.
  private static func otherField(_ type: ValueType?, _ reader: HandlerReader) -> String? {
    let texts = (type?.fields ?? []).filter { $0.type == .string }.map(\.name)
      .filter { !reader.tabFields.contains($0) }
    let untold = texts.first { !(reader.identity ?? "").contains("${payload.\($0)}") }
    return untold ?? texts.first
  }

  /// A value of a column of that name, if a table has one: payloads are often about rows.
  private static func cell(_ field: String, _ number: Int, _ app: AppDeclaration) -> Node? {
    for table in app.tables where !table.rows.isEmpty {
      if let cell = table.rows[number % table.rows.count][field] { return .made(cell.content) }
    }
    return nil
  }

  /// A text with `${payload.x}` in it, or any text for what has no payload; nil if something else
  /// stands there.
  private static func filled(_ template: String, with payload: Node?) -> String? {
    var text = template
    var isFilled = payload == nil
    for field in payload?.map ?? [] {
      let mark = "${payload.\(field.key.name)}"
      guard text.contains(mark), let value = field.value.text ?? field.value.int.map(String.init)
      else { continue }
      text = text.replacing(mark, with: value)
      isFilled = true
    }
    return isFilled && !text.contains("${") ? text : nil
  }
}

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
  /// Whether rows are other ones afterwards than the app declares.
  private(set) var changesData = false

  init(_ steps: [ParsedStep]) { for step in steps { read(step) } }

  private mutating func read(_ step: ParsedStep) {
    switch step.verb.name {
    case "select":
      if let field = step.argument?.text.flatMap(Self.field) { tabFields.insert(field) }
    case "set":
      if let text = step.argument?[StorageKey.selectedTab]?.text, let field = Self.field(in: text) {
        tabFields.insert(field)
      }
    case "open-tab":
      let name = step.argument?.text ?? step.argument?["tab"]?.text
      if let name, !name.contains("${") { tabs.append(name) }
    case "change-data": changesData = true
    case "identify": identity = step.argument?.text ?? identity
    case "push": add(step.argument?.text ?? step.argument?["screen"]?.text)
    case "show": for node in step.argument?.list ?? [] { add(node.text) }
    default: break
    }
    for inner in step.body { read(inner) }
  }

  /// `book` of `${payload.book}`.
  private static func field(in text: String) -> String? {
    guard text.hasPrefix("${payload."), text.hasSuffix("}") else { return nil }
    return String(text.dropFirst("${payload.".count).dropLast())
  }

  private mutating func add(_ screen: String?) {
    guard var screen else { return }
    // Whatever a variable stands for: a screen is a text.
    while let start = screen.firstRange(of: "${"),
      let end = screen[start.upperBound...].firstIndex(of: "}")
    {
      screen.replaceSubrange(start.lowerBound...end, with: "one")
    }
    if !screen.isEmpty, !screens.contains(screen) { screens.append(screen) }
  }
}
