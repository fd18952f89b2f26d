/// The objects of an app in the style of iOS 6, which are archived by their identifiers.
///
/// Children are named in a list and declared beside their parent, or declared in a map inside
/// it. Nodes that are nobody's child are the roots.
package struct TreeDeclaration: Sendable {
  package var roots: [TreeNodeDeclaration] = []

  package init() {}

  /// Reads the map under `tree:`.
  init(_ node: Node, in source: SourceFile, _ mistakes: inout DiagnosticList) {
    let entries =
      mistakes.collect(try source.map(node, for: "`tree`")) ?? []
    var reader = TreeReader(entries, source)
    roots = reader.roots()
    mistakes.append(contentsOf: reader.mistakes.sorted)
  }
}

package struct TreeNodeDeclaration: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case tabs, navigation, list, web, screen
  }

  /// Who makes the object again at a restore.
  package enum Maker: String, CaseIterable, Sendable {
    case storyboard
    /// Its restoration class.
    case `class`
    /// The app's delegate.
    case app
    /// It is there already.
    case existing
  }

  /// What the maker gives instead of the object.
  package enum Answer: String, CaseIterable, Sendable {
    case `nil`
    /// An object of another class.
    case other
  }

  /// A value that the object encodes.
  package struct Saved: Sendable {
    package let key: String
    /// The value; nil if only the key is named.
    package let value: Node?
  }

  package let id: String
  package let kind: Kind
  package let maker: Maker
  /// The name of the object's class.
  package let className: String
  package let saves: [Saved]
  /// Whether the object has its restoration identifier; without it the subtree is not archived.
  package let hasIdentifier: Bool
  package let returns: Answer?
  /// Whether the maker forgets to set the identifier again.
  package let forgetsIdentifier: Bool
  package let children: [TreeNodeDeclaration]
  package let range: SourceRange
}

/// Reads nodes and puts children into their parents.
private struct TreeReader {
  let source: SourceFile
  var mistakes = DiagnosticList()
  private let entries: [Entry]
  private let names: [String: Entry]
  /// The nodes declared beside each other that were made.
  private var made: Set<String> = []
  /// How many nodes were made: named children can be many more than lines of a file.
  private var count = 0
  private var isTooLarge = false
  private static let countLimit = 10_000
  private static let depthLimit = 64

  private static let known = ScenarioLanguage.treeNode.names

  init(_ entries: [Entry], _ source: SourceFile) {
    (self.entries, self.source) = (entries, source)
    // Two spellings of one name in Unicode are one name; the first one counts.
    names = Dictionary(entries.map { ($0.key.name, $0) }) { first, _ in first }
  }

  mutating func roots() -> [TreeNodeDeclaration] {
    let children = Set(entries.flatMap { Self.children(in: $0.value) })
    let roots = entries.filter { !children.contains($0.key.name) }
      .compactMap { node($0, inside: []) }
    // Nodes that no root leads to lie inside themselves, which is said when they are read.
    for entry in entries where !made.contains(entry.key.name) { _ = node(entry, inside: []) }
    return roots
  }

  /// The names of all children at any depth.
  private static func children(in node: Node) -> [String] {
    guard let children = node["children"] else { return [] }
    if let entries = children.map { return entries.flatMap { Self.children(in: $0.value) } }
    return children.list?.compactMap(\.text) ?? []
  }

