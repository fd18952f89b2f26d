import CYAML

/// One event of the parser, copied out of its memory.
struct YAMLEvent {
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case scalar, listStart, listEnd, mapStart, mapEnd, alias
  }

  var kind: Kind
  var range: SourceRange
  var text = ""
  var style: Node.Style = .block
  var hasAnchor = false
  var hasTag = false
  var hasDirective = false
}

/// The parser's complaint: its words are for `ParserComplaint` alone, never for users.
struct YAMLError: Error {
  var problem: String
  var context: String
  var place: SourcePosition
  var contextPlace: SourcePosition?
  /// A text without quotes over several lines that was scanned before the complaint.
  var runsOn: YAMLEvent?
  var isInsideBrackets: Bool
}

/// libyaml's event parser behind a safe interface; the only place with pointers here.
///
/// Safe, because nothing that is handed out refers to the memory of the parser.
@safe struct YAMLEvents: ~Copyable {
  // The parser keeps a pointer to itself, so it must never move.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>

  /// nil when there is no memory for a parser.
  init?(_ bytes: [UInt8]) {
    unsafe parser = .allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      return nil
    }
    unsafe input = .allocate(capacity: max(bytes.count, 1))
    _ = unsafe input.initialize(from: bytes)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  mutating func next() throws(YAMLError) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw complaint() }
    defer { unsafe yaml_event_delete(&event) }
    return unsafe Self.copy(event)
  }

  private static func copy(_ event: yaml_event_t) -> YAMLEvent {
    let range = unsafe SourceRange(
      start: position(event.start_mark), end: position(event.end_mark))
    switch unsafe event.type {
    case YAML_SCALAR_EVENT: return unsafe scalar(event.data.scalar, range)
    case YAML_SEQUENCE_START_EVENT:
      let data = unsafe event.data.sequence_start
      return unsafe YAMLEvent(
        kind: .listStart, range: range,
        style: data.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block,
        hasAnchor: data.anchor != nil, hasTag: data.tag != nil)
    case YAML_MAPPING_START_EVENT:
      let data = unsafe event.data.mapping_start
      return unsafe YAMLEvent(
        kind: .mapStart, range: range,
        style: data.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block,
        hasAnchor: data.anchor != nil, hasTag: data.tag != nil)
    case YAML_DOCUMENT_START_EVENT:
      let data = unsafe event.data.document_start
      let hasDirective =
        unsafe data.version_directive != nil
        || data.tag_directives.start != data.tag_directives.end
      return YAMLEvent(kind: .documentStart, range: range, hasDirective: hasDirective)
    case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .listEnd, range: range)
    case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mapEnd, range: range)
    case YAML_ALIAS_EVENT: return YAMLEvent(kind: .alias, range: range)
    case YAML_STREAM_START_EVENT: return YAMLEvent(kind: .streamStart, range: range)
    case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, range: range)
    default: return YAMLEvent(kind: .streamEnd, range: range)
    }
  }

  private static func scalar(
    _ data: yaml_event_t.__Unnamed_union_data.__Unnamed_struct_scalar, _ range: SourceRange
  ) -> YAMLEvent {
    unsafe YAMLEvent(
      kind: .scalar, range: range, text: text(data.value, data.length), style: style(data.style),
      hasAnchor: data.anchor != nil, hasTag: data.tag != nil)
  }

  private static func text(_ start: UnsafeMutablePointer<yaml_char_t>?, _ count: Int) -> String {
    unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private static func style(_ style: yaml_scalar_style_t) -> Node.Style {
    switch style {
    case YAML_PLAIN_SCALAR_STYLE: .plain
    case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
    default: .block
    }
  }

  private static func position(_ mark: yaml_mark_t) -> SourcePosition {
    SourcePosition(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }

  private func complaint() -> YAMLError {
    let value = unsafe parser.pointee
    let context = unsafe value.context.map { unsafe String(cString: $0) } ?? ""
    return unsafe YAMLError(
      problem: value.problem.map { unsafe String(cString: $0) } ?? "",
      context: context,
      place: Self.position(value.problem_mark),
      contextPlace: context.isEmpty ? nil : Self.position(value.context_mark),
      runsOn: runsOn(),
      isInsideBrackets: value.flow_level > 0)
  }

  /// Looks through the tokens that were scanned ahead and never became events.
  private func runsOn() -> YAMLEvent? {
    var token = unsafe parser.pointee.tokens.head
    let tail = unsafe parser.pointee.tokens.tail
    while let current = unsafe token, unsafe current != tail {
      let value = unsafe current.pointee
      if unsafe value.type == YAML_SCALAR_TOKEN,
        unsafe value.data.scalar.style == YAML_PLAIN_SCALAR_STYLE,
        unsafe value.start_mark.line != value.end_mark.line
      {
        let range = unsafe SourceRange(
          start: Self.position(value.start_mark), end: Self.position(value.end_mark))
        let scalar = unsafe value.data.scalar
        return unsafe YAMLEvent(
          kind: .scalar, range: range, text: Self.text(scalar.value, scalar.length), style: .plain)
      }
      unsafe token = current.advanced(by: 1)
    }
    return nil
  }
}
