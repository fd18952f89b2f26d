import SceneLifecycle
internal import SceneSimulator
import SceneState

// Names that the app declares.
extension StepCheck {
  func tab(_ node: Node?) {
    guard let node, let name = literal(node) else { return }
    tab(name, at: node.range)
  }

  func tab(_ name: String, at range: SourceRange) {
    if VariableText.isIn(name) { return }
    unlessRight { app in
      guard let tabs = app.tabs, !tabs.contains(name) else { return nil }
      var mistake = mistake(
        .noSuchTab, at: range, "the app has no tab `\(name)`", name, among: tabs.all)
      let titles = app.declaration.node?["tabs"]?.map ?? []
      if let tab = titles.first(where: { $0.value.text == name })?.key.name, tabs.contains(tab) {
        mistake.hint = "that is a title: the tab is called `\(tab)`"
      } else if app.declaration.places.contains(where: { $0.name == name }) {
        mistake.hint = "a place has a kind and a name: `\(name)/…`"
      } else if app.declaration.tabs.isEmpty, let kind = app.declaration.places.first?.name {
        mistake.hint = "the app has no tabs; a place is written as `\(kind)/\(name)`"
      } else if let tab = app.taken(name, \.tabs) ?? app.declaration.hint(forNested: name) {
        mistake.hint = tab
      } else if app.declaration.tabs.isEmpty {
        mistake.hint =
          "the app has no tabs: `tabs: { \(name): … }` declares one, `push: \(name)` shows a screen"
      }
      if mistake.hint?.hasPrefix("there are") == true, let hint = mistake.hint,
        let kind = app.declaration.places.first?.name, !name.contains("/")
      {
        mistake.hint = "\(hint); a place has its kind before its name: `\(kind)/\(name)`"
      }
      if let kind = ValuePlace(name).kind,
        app.declaration.places.contains(where: { $0.name == kind })
      {
        mistake.hint = "a place stands beside the step: `at: \(name)`"
      }
      return mistake
    }
  }

  /// A key of the app's storage, whatever its value.
  func key(_ name: String, at range: SourceRange) {
    if VariableText.isIn(name) { return }
    unlessRight { app in
      guard let keys = app.keys, !keys.contains(name) else { return nil }
      if let sign = name.firstIndex(where: { ":=".contains($0) }) {
        let key = name[..<sign].filter { $0 != " " }
        if keys.contains(key) { return source.missingBlank(after: "\(key):", at: range, of: name) }
      }
      var mistake = mistake(
        .noSuchKey, at: range, "the app declares no key `\(name)`", name, among: keys.all)
      if ScenarioLanguage.modifiers.names.contains(name) {
        mistake.hint = "`\(name)` stands beside the verb: `{ set: { … }, \(name): … }`"
      } else if Names.isWindow(name), windows.contains(name) {
        mistake.hint =
          "`in: \(name)` beside the step names the window: `{ set: { … }, in: \(name) }`"
      } else if let hint = app.taken(name, { $0.keys.map(\.name) })
        ?? app.declaration.hint(forEntry: name) ?? partHint(name, keys)
      {
        mistake.hint = hint
      } else if let slash = name.lastIndex(of: "/"),
        keys.contains(String(name[slash...].dropFirst()))
      {
        mistake.hint = "`at: \(name[..<slash])` beside the step names the place"
      } else if name.allSatisfy(\.isNumber) {
        mistake.hint = "a comma ends a value: numbers have a point, as in 1.5"
      }
      return mistake
    }
  }

  /// A part of a value, or the value of a window, that is written as one name.
  private func partHint(_ name: String, _ keys: NameList) -> String? {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count > 1 else { return nil }
    if parts == ["window", "value"] {
      return "`${window.value}` is what the window is for, and `\(ChangeValueStep.name): …` "
        + "gives it another"
    }
    return Names.isWindow(parts[0]) && keys.contains(parts[1])
      ? "`in: \(parts[0])` beside the step names the window" : nil
  }

  func list(_ key: PlacedName) {
    if VariableText.isIn(key.name) { return }
    unlessRight { app in
      guard let lists = app.lists, !lists.contains(key.name) else { return nil }
      return source.unknownKey(key, of: "the lists of the app", known: lists.all)
    }
  }

  /// Table and field of a condition's `$row`.
  func row(of key: PlacedName) {
    let node = Node(.text(key.name), range: key.range)
    if VariableText.isIn(node) { return }
    // What names no field was told when the condition was read.
    guard let names = try? RowReference.names(node, in: source) else { return }
    unlessRight { app in
      guard app.isDeclared, app.tables != nil else { return nil }
      return RowReference.mistake(names, at: key.range, of: app.declaration, in: source)
    }
  }

