internal import SceneSimulator
import SceneState

/// What `update:` makes of an app: the new version's declaration, as if it had been written out.
package enum AppUpdate {
  /// The word that takes a key away.
  package static let remove = "$remove"

  /// The app after an update.
  ///
  /// Maps merge deeply, `$remove` takes a key away, everything else is replaced; but
  /// `migrations` are appended, and `data` is replaced as a whole. What the update says keeps
  /// its own places, so that mistakes point there.
  ///
  /// - Throws: `wrong-kind` if the update is no map, `unknown-key` for a key that `$remove` does
  ///   not find.
  package static func merged(
    _ app: Node?, _ update: Node, in source: SourceFile
  ) throws(Diagnostic) -> Node {
    if let app, let name = app.text {
      throw source.contradiction(
        update, "`\(name)` is written in Swift; `update` changes apps that a file declares",
        hint: "write `app: { swift: \(name) }`: an update can change its `version` and `data`")
    }
    let changes = try source.map(update, for: "`update`")
    var entries = app?.map ?? []
    for change in changes {
      let old = entries.first { $0.key.name == change.key.name }?.value
      var value = change.value
      switch (change.key.name, old?.list, change.value.list) {
      case ("migrations", let first?, let rest?):
        // What is said once more is not done twice, in whatever order its keys stand.
        var all = first
        for node in rest {
          let migration = ScenarioValue(node.content)
          if !all.contains(where: { ScenarioValue($0.content) == migration }) { all.append(node) }
        }
        value = Node(.list(all), style: .block, range: change.value.range)
      case ("handlers", let handlers?, nil) where change.value.map != nil:
        value = try without(change.value.map ?? [], handlers, in: source)
      case ("data", _, _) where change.value.text != remove: break
      default:
        try merge(change, into: &entries, in: source)
        continue
      }
      put(Entry(key: change.key, value: value), into: &entries)
    }
    return Node(.map(entries), style: .block, range: update.range)
  }

  /// The handlers without those of the activities that are named with `$remove`.
  private static func without(
    _ removed: [Entry], _ handlers: [Node], in source: SourceFile
  ) throws(Diagnostic) -> Node {
    let types = handlers.compactMap { $0["on"]?.text }
    for entry in removed {
      guard types.contains(entry.key.name) else {
        throw source.unknownKey(entry.key, of: "`handlers`", known: types)
      }
      _ = try source.word(entry.value, of: [remove], for: "a handler that goes")
    }
    let names = Set(removed.map(\.key.name))
    let rest = handlers.filter { !names.contains($0["on"]?.text ?? "") }
    return Node(.list(rest), style: .block, range: removed[0].key.range)
  }

  private static func merge(
    _ change: Entry, into entries: inout [Entry], in source: SourceFile
  ) throws(Diagnostic) {
    let index = entries.firstIndex { $0.key.name == change.key.name }
    if isRemoval(change.value) {
      guard let index else {
        throw source.unknownKey(
          change.key, of: "what the update changes", known: entries.map(\.key.name))
      }
      entries.remove(at: index)
      return
    }
    guard let changes = change.value.map else { return put(change, into: &entries) }
    var inner = index.flatMap { entries[$0].value.map } ?? []
    for change in changes { try merge(change, into: &inner, in: source) }
    let merged = change.value.holding(.map(inner))
    put(Entry(key: change.key, value: merged), into: &entries)
  }

  /// Whether a value takes its key away; a word that is almost `$remove` can mean nothing else.
  private static func isRemoval(_ node: Node) -> Bool {
    node.text == remove || isAlmostRemoval(node)
  }

  private static func isAlmostRemoval(_ node: Node) -> Bool {
    guard let word = node.text, word.hasPrefix("$"), word != remove else { return false }
    if ["$delete", "$drop", "$unset", "$none"].contains(word) { return true }
    return !NearestName.suggestions(for: word, among: [remove]).isEmpty
  }

  /// The words in an update that are almost `$remove`, and the keys that it takes away where there
  /// are none, and were in no version: what else it says holds all the same.
  fileprivate static func corrected(
    _ update: Node, of app: Node?, in source: SourceFile, _ names: DeclaredNames,
    at path: [String] = [], _ mistakes: inout DiagnosticList
  ) -> Node {
    guard let changes = update.map, app?.text == nil else { return update }
    var kept: [Entry] = []
    for change in changes {
      if let mistake = foreignRemoval(change, of: app, in: source) {
        mistakes.append(mistake)
        continue
      }
      if isAlmostRemoval(change.value) {
        mistakes.add(
          in: source, .wrongValue, at: change.value.range,
          "`\(change.value.text ?? "")` takes nothing away", hint: "did you mean `\(remove)`?")
      }
      let here = path + [change.key.name]
      if here == ["handlers"], let removed = change.value.map {
        // One update may follow several versions.
        let left = removed.filter { entry in
          app?["handlers"]?.list?.contains { $0["on"]?.text == entry.key.name } == true
            || !names.hasDeclared(here + [entry.key.name])
        }
        if removed.isEmpty || !left.isEmpty {
          kept.append(Entry(key: change.key, value: change.value.holding(.map(left))))
        }
        continue
      }
      if isRemoval(change.value), app?[change.key.name] == nil {
        // One update may follow several versions.
        if names.hasDeclared(here) { continue }
        mistakes.append(
          source.unknownKey(
            change.key, of: "what the update changes", known: (app?.map ?? []).map(\.key.name)))
        continue
      }
      let isMerged = !["migrations", "handlers", "data"].contains(change.key.name)
      let value =
        isMerged
        ? corrected(change.value, of: app?[change.key.name], in: source, names, at: here, &mistakes)
        : change.value
      kept.append(Entry(key: change.key, value: value))
    }
    return update.holding(.map(kept))
  }

  /// `remove: [map]`, as `change-data` has it, among names of which each is a key here.
  private static func foreignRemoval(_ change: Entry, of app: Node?, in source: SourceFile)
    -> Diagnostic?
  {
    let names = (change.value.list ?? [change.value]).compactMap(\.text)
    guard change.key.name == "remove", app?["remove"] == nil, let name = names.first,
      names.allSatisfy({ app?[$0] != nil })
    else { return nil }
    return source.diagnostic(
      .wrongValue, at: change.key.range, "`remove` takes nothing away here",
      hint: "a key that goes stands by itself: `{ \(name): \(remove) }`")
  }

  /// Replaces the value of a key where it stands, or adds it at the end.
  private static func put(_ entry: Entry, into entries: inout [Entry]) {
    if let index = entries.firstIndex(where: { $0.key.name == entry.key.name }) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
  }
}

