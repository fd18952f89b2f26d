/// The types of an app by name; makes types out of what a scenario writes.
package struct TypeTable: Sendable {
  /// The names of the declared types in order.
  package private(set) var names: [String] = []
  private var nodes: [String: Node] = [:]
  private var structures: [String: ValueType] = [:]
  /// Structs that are met inside themselves while they are read.
  private var recursive: [String: RecursiveType] = [:]
  /// How many structs deep each struct is, itself included.
  private var depths: [String: Int] = [:]
  /// What is wrong with a type, so that each use says it and none is reported twice.
  private var broken: [String: Diagnostic] = [:]
  let source: SourceFile

  /// How deep structs may nest, and lists and maps of one written type.
  private static let depthLimit = 64

  /// A table without declared types.
  init(_ source: SourceFile) { self.source = source }

  /// Reads the map under `types:`.
  init(_ node: Node?, in source: SourceFile, _ mistakes: inout DiagnosticList) {
    self.init(source)
    guard let node,
      let entries = mistakes.collect(try source.map(node, for: "`types`"))
    else { return }
    for entry in entries {
      let isTaken =
        ValueType.scalars[entry.key.name] != nil && !ValueType.yielding.contains(entry.key.name)
      if isTaken || !Self.isName(entry.key.name) {
        mistakes.add(
          in: source, .wrongValue, at: entry.key.range, "`\(entry.key.name)` is no name for a type",
          hint: "names of types are words, and none of \(Self.scalarNames)")
        continue
      }
      names.append(entry.key.name)
      nodes[entry.key.name] = entry.value
    }
    for name in names {
      for mistake in resolve(name, inside: []) { mistakes.append(mistake) }
    }
  }

  private static var scalarNames: String {
    ValueType.scalars.keys.filter { !ValueType.yielding.contains($0) }.sorted()
      .map { "`\($0)`" }.joined(separator: ", ")
  }

  /// Whether a name cannot be taken for a list, a map or an optional.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains { "[]{}?:$ ".contains($0) }
  }

  /// The struct of this name, if it is declared and right.
  package subscript(name: String) -> ValueType? { structures[name] }

  /// The type that a node names: a text, `[T]` or `{string: T}`.
  package func type(_ node: Node) throws(Diagnostic) -> ValueType {
    try Self.type(node, in: source, depth: 0, names) { (name, node) throws(Diagnostic) in
      if let type = structures[name] { return type }
      if let type = recursive[name] { return .recursive(type) }
      // A type of the file goes before a word that came to the language later.
      if nodes[name] == nil, let scalar = ValueType.scalars[name] { return scalar }
      throw broken[name] ?? unknown(name, in: node)
    }
  }

  /// The type with this description, as an older version of the app had it.
  func type(described text: String) -> ValueType? {
    // A type that is gone has no older meaning, so there is nothing to say.
    try? type(Node(.text(text), range: SourceRange(at: .start)))
  }

  // MARK: Reading

  /// Makes the struct of this name and those inside it; answers with everything wrong in it.
  private mutating func resolve(_ name: String, inside: [Outer]) -> [Diagnostic] {
    if structures[name] != nil { return [] }
    if let known = broken[name] { return [known] }
    guard let node = nodes[name] else { return [] }
    var mistakes = DiagnosticList()
    if node["one-of"] != nil {
      structures[name] = mistakes.collect(try Self.oneOf(name, node, in: source))
      depths[name] = 1
      broken[name] = mistakes.sorted.first
      return mistakes.sorted
    }
    let entries =
      mistakes.collect { () throws(Diagnostic) -> [Entry] in
        if let hint = Self.wordsHint(node) {
          var mistake = source.wrongKind(node, for: "type `\(name)`", wanted: "a map")
          mistake.hint = hint
          throw mistake
        }
        return try source.map(node, for: "type `\(name)`")
      } ?? []
    var fields: [ValueType.Field] = []
    for entry in entries {
      let found = mistakes.collect { () throws(Diagnostic) in
        try Self.checkField(entry.key, in: source)
        let type = try field(Self.typeNode(entry.value), of: name, inside: inside)
        return try Self.field(entry, type, in: source)
      }
      if let found { fields.append(found) }
    }
    if let first = mistakes.sorted.first {
      broken[name] = first
    } else {
      structures[name] = .structure(name, fields)
      recursive[name]?.resolve(.structure(name, fields))
      let inner = entries.flatMap { Self.namesUsed(in: Self.typeNode($0.value)) }.compactMap {
        depths[$0]
      }
      depths[name] = 1 + (inner.max() ?? 0)
    }
    return mistakes.sorted
  }

  /// A struct whose field is being read.
  private struct Outer {
    let name: String
    /// Whether the field is a list or map, so that it may hold structs around it.
    let isList: Bool
  }

  private mutating func field(
    _ node: Node, of owner: String, inside: [Outer]
  ) throws(Diagnostic) -> ValueType {
    let inside = inside + [Outer(name: owner, isList: Self.isList(node))]
    for name in Self.namesUsed(in: node) where nodes[name] != nil {
      if let index = inside.firstIndex(where: { $0.name == name }) {
        guard inside[index...].contains(where: \.isList) else {
          throw source.diagnostic(
            .wrongValue, at: node.range, "type `\(name)` contains itself",
            hint: "only a list or map can hold values of the type it lies in: `[\(name)]`")
        }
        recursive[name] = recursive[name] ?? RecursiveType(name)
        continue
      }
      let mistakes = inside.count < Self.depthLimit ? resolve(name, inside: inside) : []
      if let first = mistakes.first { throw first }
      guard depths[name, default: Self.depthLimit] < Self.depthLimit else {
        throw source.diagnostic(
          .wrongValue, at: node.range, "types nest more than \(Self.depthLimit) deep")
      }
    }
    return try type(node)
  }

  /// Whether a written type is a list, set or map, or an optional one.
  private static func isList(_ node: Node) -> Bool {
    node.list != nil || node["string"] != nil && node.map?.count == 1
      || node.text.map { "[{".contains($0.prefix(1)) || $0.hasPrefix("set of ") } ?? false
  }

  /// The words of a written type that can be names of structs.
  private static func namesUsed(in node: Node) -> [String] {
    switch node.content {
    case .text(let text): text.split { "[]{}?: ".contains($0) }.map(String.init)
    case .list(let nodes): nodes.flatMap { namesUsed(in: $0) }
    case .map(let entries) where node["one-of"] == nil:
      entries.flatMap { namesUsed(in: typeNode($0.value)) }
    default: []
    }
  }

  private typealias Lookup = (String, Node) throws(Diagnostic) -> ValueType

  private static func type(
    _ node: Node, in source: SourceFile, depth: Int, _ names: [String], _ lookup: Lookup
  ) throws(Diagnostic) -> ValueType {
    switch node.content {
    case .text(let text):
      return try type(text, node, depth: depth, lookup)
    case .list(let nodes) where nodes.count == 1:
      return .list(try type(nodes[0], in: source, depth: depth + 1, names, lookup))
    case .map(let entries) where entries.count == 1 && entries[0].key.name == "string":
      return .map(try type(entries[0].value, in: source, depth: depth + 1, names, lookup))
    case .map where node["one-of"] != nil:
      return try oneOf(nil, node, in: source)
    case .map(let entries) where !entries.isEmpty && depth < depthLimit:
      return try fields(entries, in: source, depth: depth, names, lookup)
    default:
      var mistake = source.wrongValue(
        node, for: "a type", words: ValueType.scalars.keys.sorted() + names)
      mistake.hint = wordsHint(node) ?? mistake.hint
      throw mistake
    }
  }

  /// How several words are written of which a value is one.
  private static func wordsHint(_ node: Node) -> String? {
    guard let words = node.list?.compactMap(\.text), words.count > 1 else { return nil }
    return
      "one of several words is a type `{ one-of: [\(words.joined(separator: ", "))] }`; fields have "
      + "types, as in `{ \(words.map { "\($0): string" }.joined(separator: ", ")) }`"
  }

  /// A struct without a name, written where it is used; it is called as it is written.
  private static func fields(
    _ entries: [Entry], in source: SourceFile, depth: Int, _ names: [String], _ lookup: Lookup
  ) throws(Diagnostic) -> ValueType {
    var fields: [ValueType.Field] = []
    let hasType = entries.contains { $0.key.name == "type" }
    if hasType, let initial = entries.first(where: { $0.key.name == "default" }) {
      throw source.diagnostic(
        .wrongValue, at: initial.key.range, "a type has no default; a field and a key have one",
        hint: "such as `{ size: { type: int, default: 12 } }`")
    }
    for entry in entries {
      try checkField(entry.key, in: source)
      let type = try type(typeNode(entry.value), in: source, depth: depth + 1, names, lookup)
      fields.append(try field(entry, type, in: source))
    }
    let text = fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    return .structure("{\(text)}", fields)
  }

  /// A field with its default, if one stands beside its type: `{ type: int, default: 3 }`.
  private static func field(
    _ entry: Entry, _ type: ValueType, in source: SourceFile
  ) throws(Diagnostic) -> ValueType.Field {
    guard let node = initialNode(entry.value) else {
      return ValueType.Field(name: entry.key.name, type: type)
    }
    if case .optional(let inner) = type {
      throw source.contradiction(
        node, "an optional field that is not there is `~`",
        hint: "`\(entry.key.name): \(type)` is enough"
          + (node.isNull ? "" : "; with a default it is an `\(inner)`, without `?`"))
    }
    let initial = try type.value(of: node, in: source)
    return ValueType.Field(name: entry.key.name, type: type, initial: initial)
  }

  private static func initialNode(_ node: Node) -> Node? {
    node.map?.count == 2 && node["type"] != nil ? node["default"] : nil
  }

  private static func typeNode(_ node: Node) -> Node {
    initialNode(node) == nil ? node : node["type"] ?? node
  }

  private static func checkField(_ key: PlacedName, in source: SourceFile) throws(Diagnostic) {
    guard key.name.hasPrefix("$") else { return }
    throw source.diagnostic(
      .wrongValue, at: key.range, "`\(key.name)` is no name for a field",
      hint: "`$` belongs to matchers")
  }

  /// `{one-of: [today, week], else: today}`.
  private static func oneOf(
    _ name: String?, _ node: Node, in source: SourceFile
  ) throws(Diagnostic) -> ValueType {
    let map = try NodeMap(node, in: source, of: "an enumeration")
    try map.checkKeys(known: ScenarioLanguage.oneOf.names)
    let words = try source.texts(try map.required("one-of"), for: "`one-of`")
    guard !words.isEmpty else {
      throw source.contradiction(
        try map.required("one-of"), "an enumeration of no words", hint: "write `one-of: [a, b]`")
    }
    let node = try map.required("one-of")
    for (index, word) in words.enumerated() where words[..<index].contains(word) {
      throw source.contradiction(
        node.list?[index] ?? node, "`\(word)` stands twice among the words", hint: "one is enough")
    }
    // One without a name is called by its words.
    let name = name ?? "one of \(words.joined(separator: ", "))"
    guard let other = map.optional("else") else { return .oneOf(name, words, otherwise: nil) }
    return .oneOf(name, words, otherwise: try source.word(other, of: words, for: "`else`"))
  }

  private static func type(
    _ text: String, _ node: Node, depth: Int, _ lookup: Lookup
  ) throws(Diagnostic) -> ValueType {
    guard depth <= depthLimit else { return try lookup(text, node) }
    if text.hasSuffix("?"), !text.hasSuffix("??") {
      return .optional(try type(String(text.dropLast()), node, depth: depth + 1, lookup))
    }
    if text.hasPrefix("["), text.hasSuffix("]") {
      let inner = String(text.dropFirst().dropLast())
      return .list(try type(inner, node, depth: depth + 1, lookup))
    }
    if text.hasPrefix("{string: "), text.hasSuffix("}") {
      let inner = String(text.dropFirst("{string: ".count).dropLast())
      return .map(try type(inner, node, depth: depth + 1, lookup))
    }
    if text.hasPrefix("set of ") {
      let inner = String(text.dropFirst("set of ".count))
      return .set(try type(inner, node, depth: depth + 1, lookup))
    }
    if let scalar = ValueType.scalars[text], !ValueType.yielding.contains(text) { return scalar }
    return try lookup(text, node)
  }

  /// A name in a written type that is no type; what is near stands as the rest is written.
  private func unknown(_ name: String, in node: Node) -> Diagnostic {
    // Of very many names only the first are compared.
    let known = (ValueType.scalars.keys.sorted() + names).prefix(NearestName.limit)
    let text = node.text ?? ""
    let place = name.isEmpty ? nil : text.firstRange(of: name)
    // Nothing is near to a name that is longer than any.
    let words =
      name.utf8.count > 1000
      ? Array(known)
      : known.map { word in
        place.map { "\(text[..<$0.lowerBound])\(word)\(text[$0.upperBound...])" } ?? word
      }
    var mistake = source.wrongValue(node, for: "a type", words: words)
    if let known = Self.ofOtherTools(name) {
      mistake.hint = known
    } else if text.contains("??") {
      mistake.hint = "one `?` is enough: `\(text.replacing(/\?+/, with: "?"))`"
    } else if name.first?.isUppercase == true,
      NearestName.suggestions(for: name, among: Array(known)).isEmpty,
      MeantWord.meant(by: name, among: Array(known)) == nil
    {
      let declared = names.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
      mistake.hint =
        "a type of the app is declared: `types: { \(name): { … } }`"
        + (names.isEmpty ? "" : "; there are \(declared)")
    }
    return mistake
  }

  /// Types of many values, and optional ones, as other languages write them.
  private static func ofOtherTools(_ name: String) -> String? {
    let words = name.split { !$0.isLetter }.map(String.init)
    if name.hasSuffix("[]"), let type = words.first { return "a list is written as `[\(type)]`" }
    let last = words.dropFirst().last { $0.lowercased() != "of" } ?? "string"
    let of = ValueType.scalars[last.lowercased()] == nil ? last : last.lowercased()
    if name.contains(/^\w+\s*:\s*\w+$/) { return "a map is written as `{string: \(of)}`" }
    switch words.first?.lowercased() {
    case "number", "numeric", "num": return "`int` has no fraction, `double` has one"
    case "array", "list", "vector", "sequence": return "a list is written as `[\(of)]`"
    case "dictionary", "dict", "map", "object": return "a map is written as `{string: \(of)}`"
    case "set": return "a set is written as `set of \(of)`"
    case "navigationpath", "path", "stack": return "the screens of a path are texts: `[string]`"
    case "optional", "nullable", "maybe": return "an optional is written as `\(of)?`"
    default: return nil
    }
  }
}
