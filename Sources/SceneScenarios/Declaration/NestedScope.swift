/// A place below a tab or below the window that holds values of its own.
package struct NestedScope: Sendable, Hashable {
  package let name: String
  /// The tab it lies in; nil for one below the window.
  package let tab: String?
  package let range: SourceRange

  /// Reads the map under `nested:`.
  static func all(
    _ map: NodeMap, tabs: [String], _ mistakes: inout DiagnosticList
  ) -> [NestedScope] {
    var result: [NestedScope] = []
    for entry in mistakes.names(map, "nested", "a nested scope", mayBeCapital: true) {
      var tab: String?
      if !entry.value.isNull {
        let subject = "nested scope `\(entry.key.name)`"
        let body = mistakes.map(
          entry.value, in: map.source, of: subject, known: ScenarioLanguage.nestedPlace.names)
        guard let body else { continue }
        if let node = body.optional("in") {
          tab = mistakes.collect(try map.source.name(node, "tab", among: tabs))
          // What else refers to the place is no second mistake.
          if tab == nil { tab = node.text }
        }
      }
      result.append(NestedScope(name: entry.key.name, tab: tab, range: entry.key.range))
    }
    return result
  }
}
