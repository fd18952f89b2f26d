/// The names of keys and fields that any version of the app in a file declares.
///
/// That something is absent cannot fail if no version has it: then the name is a mistake.
package struct DeclaredNames: Sendable {
  private(set) var keys: Set<String> = []
  /// The names of tabs and nested scopes.
  private(set) var scopes: Set<String> = []
  /// The kinds of places that come and go.
  private var places: Set<String> = []
  private var opensTabs = false
  /// The texts that steps and the app say, of which each may be a tab that the user opens; nil if a
  /// variable says one.
  private var texts: Set<String>? = []
  private var fields: [String: Set<String>] = [:]
  /// The problems that checks expect, with the place and the file of each check.
  private(set) var problems: [(codes: [String], range: SourceRange, file: String)] = []
  /// What migrations call a field of a type now, by its old name.
  private var renamed: [String: [String: String]] = [:]

  /// The ways from the top of the app to all that a version declares.
  private var paths: Set<[String]> = []

  package init(app: Node?, steps: [ParsedStep]) {
    if let app {
      add(app)
      for version in app["versions"]?.list ?? [] { add(version) }
    }
    for step in steps { add(step) }
  }

  private mutating func add(_ step: ParsedStep) {
    if step.kind is UpdateStep.Type, let changes = step.argument { add(changes) }
    if !(step.kind is ExpectStep.Type), let argument = step.argument { addTexts(argument) }
    if let look = step.argument?["problems"]?.list, step.kind is ExpectStep.Type {
      let codes = look.compactMap { ($0["code"] ?? $0).text }
      problems.append((codes, step.verb.range, step.source.path))
    }
    for inner in step.body { add(inner) }
  }

  private mutating func addTexts(_ node: Node) {
    if VariableText.isIn(node) { texts = nil }
    texts?.formUnion(FurtherLook.names(in: node))
  }

  private mutating func add(_ version: Node) {
    addTexts(version)
    let version = version.corrected(known: AppDeclaration.known)
    addPaths(version, [])
    for handler in version["handlers"]?.list ?? [] {
      if let type = handler["on"]?.text { paths.insert(["handlers", type]) }
    }
    for key in version["storage"]?.map ?? [] { keys.insert(key.key.name) }
    opensTabs = opensTabs || version["tabs"]?["$from"] != nil
    for place in version["places"]?.map ?? [] { places.insert(place.key.name) }
    for name in ["tabs", "nested"] {
      for entry in version[name]?.map ?? [] where !entry.key.name.hasPrefix("$") {
        scopes.insert(entry.key.name)
      }
    }
    for type in version["types"]?.map ?? [] {
      for field in type.value.map ?? [] {
        fields[type.key.name, default: []].insert(field.key.name)
      }
    }
    for migration in version["migrations"]?.list ?? [] {
      guard let type = migration["type"]?.text else { continue }
      for entry in migration["rename"]?.map ?? [] {
        renamed[type, default: [:]][entry.key.name] = entry.value.text
      }
    }
  }

  private mutating func addPaths(_ node: Node, _ path: [String]) {
    for entry in node.map ?? [] where entry.value.text != AppUpdate.remove {
      paths.insert(path + [entry.key.name])
      if path.isEmpty, entry.key.name == "data" { continue }
      addPaths(entry.value, path + [entry.key.name])
    }
  }

  /// Whether any version declares something there: another one may take it away.
  func hasDeclared(_ path: [String]) -> Bool { paths.contains(path) }

  /// What a migration of any version calls a field now.
  func newName(of field: String, in type: String) -> String? { renamed[type]?[field] }

  func fields(of type: String) -> Set<String> { fields[type] ?? [] }

  /// Whether the user makes places at this address below a window, so that any name may be one.
  func isOpen(_ address: [String]) -> Bool { address.contains(where: places.contains) }

  /// Whether an address ends with a kind of place, or the name of a place of it.
  func endsInPlace(_ address: [String]) -> Bool {
    address.suffix(2).contains(where: places.contains)
  }

  func mayBeTab(_ name: String) -> Bool { opensTabs && texts?.contains(name) ?? true }

  /// The mistake of looking for the absence of a field that no version of the app declares.
  func mistake(in expected: Node, of type: ValueType, in source: SourceFile) -> Diagnostic? {
    undeclared(in: expected, of: type).map { found in
      source.diagnostic(
        .vacuous, at: found.field.value.range,
        "no version of `\(found.type)` declares `\(found.field.key.name)`: this check cannot fail",
        hint: SourceFile.choice(for: found.field.key.name, among: found.known))
    }
  }

  /// The first field that is to be absent or nil although no version declares it.
  ///
  /// - Returns: The field as it is expected, with the names it could have had.
  private func undeclared(
    in expected: Node, of type: ValueType
  ) -> (field: Entry, type: String, known: [String])? {
    switch (type.unfolded, expected.content) {
    case (.optional(let type), _): return undeclared(in: expected, of: type)
    case (.list(let type), .list(let nodes)):
      return nodes.lazy.compactMap { undeclared(in: $0, of: type) }.first
    case (_, .map(let entries)) where entries.contains { $0.key.name == "$exactly" }:
      return entries.lazy.compactMap { undeclared(in: $0.value, of: type) }.first
    case (.map(let type), .map(let entries)):
      return entries.lazy.compactMap { undeclared(in: $0.value, of: type) }.first
    case (.structure(let name, let now), .map(let entries)):
      let known = (fields[name] ?? []).union(now.map(\.name))
      for entry in entries where !entry.key.name.hasPrefix("$") {
        if let field = now.first(where: { $0.name == entry.key.name }) {
          if let inner = undeclared(in: entry.value, of: field.type) { return inner }
        } else if !known.contains(entry.key.name), entry.value.isNoValue,
          !VariableText.isIn(entry.key.name)
        {
          return (entry, name, known.sorted())
        }
      }
      return nil
    default: return nil
    }
  }
}

extension Node {
  /// Whether this matches what is not there.
  var isNoValue: Bool { isNull || text == "$absent" }
}

extension StepContext {
  /// Refuses to look for the absence of a field that no version of the app declares.
  func checkIsDeclared(_ expected: Node, of type: ValueType) throws(Diagnostic) {
    if let mistake = declaredNames.mistake(in: expected, of: type, in: source) { throw mistake }
  }
}