  private mutating func node(_ entry: Entry, inside: [String]) -> TreeNodeDeclaration? {
    typealias Node = TreeNodeDeclaration
    let id = entry.key.name
    if isTooLarge { return nil }
    made.insert(id)
    count += 1
    guard count <= Self.countLimit, inside.count < Self.depthLimit else {
      isTooLarge = true
      mistakes.add(
        in: source, .contradiction, at: entry.key.range,
        "a tree has at most \(Self.countLimit) nodes, \(Self.depthLimit) deep")
      return nil
    }
    if id.isEmpty || id.hasPrefix("$") || id.contains("/") {
      mistakes.add(
        in: source, .wrongValue, at: entry.key.range, "`\(id)` is no restoration identifier",
        hint: "`/` stands between identifiers")
      return nil
    }
    guard let map = mistakes.map(entry.value, in: source, of: "node `\(id)`", known: Self.known)
    else { return nil }
    let kinds = Node.Kind.allCases.map(\.rawValue)
    let kind = mistakes.collect(try source.word(try map.required("kind"), of: kinds, for: "`kind`"))
    let maker = word(map, "made-by", Node.Maker.allCases.map(\.rawValue))
      .flatMap { Node.Maker(rawValue: $0) }
    let answer = word(map, "returns", Node.Answer.allCases.map(\.rawValue))
    if answer != nil, maker != .class, maker != .app, let node = map.optional("returns") {
      mistakes.append(
        source.contradiction(
          node, "only a class or the app answers with something else",
          hint: "add `made-by: class` or `made-by: app`"))
    }
    let hasIdentifier = mistakes.read(try map.optionalBool("identifier"))
    let name = mistakes.read(try map.optionalText("class"))
    let forgets = word(map, "forgets", ["identifier"]) != nil
    let children = childNodes(map, inside: inside + [id])
    guard let kind = kind.flatMap({ Node.Kind(rawValue: $0) }) else { return nil }
    return Node(
      id: id, kind: kind, maker: maker ?? .storyboard, className: name ?? kind.rawValue,
      saves: saves(map), hasIdentifier: hasIdentifier ?? true,
      returns: answer.flatMap { Node.Answer(rawValue: $0) }, forgetsIdentifier: forgets,
      children: children, range: entry.key.range)
  }

  private mutating func word(_ map: NodeMap, _ key: String, _ words: [String]) -> String? {
    mistakes.read(try map.optionalWord(key, of: words))
  }

  private mutating func childNodes(_ map: NodeMap, inside: [String]) -> [TreeNodeDeclaration] {
    guard let node = map.optional("children") else { return [] }
    if let entries = node.map { return entries.compactMap { self.node($0, inside: inside) } }
    let names =
      mistakes.collect(try source.list(node, for: "`children`")) ?? []
    return names.compactMap { child($0, inside: inside) }
  }

  /// A child that is named; the same one twice is two objects with one path.
  private mutating func child(_ node: Node, inside: [String]) -> TreeNodeDeclaration? {
    let found = mistakes.collect { () throws(Diagnostic) in
      if let inner = node.map?.first {
        var mistake = source.wrongKind(node, for: "the name of a node", wanted: "a text")
        mistake.hint =
          "children that are declared here are a map: `children: { \(inner.key.name): { … } }`"
        throw mistake
      }
      let name = try source.text(node, for: "the name of a node")
      guard let entry = names[name] else {
        var mistake = source.noSuch("node", node, among: entries.map(\.key.name))
        if NearestName.nearest(to: name, among: entries.map(\.key.name)) == nil {
          mistake.hint =
            "declare it here, `children: { \(name): { kind: … } }`, or as a node beside this one"
        }
        throw mistake
      }
      return entry
    }
    guard let entry = found else { return nil }
    let name = entry.key.name
    guard !inside.contains(name) else {
      mistakes.append(source.contradiction(node, "node `\(name)` lies inside itself"))
      return nil
    }
    return self.node(entry, inside: inside)
  }

  private mutating func saves(_ map: NodeMap) -> [TreeNodeDeclaration.Saved] {
    guard let node = map.optional("saves") else { return [] }
    if let entries = node.map {
      return entries.map { TreeNodeDeclaration.Saved(key: $0.key.name, value: $0.value) }
    }
    let names = mistakes.collect(try source.texts(node, for: "`saves`"))
    return (names ?? []).map { TreeNodeDeclaration.Saved(key: $0, value: nil) }
  }
}

extension TreeDeclaration {
  /// The keys that any node encodes.
  package var savedKeys: Set<String> {
    func keys(_ nodes: [TreeNodeDeclaration]) -> [String] {
      nodes.flatMap { $0.saves.map(\.key) + keys($0.children) }
    }
    return Set(keys(roots))
  }
}
