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
  /// - Parameters:
  ///   - app: The map under `app:`; nil if the scenario has none.
  ///   - update: The map under `update:`.
  ///   - source: The file.
  /// - Throws: `wrong-kind` if the update is no map, `unknown-key` for a key that `$remove` does
  ///   not find.
  /// - Returns: The map of the new version.
  package static func merged(
    _ app: Node?, _ update: Node, in source: SourceFile
  ) throws(Diagnostic) -> Node {
    if let app, let name = app.text {
      throw source.contradiction(
        update, "`\(name)` is written in Swift; `update` changes apps that a file declares")
    }
    let changes = try source.map(update, for: "`update`")
    var entries = app?.map ?? []
    for change in changes {
      let old = entries.first { $0.key.name == change.key.name }?.value
      var value = change.value
      switch (change.key.name, old?.list, change.value.list) {
      case ("migrations", let first?, let rest?):
        value = Node(.list(first + rest), style: .block, range: change.value.range)
      case ("data", _, _) where change.value.text != remove: break
      default:
        try merge(change, into: &entries, in: source)
        continue
      }
      put(Entry(key: change.key, value: value), into: &entries)
    }
    return Node(.map(entries), style: .block, range: update.range)
  }

  private static func merge(
    _ change: Entry, into entries: inout [Entry], in source: SourceFile
  ) throws(Diagnostic) {
    let index = entries.firstIndex { $0.key.name == change.key.name }
    if change.value.text == remove {
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
    let merged = Node(.map(inner), style: change.value.style, range: change.value.range)
    put(Entry(key: change.key, value: merged), into: &entries)
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
  ///   - mistakes: Gets the mistakes.
  package init(updating older: AppDeclaration, with update: Node, mistakes: inout DiagnosticList) {
    let source = older.source
    let merged = mistakes.collect { () throws(Diagnostic) in
      try AppUpdate.merged(older.node, update, in: source)
    }
    guard let merged else {
      self = older
      return
    }
    self.init(merged, in: source, after: older, mistakes: &mistakes)
  }
}