extension AppDeclaration {
  /// Makes the app of the next version.
  ///
  /// - Parameters:
  ///   - older: The app so far.
  ///   - update: The map under `update:`, after the variables are replaced.
  ///   - source: The file in which the update is written; that of the app may be another.
  ///   - step: Where the step stands: what it makes wrong elsewhere is told there.
  ///   - names: What any version of the app declares.
  ///   - mistakes: Gets the mistakes that the app before did not have.
  package init(
    updating older: AppDeclaration, with update: Node, in source: SourceFile,
    at step: SourceRange, _ names: DeclaredNames, mistakes: inout DiagnosticList
  ) {
    let update = AppUpdate.corrected(update, of: older.node, in: source, names, &mistakes)
    let merged = mistakes.collect(try AppUpdate.merged(older.node, update, in: source))
    guard let merged else {
      self = older
      return
    }
    var found = DiagnosticList()
    if merged.swiftApp != nil {
      self = older
      readBeside(merged, &found)
    } else {
      self.init(merged, in: older.source, after: older, mistakes: &found)
      if !found.isEmpty, source.path != older.source.path {
        found = Self.mistakes(of: older, updatedWith: update, in: source)
      }
    }
    mistakes.append(
      contentsOf: UpdateMistakes(update, of: older.node, in: source, at: step).placed(found.sorted)
      {
        var before = DiagnosticList()
        var copy = older
        if older.node?.swiftApp == nil {
          _ = AppDeclaration(older.node, in: older.source, mistakes: &before)
        } else if let node = older.node {
          copy.readBeside(node, &before)
        }
        return before.sorted
      })
  }