  func row(_ node: Node, of list: String) {
    unlessRight { app in
      guard app.isDeclared, let list = app.declaration.lists.first(where: { $0.name == list })
      else { return nil }
      return noRow(node, of: "list `\(list.name)`", table: list.rows, app)
    }
  }

  func row(_ node: Node, ofTable table: String) {
    unlessRight { app in
      app.isDeclared ? noRow(node, of: "table `\(table)`", table: table, app) : nil
    }
  }

  /// The mistake in the name of a row that the app does not have, and no step puts there.
  private func noRow(
    _ node: Node, of subject: String, table: String, _ app: CheckedApp
  ) -> Diagnostic? {
    guard let inserted = insertedRows, !VariableText.isIn(node),
      let name = ScenarioWorld.text(of: node),
      let table = app.declaration.tables.first(where: { $0.name == table })
    else { return nil }
    let names = app.rows(of: table)
    if names.contains(name) || inserted.contains(name) { return nil }
    var mistake = mistake(
      .noSuchRow, at: node.range, "\(subject) has no row `\(name)`", name,
      among: names.all + inserted.sorted())
    // Another field of a row has the text.
    if let row = table.rows.first(where: { row in
      row.map?.contains { ScenarioWorld.text(of: $0.value) == name } == true
    }) {
      mistake.hint =
        "rows are named by their first field: that of `\(name)` is `\(ScenarioWorld.name(of: row))`"
    }
    return mistake
  }

  /// A row that comes needs what the lists of its table find it by.
  func identifiers(in row: Node, ofTable table: String) {
    guard row.map != nil, !VariableText.isIn(row) else { return }
    unlessRight { app in
      guard app.isDeclared else { return nil }
      for list in app.declaration.lists where list.rows == table {
        guard case .field(let name) = list.id else { continue }
        if let mistake = ListDeclaration.missing(name, in: row, of: source) { return mistake }
      }
      return nil
    }
  }

  func table(_ key: PlacedName) {
    if VariableText.isIn(key.name) { return }
    unlessRight { app in
      guard let tables = app.tables, !tables.contains(key.name) else { return nil }
      return source.unknownKey(key, of: "`data` of the app", known: tables.all)
    }
  }

  func scene(_ node: Node?) {
    guard let node, let name = literal(node) else { return }
    unlessRight { app in
      guard let scenes = app.scenes, !scenes.contains(name) else { return nil }
      return mistake(
        .noSuchScene, at: node.range, "the app declares no scene `\(name)`", name, among: scenes.all
      )
    }
  }

  /// A tab, or a nested scope, as steps name the place of values.
  ///
  /// - Parameters:
  ///   - node: The name, or a map with `window`, `tab` or `nested`.
  ///   - isOld: Whether values may still lie where the app has no tab any more.
  func scope(_ node: Node?, isOld: Bool = false) {
    guard let node else { return }
    guard node.map == nil else {
      window(node["window"])
      if let nested = literal(node["nested"]), nested.contains("/") { place(node["nested"]) }
      return scope(node["tab"], isOld: isOld)
    }
    guard var name = literal(node) else { return }
    if name.hasPrefix("scene/") || name.hasPrefix("tab/") { return }
    if name.hasPrefix("tab("), name.hasSuffix(")") { name = String(name.dropFirst(4).dropLast()) }
    if isOld, formerTabs.contains(name) { return }
    if let kind = ValuePlace(name).kind,
      apps.contains(where: { $0.declaration.places.contains { $0.name == kind } })
    {
      return place(node)
    }
    unlessRight { app in
      guard let tabs = app.tabs, let nested = app.nested, !tabs.contains(name),
        !nested.contains(name)
      else {
        return nil
      }
      var mistake = mistake(
        .noSuchTab, at: node.range, "the app has no tab `\(name)`", name,
        among: tabs.all + nested.all)
      if let hint = app.taken(name, \.tabs) {
        mistake.hint = hint
      } else if let kind = app.declaration.places.first?.name, !name.contains("/"),
        NearestName.suggestions(for: name, among: tabs.all + nested.all).isEmpty
      {
        mistake.hint = "a place has its kind before its name: `\(kind)/\(name)`"
      }
      return mistake
    }
  }

