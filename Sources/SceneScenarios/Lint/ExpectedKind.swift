internal import SceneSimulator

extension ValueType {
  /// Whether it has elements, of which there may be so many.
  fileprivate var isCounted: Bool { element != nil && !isMap }

  /// How a value of the type is written, as hints have it; empty if there is no more to say.
  fileprivate var kindName: String {
    switch self {
    case .bool: "a bool"
    case .int: "an integer"
    case .double, .float: "a decimal"
    case .list, .set: "a list"
    case .map, .structure: "a map"
    default: ""
    }
  }
}

/// Finds expected values that no value of a type can ever be equal to.
struct ExpectedKind {
  let source: SourceFile
  /// What any version of the app declares: its fields may be looked for in vain.
  let names: DeclaredNames

  /// The first mistake in what is expected of a value; nil if it may be right.
  func mistake(in expected: Node, of type: ValueType) -> Diagnostic? {
    names.mistake(in: expected, of: type, in: source) ?? kind(of: expected, type)
  }

  private func kind(of expected: Node, _ type: ValueType) -> Diagnostic? {
    if expected.isNull || expected.text == "$any" || expected.text == "$absent" { return nil }
    // What is put in, or made, is known when it runs.
    if expected.text.map(VariableText.isIn) == true { return nil }
    if let entries = expected.map, GeneratedValue.isOne(entries) { return nil }
    if case .optional(let type) = type { return kind(of: expected, type) }
    let type = type.unfolded
    if case .opaque = type { return nil }
    switch expected.content {
    case .map(let entries) where Matcher.isRule(entries):
      return entries.lazy.compactMap { matcher($0, type) }.first
    case .map(let entries): return fields(entries, type) ?? wrong(expected, type)
    case .list(let nodes):
      guard let element = type.element, !type.isMap else { return wrong(expected, type) }
      return nodes.lazy.compactMap { kind(of: $0, element) }.first
    default: return isEqual(expected, type) ? nil : wrong(expected, type)
    }
  }

  private func isEqual(_ expected: Node, _ type: ValueType) -> Bool {
    switch (type, expected.content) {
    case (.bool, .bool), (.int, .int), (.double, .int), (.double, .double): true
    case (.float, .int(let int)): ValueType.single(Double(int)) == Double(int)
    case (.float, .double(let double)): ValueType.single(double) == double
    case (.int, .double(let double)): double == double.rounded()
    case (.string, .text): true
    case (_, .text(let text)): type.special(text) != nil
    default: false
    }
  }

  private func fields(_ entries: [Entry], _ type: ValueType) -> Diagnostic? {
    switch type {
    case .map(let element):
      return entries.lazy.compactMap { kind(of: $0.value, element) }.first
    case .structure(_, let fields):
      return entries.lazy.compactMap { entry in
        if let field = fields.first(where: { $0.name == entry.key.name }) {
          return kind(of: entry.value, field.type)
        }
        // Another version declares it, so it may be absent.
        if entry.value.isNoValue || VariableText.isIn(entry.key.name) { return nil }
        var mistake = source.unknownKey(
          entry.key, of: "type `\(type)`", known: fields.map(\.name))
        if let name = names.newName(of: entry.key.name, in: "\(type)"),
          fields.contains(where: { $0.name == name })
        {
          mistake.hint = "a migration calls it `\(name)`"
        }
        return mistake
      }.first
    default: return nil
    }
  }

