import FoundationEssentials
internal import SceneState

extension ValueType {
  /// What becomes of a field that a struct does not have.
  package enum UnknownFields: Sendable {
    /// It is a mistake: the scenario's author wrote it.
    case refused
    /// It is left out: a newer version of the app may have sent it.
    case dropped
  }

  /// The value that a node of a scenario means for this type.
  ///
  /// - Throws: `type-mismatch` at the node that does not fit, `unknown-key` for a field that the
  ///   struct does not have.
  package func value(
    of node: Node, in source: SourceFile, unknownFields: UnknownFields = .refused
  ) throws(Diagnostic) -> ScenarioValue {
    switch (unfolded, node.content) {
    case (.opaque, _): return ScenarioValue(node.content)
    case (.optional, .null): return .null
    // A part that the link leaves out.
    case (.optional(let type), .text("")) where node.style == .link && type != .string:
      return .null
    case (.optional(let type), _):
      return try type.value(of: node, in: source, unknownFields: unknownFields)
    case (.bool, .bool(let bool)): return .bool(bool)
    case (.int, .int(let int)): return .int(int)
    case (.double, .double(let double)): return .double(double)
    case (.double, .int(let int)): return .double(Double(int))
    case (.float, .double(let double)): return .double(Self.single(double))
    case (.float, .int(let int)): return .double(Self.single(Double(int)))
    case (.string, .text(let text)): return .text(text)
    case (.list(let type), .list(let nodes)), (.set(let type), .list(let nodes)):
      var values: [ScenarioValue] = []
      for node in nodes {
        values.append(try type.value(of: node, in: source, unknownFields: unknownFields))
      }
      return .list(isSet ? Self.inOrder(values) : values)
    case (.map(let type), .map(let entries)):
      var values: [String: ScenarioValue] = [:]
      for entry in entries {
        values[entry.key.name] = try type.value(
          of: entry.value, in: source, unknownFields: unknownFields)
      }
      return .map(values)
    case (.structure(_, let fields), .map(let entries)):
      return try structure(fields, entries, node, in: source, unknownFields)
    case (_, .text(let text)):
      if let value = special(text) { return value }
      if node.style == .link, let value = plain(text) { return value }
    default: break
    }
    throw mismatch(node, in: source)
  }

  /// Looks at a value of which parts are open: at the fields that it names, and at the other parts.
  ///
  /// - Throws: What ``value(of:in:unknownFields:)`` would, whatever the variables stand for.
  func checkParts(of node: Node, in source: SourceFile) throws(Diagnostic) {
    guard VariableText.isIn(node) else {
      _ = try value(of: node, in: source)
      return
    }
    if case .map(let entries) = node.content, GeneratedValue.isOne(entries) { return }
    switch (unfolded, node.content) {
    case (.optional(let type), _): try type.checkParts(of: node, in: source)
    case (.list(let type), .list(let nodes)), (.set(let type), .list(let nodes)):
      for node in nodes { try type.checkParts(of: node, in: source) }
    case (.map(let type), .map(let entries)):
      for entry in entries { try type.checkParts(of: entry.value, in: source) }
    case (.structure(_, let fields), .map(let entries)):
      if entries.contains(where: { VariableText.isIn($0.key.name) }) { return }
      for entry in entries {
        try known(entry.key, among: fields, in: source)?.type
          .checkParts(of: entry.value, in: source)
      }
      let given = Set(entries.map(\.key.name))
      try check(fields, given: given.contains, entries, node, in: source)
    default: break
    }
  }

  /// The field that a key names.
  private func known(
    _ key: PlacedName, among fields: [Field], in source: SourceFile,
    _ unknownFields: UnknownFields = .refused
  ) throws(Diagnostic) -> Field? {
    if let field = fields.first(where: { $0.name == key.name }) { return field }
    if unknownFields == .dropped { return nil }
    throw source.unknownKey(key, of: "type `\(self)`", known: fields.map(\.name))
  }

  /// Refuses a struct without a field that it needs.
  private func check(
    _ fields: [Field], given: (String) -> Bool, _ entries: [Entry], _ node: Node,
    in source: SourceFile
  ) throws(Diagnostic) {
    for field in fields where !given(field.name) && field.initial == nil {
      guard case .optional = field.type else {
        throw source.diagnostic(
          .typeMismatch, at: node.range, "a `\(self)` needs the field `\(field.name)`",
          hint: Self.misspelled(field.name, in: entries, fields)
            ?? "add `\(field.name): …`, or declare that it may be missing: \(field.type.whatMayBeMissing)"
        )
      }
    }
  }

  /// How a field of the type is declared that may be missing.
  private var whatMayBeMissing: String {
    // An enumeration without a name is no word that `?` could follow.
    if case .oneOf(let name, let words, _) = self, name.contains(" ") {
      return "`{ type: { one-of: [\(words.joined(separator: ", "))] }, default: … }`"
    }
    return "`\(self)?`, or `{ type: \(self), default: … }`"
  }