  /// An activity with its payload, as the declared type has it.
  func activity(_ map: NodeMap?, type key: String = "activity", verb: PlacedName) {
    guard let map, let node = map.optional(key), let type = literal(node) else { return }
    if type == UserActivity.webBrowsing { return }
    unlessRight { app in
      guard let types = app.activities, !types.contains(type) else { return nil }
      return source.diagnostic(
        .activityNotDeclared, at: node.range, "the app does not declare \(type)",
        hint: SourceFile.choice(for: type, among: types.all)
          ?? "declare it: `activities: { \(type): { payload: … } }`")
    }
    let payload = map.optional("payload")
    if map.misspelled("payload") != nil { return }
    if let payload, VariableText.isIn(payload) { return lacks(payload, type) }
    unlessRight { app in
      guard app.isDeclared, let declared = app.declaration.activity(type) else { return nil }
      do throws(Diagnostic) {
        _ = try declared.payload(of: payload, missingAt: verb.range, in: source)
        return nil
      } catch {
        return error
      }
    }
    for entry in payload?.map ?? [] {
      unlessRight { app in
        guard app.isDeclared, let declared = app.declaration.activity(type),
          // What is wrong with it as a whole is told above.
          (try? declared.payload(of: payload, missingAt: verb.range, in: source)) != nil
        else { return nil }
        return misspelledField(entry, declared)
      }
    }
  }

  /// A field that is missing, whatever the variables of the others hold.
  private func lacks(_ payload: Node, _ type: String) {
    guard let given = payload.map, !GeneratedValue.isOne(given) else { return }
    unlessRight { app in
      guard app.isDeclared, let declared = app.declaration.activity(type)?.payload,
        let field = declared.fields?.first(where: { payload[$0.name] == nil && $0.isNeeded })
      else { return nil }
      return source.diagnostic(
        .payloadMismatch, at: payload.range,
        "activity `\(type)`: a `\(declared)` needs the field `\(field.name)`",
        hint: "add `\(field.name): …`")
    }
  }

  /// A field that the type lacks is dropped, as one of a newer version; one that is nearly right is
  /// likely a slip of the pen.
  private func misspelledField(_ entry: Entry, _ declared: ActivityDeclaration) -> Diagnostic? {
    guard let type = declared.payload, let names = type.fields?.map(\.name),
      !names.contains(entry.key.name),
      !NearestName.suggestions(for: entry.key.name, among: names).isEmpty
    else { return nil }
    var warning = source.unknownKey(entry.key, of: "type `\(type)`", known: names)
    warning.severity = .warning
    return warning
  }

  /// A link that the app's own places take.
  func link(_ node: Node?, verb: PlacedName) {
    guard let node, let link = literal(node) else { return }
    unlessRight { app in
      guard let links = app.declaration.navigator?.links else {
        return noHandler(of: link, in: app, at: node.range)
      }
      do throws(LinkError) {
        _ = try links.place(for: link)
        return nil
      } catch {
        let problem = error.problem(with: link, at: "")
        return source.diagnostic(
          problem.code, at: node.range, "`\(verb.name)`: \(problem.detail)",
          hint: app.declaration.nearLink(link))
      }
    }
  }

  /// An item of a link's query that is left out since the app calls it otherwise.
  func linkItems(_ node: Node?) {
    guard let node, let link = literal(node) else { return }
    unlessRight { app in
      app.declaration.misspeltItem(of: link).map {
        source.warning(
          at: node.range, "the link has an item `\($0.item)`, and `\($0.pattern)` takes none of it",
          hint: "did you mean `\($0.meant)`?")
      }
    }
  }

  /// A link that no handler takes, in an app with handlers of links.
  private func noHandler(of link: String, in app: CheckedApp, at range: SourceRange) -> Diagnostic?
  {
    let patterns = app.declaration.handlers.compactMap(\.link)
    if patterns.isEmpty || patterns.contains(where: { $0.parts(of: link) != nil }) { return nil }
    return source.diagnostic(
      .noSuchPlace, at: range, "no handler takes the link '\(link)'",
      hint: app.declaration.nearLink(link))
  }

  /// One of a few words.
  func word(_ node: Node?, of words: [String], for subject: String) {
    guard let node, let word = literal(node), !words.contains(word) else { return }
    add(source.wrongValue(node, for: subject, words: words))
  }

  private func mistake(
    _ code: ProblemCode, at range: SourceRange, _ message: String, _ name: String,
    among names: [String]
  ) -> Diagnostic {
    source.diagnostic(
      code, at: range, message,
      hint: MeantVariable.braced(name) ?? SourceFile.choice(for: name, among: names))
  }
}