  /// Matchers look at values of some kinds only.
  private func matcher(_ entry: Entry, _ type: ValueType) -> Diagnostic? {
    switch entry.key.name {
    case "$exactly": return kind(of: entry.value, type)
    case "$not":
      guard let wrong = kind(of: entry.value, type), wrong.code == .wrongKind else { return nil }
      return source.diagnostic(
        .vacuous, at: wrong.range, "\(wrong.message): `$not` cannot fail here", hint: wrong.hint)
    case "$one-of":
      return (entry.value.list ?? []).lazy.compactMap { kind(of: $0, type) }.first
    case "$at-least", "$near":
      guard type != .int, type != .double, type != .float else { return nil }
    case "$matches":
      guard type != .string, type != .url, type != .uuid else { return nil }
    case "$contains", "$ends-with":
      switch type {
      case .string where entry.value.list != nil, .url where entry.value.list != nil:
        return source.diagnostic(
          .wrongKind, at: entry.value.range, "a text never has a list in it",
          hint: "one `\(entry.key.name)` takes one text: `{ $matches: 'one.*other' }` finds several"
        )
      case .string, .url, .uuid: return nil
      // What is looked for in a list may be one of its elements, or several.
      case .list(let element): return entry.value.list == nil ? kind(of: entry.value, element) : nil
      case .set where entry.key.name == "$contains": return nil
      default: break
      }
    // A number of elements is asked for by a rule that there is not.
    case _ where type.isCounted && !MatcherRule.names.contains(entry.key.name):
      guard let hint = MatcherRule.counting(entry) else { return nil }
      var mistake = MatcherRule.unknown(entry.key.name, at: entry.key.range, in: source)
      mistake.hint = hint
      return mistake
    default: return nil
    }
    return source.diagnostic(
      .wrongKind, at: entry.key.range,
      "`\(entry.key.name)` does not look at values of type `\(type)`",
      hint: (type.isCounted ? MatcherRule.counting(entry) : nil) ?? mapHint(entry, type)
        ?? Self.looksAt[entry.key.name].map { "it looks at \($0)" })
  }

  /// A map is written as it is: what is expected of it are some of its entries.
  private func mapHint(_ entry: Entry, _ type: ValueType) -> String? {
    guard type.isMapOrNil, entry.key.name == "$contains", entry.value.map != nil else { return nil }
    return
      "of a map the entries that are named are compared: `\(source.text(in: entry.value.range))` "
      + "alone, without `$contains`"
  }

  private static let looksAt = [
    "$at-least": "numbers", "$near": "numbers", "$matches": "texts",
    "$contains": "texts and lists", "$ends-with": "texts and lists",
  ]

  /// A matcher of another tool: `{contains: T}`, `> 1`.
  private func matcherHint(_ expected: Node, _ type: ValueType) -> String? {
    if let entry = expected.map?.first {
      let key = entry.key.name
      if type.isCounted, let hint = MatcherRule.counting(entry) { return hint }
      let names = MatcherRule.names
      let name =
        names.contains("$\(key)") ? "$\(key)" : MeantWord.meant(by: key, among: names)
      return name.map { "a matcher begins with `$`: `{ \($0): … }`" }
    }
    guard let text = expected.text, let sign = text.first, "<>=!~".contains(sign) else {
      return nil
    }
    return "rules are maps, such as `{ $at-least: 1 }`: `scenesim help matchers` lists them"
  }

  private func wrong(_ expected: Node, _ type: ValueType) -> Diagnostic? {
    switch (type, expected.content) {
    case (.map, .map), (.structure, .map): return nil
    default: break
    }
    var result = source.wrongKind(expected, for: "a value of type `\(type)`", wanted: "")
    let article = type == .int ? "an" : "a"
    result.message = "\(expected.kindName) is never equal to \(article) `\(type)`"
    result.hint = matcherHint(expected, type) ?? source.hint(for: expected, wanted: type.kindName)
    if case .oneOf(_, let words, _) = type, let text = expected.text {
      result.message = "`\(text)` is never equal to a `\(type)`"
      result.hint = SourceFile.choice(for: text, among: words)
    }
    if let element = type.element, type.isCounted, expected.int != nil, !element.takes(.int) {
      result.hint = MatcherRule.counting
    }
    if case .string = type, expected.double != nil || expected.bool != nil {
      result.hint = "quotes make it a text: \"\(source.text(in: expected.range))\""
    }
    return result
  }
}