  /// Values that are written as text.
  func special(_ text: String) -> ScenarioValue? {
    switch (self, text) {
    case (.double, "nan"), (.float, "nan"): .double(.nan)
    case (.double, "inf"), (.float, "inf"): .double(.infinity)
    case (.double, "-inf"), (.float, "-inf"): .double(-.infinity)
    case (.data, _): Data(base64Encoded: text).map { .data([UInt8]($0)) }
    case (.date, _): DateText.date(orDay: text).map { .date($0) }
    case (.url, _): URL(string: text) == nil ? nil : .url(text)
    case (.uuid, _): UUID(uuidString: text).map { .text($0.uuidString) }
    case (.oneOf(_, let words, _), _): words.contains(text) ? .text(text) : nil
    default: nil
    }
  }

  /// What a part of a link stands for, which has no other way to write it.
  private func plain(_ text: String) -> ScenarioValue? {
    switch self {
    case .int: Int(text).map { .int($0) }
    case .double: Double(text).map { .double($0) }
    case .float: Double(text).map { .double(Self.single($0)) }
    case .bool: Bool(text).map { .bool($0) }
    default: nil
    }
  }

  private func structure(
    _ fields: [Field], _ entries: [Entry], _ node: Node, in source: SourceFile,
    _ unknownFields: UnknownFields
  ) throws(Diagnostic) -> ScenarioValue {
    var values: [String: ScenarioValue] = [:]
    for entry in entries {
      guard let field = try known(entry.key, among: fields, in: source, unknownFields) else {
        continue
      }
      let value = try field.type.value(
        of: entry.value, in: source, unknownFields: unknownFields)
      if value != .null { values[field.name] = value }
    }
    try check(fields, given: { values[$0] != nil }, entries, node, in: source)
    for field in fields where values[field.name] == nil { values[field.name] = field.initial }
    return .map(values)
  }

  /// A field that nobody knows may be the one that is missing.
  private static func misspelled(
    _ field: String, in entries: [Entry], _ fields: [Field]
  ) -> String? {
    let unknown = entries.filter { entry in !fields.contains { $0.name == entry.key.name } }
    let near = unknown.first {
      !NearestName.suggestions(for: $0.key.name, among: [field]).isEmpty
    }
    // Where one is missing and one is too many, that is the other.
    let missing = fields.filter { field in
      field.isNeeded && !entries.contains { $0.key.name == field.name }
    }
    let only = missing.count == 1 && unknown.count == 1 ? unknown.first : nil
    return (near ?? only).map { "did you mean `\(field)` where `\($0.key.name)` stands?" }
  }

  /// A word that is none of an enumeration, by itself: it is a text as the others are.
  private func wrongWord(_ node: Node) -> String? {
    guard case .oneOf = self, let text = node.text else { return nil }
    return "`\(text)`"
  }

  private func mismatch(_ node: Node, in source: SourceFile) -> Diagnostic {
    let written = source.text(in: node.range)
    let isScalarType = self.isScalar
    let isScalar = node.double != nil || node.bool != nil
    let advice: String? =
      switch self {
      case _ where node.style == .link:
        node.text?.isEmpty != false
          ? "the link says nothing there: a handler of its own, without that part, takes such links"
          : "the link says `\(node.text ?? "")` there: such a link is refused, and `fails: type-mismatch` "
            + "beside its step expects that"
      case _ where isScalarType && node.list != nil:
        "one value stands here, without brackets; a list of them is of type `[\(self)]`"
      case _ where node.style == .plain && node.text.flatMap(MeantVariable.braced) != nil:
        node.text.flatMap(MeantVariable.braced)
      case .string where isScalar && !written.contains("${"):
        "quotes make it a text: \"\(written)\""
      case .string where isScalar:
        "`\(written)` is \(ScenarioValue(node.content).flow()) here: where it comes from, quotes make it "
          + "a text: \"\(ScenarioValue(node.content).flow())\""
      case .data: "data is written in base64, with its padding"
      case .date where node.text.flatMap(ClockStep.partOutOfRange) != nil:
        node.text.flatMap(ClockStep.partOutOfRange)
      case .date: "a date is written as 2026-01-01T09:00:00Z, or as 2026-01-01"
      case .uuid: "a UUID is written as E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
      case .oneOf(_, let words, _): SourceFile.choice(for: node.text ?? "", among: words)
      case .bool where node.text != nil: source.hint(for: node, wanted: "a bool")
      case .int where node.text != nil || node.double != nil:
        source.hint(for: node, wanted: "an integer")
      case .double where node.text != nil, .float where node.text != nil:
        source.hint(for: node, wanted: "a decimal")
      case .list(.string) where isScalar, .set(.string) where isScalar:
        "brackets and quotes make it a list of texts: [\"\(written)\"]"
      case .list where node.map == nil, .set where node.map == nil:
        source.hint(for: node, wanted: "a list")
      case .map where !node.isNull: source.hint(for: node, wanted: "a map")
      case .structure(_, let fields) where !node.isNull:
        "its fields are written as `{ \(fields.prefix(3).map { "\($0.name): …" }.joined(separator: ", ")) }`"
      default: nil
      }
    let isBeyond =
      node.style == .plain && self == .int && node.text.map(PlainScalar.isNumberOutOfRange) == true
    return source.diagnostic(
      .typeMismatch, at: node.range,
      "\(isBeyond ? "so large a number" : wrongWord(node) ?? node.kindName) is no `\(self)`",
      hint: node.isNull
        ? "only a `\(self)?` can be nothing; `clear` goes back to the default" : advice)
  }
}
