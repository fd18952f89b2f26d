/// Values that are too long to be written out: a text, a list or a map of many.
///
/// They are made where variables are replaced, and what they come to counts like what these put in.
enum GeneratedValue {
  private static let countLimit = 1_000_000
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)

  /// Whether a map stands for such a value.
  static func isOne(_ entries: [Entry]) -> Bool {
    entries.count == 1 && ScenarioLanguage.generated.names.contains(entries[0].key.name)
  }

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - entry: The word with what stands after it.
  ///   - variables: What is known here; inside there is `${i}` too, from 0.
  ///   - source: The file.
  ///   - made: How many bytes were made so far.
  /// - Throws: What is wrong with it, or that it is too big.
  /// - Returns: The value.
  static func made(
    _ entry: Entry, by variables: Variables, of source: SourceFile, made: inout Int
  ) throws(Diagnostic) -> Node {
    guard entry.key.name != "$text" else {
      let count = try variables.replaced(in: entry.value, of: source)
      let number = try integer(count, upTo: Variables.byteLimit, "`$text`", in: source)
      try check(number, &made, entry, in: source)
      let bytes = (0..<number).map { letters[$0 % letters.count] }
      return Node(.text(String(decoding: bytes, as: UTF8.self)), range: entry.value.range)
    }
    let subject = "`\(entry.key.name)`"
    let map = try NodeMap(entry.value, in: source, of: subject)
    let field = ScenarioLanguage.generated.first { $0.name == entry.key.name }
    try map.checkKeys(known: field?.shape.keys ?? [])
    let element = try map.required("of")
    let times = try variables.replaced(in: map.required("times"), of: source)
    let count = try integer(times, upTo: countLimit, "`times`", in: source)
    var (nodes, entries, inner) = ([Node](), [Entry](), variables)
    for index in 0..<count {
      inner["i"] = Node(.int(index), range: element.range)
      let node = try inner.replaced(in: element, of: source)
      try check(node.byteCount, &made, entry, in: source)
      guard entry.key.name == "$map" else {
        nodes.append(node)
        continue
      }
      let name = try inner.replaced(in: map.required("key"), of: source)
      let key = try source.placed(name, for: "`key`")
      if index > 0, entries[0].key.name == key.name {
        throw source.contradiction(
          name, "each entry needs a key of its own", hint: "write `\(key.name)-${i}`")
      }
      entries.append(Entry(key: key, value: node))
    }
    let content: Node.Content = entry.key.name == "$map" ? .map(entries) : .list(nodes)
    return Node(content, style: .flow, range: entry.value.range)
  }

  /// What is wrong with such a value whatever variables come to.
  static func mistake(_ entry: Entry, in source: SourceFile) -> Diagnostic? {
    do throws(Diagnostic) {
      if entry.key.name == "$text" {
        if VariableText.isIn(entry.value) { return nil }
        _ = try integer(entry.value, upTo: Variables.byteLimit, "`$text`", in: source)
        return nil
      }
      let map = try NodeMap(entry.value, in: source, of: "`\(entry.key.name)`")
      let field = ScenarioLanguage.generated.first { $0.name == entry.key.name }
      try map.checkKeys(known: field?.shape.keys ?? [])
      for field in field?.shape.fields ?? [] { _ = try map.required(field.name) }
      let times = try map.required("times")
      if VariableText.isIn(times) { return nil }
      _ = try integer(times, upTo: countLimit, "`times`", in: source)
      return nil
    } catch {
      return error
    }
  }

  private static func integer(
    _ node: Node, upTo limit: Int, _ subject: String, in source: SourceFile
  ) throws(Diagnostic) -> Int {
    if let number = node.int, 0...limit ~= number { return number }
    guard let number = node.int else {
      throw source.wrongKind(node, for: subject, wanted: "an integer")
    }
    throw source.diagnostic(
      .wrongValue, at: node.range, "`\(number)` is no value of \(subject)",
      hint: "write a number from 0 to \(limit)")
  }

  private static func check(
    _ bytes: Int, _ made: inout Int, _ entry: Entry, in source: SourceFile
  ) throws(Diagnostic) {
    made += bytes
    if made <= Variables.byteLimit { return }
    throw source.diagnostic(
      .tooBig, at: entry.key.range, "this makes more than \(Variables.byteLimit >> 20) MiB",
      hint: "a scenario makes as much as it is about, and no more")
  }
}