  /// What is wrong with the later versions of the app, each made of the one before.
  var mistakesOfVersions: [Diagnostic] {
    var mistakes = DiagnosticList()
    var app = self
    let names = DeclaredNames(app: node, steps: [])
    for version in versions {
      for entry in version.map ?? [] where !Self.known.contains(entry.key.name) {
        mistakes.append(source.unknownKey(entry.key, entry.value, of: "the app", known: Self.known))
      }
      app = AppDeclaration(
        updating: app, with: version, in: source, at: version.range, names, mistakes: &mistakes)
    }
    return mistakes.sorted
  }

  /// The mistakes of an update that stands in another file than the app.
  ///
  /// Places have no file: those of the update are moved below every line that a file can have, so
  /// that they can be told apart, and back.
  private static func mistakes(
    of older: AppDeclaration, updatedWith update: Node, in source: SourceFile
  ) -> DiagnosticList {
    var result = DiagnosticList()
    var found = DiagnosticList()
    let moved = update.moved(lines: distance)
    // The same was merged before, one place apart, and what was wrong with it was told.
    guard let merged = try? AppUpdate.merged(older.node, moved, in: source) else { return result }
    _ = AppDeclaration(merged, in: older.source, after: older, mistakes: &found)
    for mistake in found.sorted {
      let mistake = movedBack(mistake, to: source)
      result.append(mistake.shown(in: mistake.file == source.path ? source : older.source))
    }
    return result
  }

  /// More lines than a file can have.
  private static let distance = 1 << 24

  /// What is wrong in an update that was moved below its file, at its own place.
  private static func movedBack(_ mistake: Diagnostic, to source: SourceFile) -> Diagnostic {
    guard mistake.range.start.line > distance else { return mistake }
    var mistake = mistake
    mistake.file = source.path
    let range = mistake.range.moved(lines: -distance)
    mistake.range = range
    mistake.frame?.range = range
    return mistake
  }

  /// What an update loses of the values of the version before it, told where the update says it.
  static func losses(
    from older: AppDeclaration, to newer: AppDeclaration, by update: Node, in source: SourceFile,
    _ names: DeclaredNames
  ) -> [Diagnostic] {
    if source.path == older.source.path {
      return FormerLook.warnings(ofUpdating: older, to: newer, names)
    }
    var told = DiagnosticList()
    let kept = AppUpdate.corrected(update, of: older.node, in: source, names, &told)
    guard
      // What is wrong with it was told.
      let merged = try? AppUpdate.merged(older.node, kept.moved(lines: distance), in: source)
    else { return [] }
    let moved = AppDeclaration(merged, in: older.source, after: older, mistakes: &told)
    return FormerLook.warnings(ofUpdating: older, to: moved, names)
      .filter { $0.range.start.line > distance }.map { movedBack($0, to: source) }
  }
}

extension Node {
  /// The same data further down.
  fileprivate func moved(lines: Int) -> Node {
    let content: Node.Content =
      switch content {
      case .list(let nodes): .list(nodes.map { $0.moved(lines: lines) })
      case .map(let entries):
        .map(
          entries.map {
            Entry($0.key.name, at: $0.key.range.moved(lines: lines), $0.value.moved(lines: lines))
          })
      default: content
      }
    return Node(content, style: style, range: range.moved(lines: lines))
  }
}

extension SourceRange {
  fileprivate func moved(lines: Int) -> SourceRange {
    var result = self
    result.start.line += lines
    result.end.line += lines
    return result
  }
}
