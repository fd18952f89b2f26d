/// `lists: {countries: {top, top-row, picked, picked-row}}`: where the lists of a window stand.
enum ListCheck {
  static let names = ScenarioLanguage.listChecks.names

  static func validate(_ check: Entry, in source: SourceFile) throws(Diagnostic) {
    let lists = try source.filled(check.value, for: "`lists`")
    for list in lists {
      if list.value.text?.contains("${") == true { continue }
      if list.value.map == nil, let row = ScenarioWorld.text(of: list.value) {
        var mistake = source.wrongKind(
          list.value, for: "list `\(list.key.name)`", wanted: "a map")
        mistake.hint =
          "`\(list.key.name): { picked: \(row) }` is the row that is picked, `top` the one that it "
          + "begins with"
        throw mistake
      }
      let looks = try source.filled(
        list.value, for: "list `\(list.key.name)`", empty: "an empty list")
      try source.checkLooks(looks, among: names)
    }
  }

  /// Rows are named by the text of their first field, also if it is a number.
  private static func withTexts(_ node: Node) -> Node {
    guard let looks = node.map else { return node }
    let named = looks.map { look in
      ["top", "picked"].contains(look.key.name)
        ? Entry(key: look.key, value: text(of: look.value)) : look
    }
    return node.holding(.map(named))
  }

  private static func text(of node: Node) -> Node {
    switch node.content {
    case .map(let entries):
      let entries = entries.map { Entry(key: $0.key, value: text(of: $0.value)) }
      return node.holding(.map(entries))
    case .list(let nodes):
      return node.holding(.list(nodes.map(text)))
    default:
      guard let text = ScenarioWorld.text(of: node) else { return node }
      return node.holding(.text(text))
    }
  }

  /// Names and numbers of rows are looked at by different words.
  private static func hint(
    _ mismatch: Mismatch, _ rows: [String], _ change: StepMark?
  ) -> String? {
    let look = mismatch.path.dropFirst()
    guard let text = mismatch.node.text ?? mismatch.node.int.map(String.init) else { return nil }
    if look.hasSuffix("-row"), mismatch.node.int == nil {
      return "`\(look)` is a number from 0, `\(look.dropLast("-row".count))` is the name of the row"
    }
    if look.hasSuffix("-row"), case .int(let found)? = mismatch.actual,
      mismatch.node.int == found + 1, change == nil
    {
      return "rows count from 0: `\(look)` of the first one is 0"
    }
    if names.contains("\(look)-row"), Int(text) != nil, !rows.contains(text) {
      return "`\(look)` is the name of the row, `\(look)-row` its number from 0"
    }
    return nil
  }

  static func check(
    _ check: Entry, _ scene: any WindowInside, _ window: String, in context: StepContext
  ) throws(Diagnostic) {
    for list in check.value.map ?? [] {
      guard let place = scene.place(of: list.key.name) else {
        throw context.source.unknownKey(
          list.key, of: "the lists of the app", known: scene.listNames)
      }
      let rows = scene.rowNames(of: list.key.name)
      func name(_ row: Int?) -> ScenarioValue {
        guard let row, rows.indices.contains(row) else { return .null }
        return .text(rows[row])
      }
      let actual: [String: ScenarioValue] = [
        "top": name(place.top), "top-row": .int(place.top), "picked": name(place.picked),
        "picked-row": place.picked.map { .int($0) } ?? .null,
      ]
      if let mismatch = Matcher.mismatch(Self.withTexts(list.value), .map(actual)) {
        var diagnostic = FailureReport(context).diagnostic(
          mismatch, subject: "\(window).lists.\(list.key.name)")
        let change = context.changeOfRows(ofList: list.key.name)
        diagnostic.hint = hint(mismatch, rows, change) ?? diagnostic.hint
        throw diagnostic
      }
    }
  }
}
