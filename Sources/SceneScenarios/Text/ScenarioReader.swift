/// Reads a scenario file into nodes under the strict profile of the format.
///
/// JSON is read the same way, because JSON is YAML in flow style.
package enum ScenarioReader {
  /// How deep collections may be nested; the outermost one is level 1.
  package static let depthLimit = 64

  /// Reads the file's one document.
  ///
  /// - Throws: The first mistake, by the rules of the profile.
  package static func read(_ file: SourceFile) throws(Diagnostic) -> Node {
    if let kind = WrittenFile(file) { throw file.written(kind) }
    var scan = ByteScan(file)
    try scan.run()
    let separators = scan.hasSeparators ? LineSeparators(hidingIn: file.text) : nil
    let bytes = separators?.hide(in: file.text) ?? file.bytes
    guard let events = YAMLEvents(bytes) else { throw file.outOfMemory() }
    var builder = NodeBuilder(file: file, events: events, separators: separators)
    return try builder.document()
  }
}

/// Builds the tree from events, refusing what the profile does not have.
struct NodeBuilder: ~Copyable {
  private let file: SourceFile
  private var events: YAMLEvents
  private let separators: LineSeparators?
  private var cursor = SourceCursor()
  private var depth = 0
  /// Where the collections in flow style that are open began.
  private var brackets: [SourcePosition] = []

  init(file: SourceFile, events: consuming YAMLEvents, separators: LineSeparators?) {
    self.file = file
    self.events = events
    self.separators = separators
  }

  mutating func document() throws(Diagnostic) -> Node {
    _ = try next()
    let start = try next()
    guard start.kind == .documentStart else { throw file.empty() }
    if start.hasDirective { throw file.directive(at: file.offset(of: start.range.start)) }
    let first = try next()
    let root = try node(first)
    _ = try next()
    let end = try next()
    guard end.kind == .streamEnd else {
      throw file.secondDocument(at: end.range.start, after: root)
    }
    return root
  }

  /// The innermost open bracket or brace; the pair in `[a: b]` has none of its own.
  private var openBracket: SourcePosition? {
    brackets.last { [UInt8(ascii: "["), UInt8(ascii: "{")].contains(file.byte(at: $0)) }
  }

  private mutating func next() throws(Diagnostic) -> YAMLEvent {
    do {
      var event = try events.next()
      if let separators, event.kind == .scalar { event.text = separators.restore(event.text) }
      return event
    } catch {
      throw ParserComplaint(
        error, in: file, bracket: openBracket, separators: separators
      ).diagnostic
    }
  }

  private mutating func node(_ event: YAMLEvent) throws(Diagnostic) -> Node {
    try refuseProperties(of: event)
    switch event.kind {
    case .listStart: return try collection(event)
    case .mapStart: return try collection(event)
    default: return try scalar(event)
    }
  }

  private mutating func collection(_ event: YAMLEvent) throws(Diagnostic) -> Node {
    depth += 1
    guard depth <= ScenarioReader.depthLimit else {
      throw file.tooDeep(at: event.range.start, limit: ScenarioReader.depthLimit)
    }
    if event.style == .flow { brackets.append(event.range.start) }
    defer {
      depth -= 1
      if event.style == .flow { brackets.removeLast() }
    }
    return event.kind == .listStart ? try list(event) : try map(event)
  }

  private mutating func list(_ start: YAMLEvent) throws(Diagnostic) -> Node {
    var elements: [Node] = []
    while true {
      let event = try next()
      if event.kind == .listEnd {
        let range = close(start, with: event, after: elements.last?.range.end)
        return Node(.list(elements), style: start.style, range: range)
      }
      elements.append(try node(event))
    }
  }

  private mutating func map(_ start: YAMLEvent) throws(Diagnostic) -> Node {
    var entries: [Entry] = []
    var names = NameTable()
    while true {
      let event = try next()
      if event.kind == .mapEnd {
        let range = close(start, with: event, after: entries.last?.value.range.end)
        return Node(.map(entries), style: start.style, range: range)
      }
      let key = try key(event, of: start)
      if let first = names.firstLine(of: key, among: entries) {
        throw file.duplicateKey(key, firstLine: first)
      }
      let value = try node(try next())
      entries.append(Entry(key: key, value: value))
    }
  }

  /// The `?` that makes a key explicit, or nil for the usual `key: value`.
  private mutating func questionMark(
    before key: YAMLEvent, in map: YAMLEvent
  ) -> SourcePosition? {
    let start = key.range.start
    guard map.style == .flow else {
      return file.questionMarkInBlock(before: start, column: map.range.start.column)
    }
    return file.questionMarkInBraces(before: cursor.offset(of: start, in: file))
  }

  private mutating func key(_ event: YAMLEvent, of map: YAMLEvent) throws(Diagnostic) -> PlacedName
  {
    try refuseProperties(of: event)
    if let mark = questionMark(before: event, in: map) { throw file.complexKey(at: mark) }
    guard event.kind == .scalar else { throw file.complexKey(at: event.range.start) }
    try refuseRunningOn(event)
    if event.style == .plain {
      if event.text == "<<" { throw file.mergeKey(event.range) }
      if event.text.isEmpty { throw file.noKey(at: event.range.start) }
    }
    return PlacedName(name: event.text, range: event.range)
  }

  private func scalar(_ event: YAMLEvent) throws(Diagnostic) -> Node {
    try refuseRunningOn(event)
    switch event.style {
    case .plain:
      return Node(PlainScalar.content(of: event.text), style: .plain, range: event.range)
    case .block:
      let range = SourceRange(start: event.range.start, end: file.endOfBlockText(event.range))
      return Node(.text(event.text), style: .block, range: range)
    default: return Node(.text(event.text), style: event.style, range: event.range)
    }
  }

  /// The end of a block collection is that of its last element: the parser only notices later.
  private func close(
    _ start: YAMLEvent, with end: YAMLEvent, after last: SourcePosition?
  ) -> SourceRange {
    let inner = last ?? start.range.end
    let outer = start.style == .flow ? max(end.range.end, inner) : inner
    return SourceRange(start: start.range.start, end: outer)
  }

  private func refuseRunningOn(_ event: YAMLEvent) throws(Diagnostic) {
    guard event.style == .plain, event.range.start.line != event.range.end.line else { return }
    throw file.runsOn(event, openBracket: openBracket)
  }

  private func refuseProperties(of event: YAMLEvent) throws(Diagnostic) {
    if event.kind == .alias { throw file.alias(event.range) }
    guard event.hasAnchor || event.hasTag else { return }
    let isTag = file.byte(at: event.range.start) == UInt8(ascii: "!")
    throw isTag ? file.yamlTag(at: event.range.start) : file.anchor(at: event.range.start)
  }
}

/// The keys of one map so far: few are compared one by one, many by a table.
private struct NameTable {
  private static let tableStart = 16
  private var lines: [[UInt8]: Int] = [:]

  /// The line of an equal key; equal means the same bytes.
  mutating func firstLine(of key: PlacedName, among entries: [Entry]) -> Int? {
    guard entries.count >= Self.tableStart else {
      let first = entries.first { $0.key.name.utf8.elementsEqual(key.name.utf8) }
      return first?.key.range.start.line
    }
    if lines.isEmpty {
      for entry in entries { lines[Array(entry.key.name.utf8)] = entry.key.range.start.line }
    }
    let bytes = Array(key.name.utf8)
    if let line = lines[bytes] { return line }
    lines[bytes] = key.range.start.line
    return nil
  }
}
