package import SceneLifecycle
import SceneState
import StoreFormat

/// The places of an app and their URLs, and the key that keeps the URL of a window.
package struct NavigatorDeclaration: Sendable {
  /// The name of the key; nil if the URL is not kept.
  package let savesTo: String?
  package let links: DeepLinks
  /// Where each place is declared, in order.
  package let ranges: [SourceRange]

  static let known = ScenarioLanguage.navigator.names

  /// The places of an app in Swift, which keeps the URL itself.
  init(_ links: DeepLinks, savesTo: String?, range: SourceRange) {
    self.savesTo = savesTo
    self.links = links
    ranges = links.places.map { _ in range }
  }

  /// How a pattern is written, to which a path of its place does not fit.
  private static func hint(forPattern pattern: String) -> String {
    let inBraces = pattern.replacing(/\/:(\w+)/) { "/{\($0.1)}" }.replacing(/\/\*+/) { _ in "/{id}"
    }
    if pattern.contains(/\/\{[\w-]+\?\}/) {
      return "only what stands behind a `?` may be missing, as in `notes://note/{id}?{page?}`: a "
        + "second pattern, without that part, takes the other links"
    }
    if inBraces == pattern { return "the pattern is `\(pattern)`" }
    return "a part of a pattern stands in braces: `\(inBraces)`"
  }

  /// Reads the map under `navigator:`; nil if its places cannot be used.
  init?(
    _ node: Node, of app: AppDeclaration, _ appMap: NodeMap, _ mistakes: inout DiagnosticList
  ) {
    let source = app.source
    Self.checkOneMaster(appMap, &mistakes)
    guard
      let map = mistakes.map(node, in: source, of: "`navigator`", known: Self.known)
    else { return nil }
    savesTo = mistakes.read(
      try map.optional("saves-to").map { (node) throws(Diagnostic) in
        try Self.key(node, of: app, appMap)
      })
    let entries = mistakes.collect(try map.map("places").entries)
    guard let entries else { return nil }
    if entries.isEmpty, let node = map.optional("places") {
      mistakes.append(
        Diagnostic(
          .missingKey, file: source.path, range: node.range, "a navigator needs a place",
          hint: "add one: `\"quotes://quotes\": { tab: quotes, path: [] }`"))
      return nil
    }
    let places = entries.compactMap { entry in
      Self.place(entry, tabs: app.tabs, in: source, &mistakes).map { (place: $0, entry: entry) }
    }
    let paths = places.flatMap(\.place.path)
    let checks = Self.checks(map, places: entries.map(\.key.name), paths, &mistakes)
    let texts = checks.compactMapValues(\.text)
    let ignoresCase =
      mistakes.read(try map.optionalBool("ignoring-case")) ?? false
    for mistake in DeepLinks.mistakes(places: places.map(\.place), checks: texts) {
      let range: SourceRange? =
        switch mistake.subject {
        case .place(let index): Self.range(of: mistake.text, in: places[index].entry)
        case .check(let name): checks[name]?.range
        }
      var told = source.diagnostic(.wrongValue, at: range ?? map.range, mistake.description)
      if case (.place(let index), .unknownPart) = (mistake.subject, mistake.reason) {
        told.hint = Self.hint(forPattern: places[index].entry.key.name)
      }
      mistakes.append(told)
    }
    guard places.count == entries.count,
      // What keeps the links from being made was reported.
      let links = try? DeepLinks(
        places: places.map(\.place), checks: texts, ignoringCase: ignoresCase)
    else { return nil }
    self.links = links
    ranges = entries.map(\.key.range)
    for (index, first) in links.shadowed() {
      mistakes.add(
        in: source, .shadowed, at: ranges[index],
        "no URL leads to `\(entries[index].key.name)`: `\(entries[first].key.name)` in line "
          + "\(ranges[first].start.line) takes them all", hint: "put the narrower pattern first")
    }
  }

  /// Whether some place ends with what `push` or `show` shows; a variable may stand for anything.
  func keeps(_ argument: Node?) -> Bool {
    guard let last = (argument?.list?.last ?? argument)?.text?.normalFormC,
      !last.contains("${")
    else { return true }
    return links.places.contains { place in
      guard let template = place.path.last else { return false }
      guard let start = template.firstIndex(of: "{"), let end = template.lastIndex(of: "}") else {
        return template == last
      }
      return last.hasPrefix(template[..<start])
        && last.hasSuffix(template[template.index(after: end)...])
    }
  }

  /// The URL says which tab and path a window shows, so no key may say it too.
  private static func checkOneMaster(_ app: NodeMap, _ mistakes: inout DiagnosticList) {
    for entry in app.optional("storage")?.map ?? []
    where [StorageKey.selectedTab, StorageKey.path].contains(entry.key.name) {
      mistakes.add(
        in: app.source, .contradiction, at: entry.key.range,
        "the navigator keeps tab and path in its URL, a key `\(entry.key.name)` would keep them"
          + " twice",
        hint: entry.key.name == StorageKey.path && entry.value["scope"]?.text == "tab"
          ? "a navigator has one stack for all tabs: without it each tab keeps its own, and handlers take "
            + "links, `handlers: [{ on: \"notes://{id}\", do: [{ select: … }, { show: […] }] }]`"
          : "remove the key, or `navigator`")
    }
  }

  private static func key(
    _ node: Node, of app: AppDeclaration, _ map: NodeMap
  ) throws(Diagnostic) -> String {
    let name = try app.source.text(node, for: "`saves-to`")
    guard let key = app.key(name) else {
      // A key that is declared with a mistake has its own message.
      let names = map.optional("storage")?.map?.map(\.key.name) ?? []
      if names.contains(name) { return name }
      throw app.source.noSuch("key", node, among: names)
    }
    switch key.type {
    case .url, .string, .optional(.url), .optional(.string): break
    default:
      throw app.source.contradiction(
        node,
        "a URL is kept in a key of type `url` or `string`, the type of `\(name)` is `\(key.type)`")
    }
    guard key.scope == .scene else {
      throw app.source.contradiction(
        node, "each window has one URL, so `\(name)` needs `scope: scene`")
    }
    return name
  }

  private static func place(
    _ entry: Entry, tabs: [String], in source: SourceFile, _ mistakes: inout DiagnosticList
  ) -> Place? {
    let subject = "place `\(entry.key.name)`"
    guard
      let map = mistakes.map(
        entry.value, in: source, of: subject, known: ScenarioLanguage.place.names)
    else { return nil }
    if entry.key.name.contains("={"), entry.key.name.contains("?}") {
      mistakes.add(
        in: source, .contradiction, at: entry.key.range,
        "items that may be missing do not go with `name={name}` in one query",
        hint: "`{name}` alone is the item `name=…`, in any order")
    }
    let path = mistakes.collect(try map.optionalTexts("path") ?? [])
    let tab = mistakes.collect(
      try map.optional("tab").map { (node) throws(Diagnostic) in
        try source.name(node, "tab", among: tabs)
      })
    // A place with a mistake still counts when the patterns are compared.
    let known = (tab ?? nil).map { TabID(rawValue: $0) }
    return Place(entry.key.name, tab: known, path: path ?? [])
  }

  private static func checks(
    _ map: NodeMap, places: [String], _ paths: [String], _ mistakes: inout DiagnosticList
  ) -> [String: Node] {
    let entries =
      mistakes.read(try map.optionalMap("check")?.entries) ?? []
    var result: [String: Node] = [:]
    for entry in entries {
      let parts = Set(places.flatMap(Self.parts)).sorted()
      guard parts.contains(entry.key.name) else {
        // A part that a path has and its pattern has not is told at the path.
        if !paths.flatMap(Self.parts).contains(entry.key.name) {
          mistakes.append(map.source.unknownKey(entry.key, of: "`check`", known: parts))
        }
        continue
      }
      let text = mistakes.collect(
        try map.source.text(entry.value, for: "the check of `\(entry.key.name)`"))
      if text != nil { result[entry.key.name] = entry.value }
    }
    return result
  }

  /// The names in braces.
  package static func parts(of pattern: String) -> [String] {
    pattern.split(separator: "{").dropFirst().compactMap { piece in
      piece.firstIndex(of: "}").map { end in
        // A part of a query may be missing.
        String(piece[..<end].last == "?" ? piece[..<end].dropLast() : piece[..<end])
      }
    }
  }

  /// The screen that holds a mistake, or else the pattern.
  private static func range(of text: String, in entry: Entry) -> SourceRange {
    let screens = entry.value["path"]?.list ?? []
    return screens.first { $0.text == text && text != entry.key.name }?.range ?? entry.key.range
  }
}
