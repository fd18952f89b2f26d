internal import SceneSimulator
import SceneState
import StoreFormat

/// Which names are allowed for what, so that windows and the rest never clash.
enum Names {
  /// Windows begin with an upper-case letter, or with one of a writing system that has no such.
  static func isWindow(_ name: String) -> Bool {
    isCapital(name) || name.unicodeScalars.first?.properties.generalCategory == .otherLetter
  }

  static func isCapital(_ name: String) -> Bool {
    name.unicodeScalars.first?.properties.generalCategory == .uppercaseLetter
  }

  /// Names of scenes, tables and variables do not; those of tabs, keys, lists and places stand
  /// where no window can, and may.
  static func checkLower(
    _ name: String, _ what: String, at range: SourceRange, in source: SourceFile,
    mayBeCapital: Bool = false
  ) throws(Diagnostic) {
    let hasControls = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    let isLower = mayBeCapital || !isCapital(name)
    if !name.isEmpty, isLower, !name.hasPrefix("$"), !hasControls { return }
    throw source.diagnostic(
      .wrongValue, at: range, "`\(name)` is no name for \(what)",
      hint: mayBeCapital
        ? "a name has no control characters and does not begin with `$`, which belongs to matchers"
        : "names that begin with a capital belong to windows, `$` to matchers")
  }

  /// A name as that of a window.
  static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  private static func meant(_ name: String) -> String {
    let name = capitalized(name)
    return isWindow(name) ? name : "W\(name)"
  }

  static func window(_ node: Node, in source: SourceFile) throws(Diagnostic) -> PlacedName {
    let name = try source.text(node, for: "the name of a window")
    guard isWindow(name) else {
      throw source.diagnostic(
        .wrongValue, at: node.range, "`\(name)` is no name for a window",
        hint: (WindowsMeant.words + [WindowsMeant.here]).contains(name)
          ? "`\(name)` is for steps of an app; a scenario names one window in each step"
          : name.contains("://")
            ? "`link: \(name)` opens a link from outside, `launch: { url: \(name) }` starts with one"
            : name.hasPrefix("{") && name.hasSuffix("}")
              ? "a variable is written with a dollar: `$\(name)`"
              : name.contains("/")
                ? "a place is named by `at`: `at: \(name)`"
                : "names of windows begin with a capital letter: `\(meant(name))`"
                  + (name.count > 1 ? "; a kind of windows is no name of one" : ""))
    }
    return PlacedName(name: name.normalFormC, range: node.range)
  }
}

extension DiagnosticList {
  /// Reads a value that may be missing; a mistake is collected and gives nil.
  mutating func read<Value>(_ body: () throws(Diagnostic) -> Value?) -> Value? {
    collect(body) ?? nil
  }

  /// The same for a body of one expression.
  @discardableResult
  mutating func read<Value>(
    _ body: @autoclosure () throws(Diagnostic) -> Value?
  ) -> Value? {
    read { () throws(Diagnostic) in try body() }
  }

  /// The map that a node holds, after a mistake for each key that is not known.
  ///
  /// A key that is only spelled wrong is taken for the one that was meant.
  mutating func map(
    _ node: Node, in source: SourceFile, of subject: String, known: [String]
  ) -> NodeMap? {
    let map = collect(try NodeMap(node, in: source, of: subject))
    return map.map { correct($0, known: known) }
  }

  /// The same for a map that is there.
  mutating func correct(_ map: NodeMap, known: [String]) -> NodeMap {
    let unknown = isFull ? [] : map.unknownKeys(known: known)
    if unknown.isEmpty { return map }
    append(contentsOf: unknown)
    let corrected = map.corrected(known: known)
    for (old, new) in zip(map.entries, corrected.entries) where old.key.name != new.key.name {
      // That it is of another kind than what was meant is no second mistake.
      overlook(.wrongKind, at: old.value.range.start)
    }
    return corrected
  }

  /// The entries of a map whose keys are names, without those whose name is not allowed.
  ///
  /// Two spellings of one name in Unicode are one name, so the second is a mistake.
  mutating func names(
    _ map: NodeMap, _ key: String, _ what: String, mayBeCapital: Bool = false
  ) -> [Entry] {
    guard let node = map.optional(key),
      let entries = collect(try map.source.map(node, for: "`\(key)`"))
    else { return [] }
    var lines: [String: Int] = [:]
    return entries.filter { entry in
      if let line = lines[entry.key.name] {
        append(map.source.duplicateKey(entry.key, firstLine: line))
        return false
      }
      lines[entry.key.name] = entry.key.range.start.line
      return collect { () throws(Diagnostic) in
        try Names.checkLower(
          entry.key.name, what, at: entry.key.range, in: map.source, mayBeCapital: mayBeCapital)
      } != nil
    }
  }
}

extension NodeMap {
  /// An integer within limits; another one is `wrong-value`.
  func optionalInt(_ key: String, from low: Int, to high: Int) throws(Diagnostic) -> Int? {
    guard let node = optional(key), let int = try optionalInt(key) else { return nil }
    if (low...high).contains(int) { return int }
    throw source.diagnostic(
      .wrongValue, at: node.range, "`\(int)` is no value of `\(key)`",
      hint: high == Int.max ? "write \(low) or more" : "write a number from \(low) to \(high)")
  }
}

extension SourceFile {
  /// `contradiction` at a node.
  func contradiction(_ node: Node, _ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(.contradiction, file: path, range: node.range, message, hint: hint)
  }

  /// `wrong-value` for a name that is not among those declared.
  func noSuch(_ what: String, _ node: Node, among names: [String]) -> Diagnostic {
    Diagnostic(
      .wrongValue, file: path, range: node.range,
      "the app declares no \(what) `\(node.text ?? text(in: node.range))`",
      hint: Self.choice(for: node.text ?? "", among: names))
  }

  /// The text of a node if it is one of the names declared.
  func name(_ node: Node, _ what: String, among names: [String]) throws(Diagnostic) -> String {
    let name = try text(node, for: "the name of a \(what)")
    guard let declared = names.first(where: { $0 == name }) else {
      throw noSuch(what, node, among: names)
    }
    return declared
  }
}

extension Node {
  /// The same texts in normal form C, to compare names, of which two spellings are one.
  var asNames: Node {
    var node = self
    switch content {
    case .text(let text): node.content = .text(text.normalFormC)
    case .list(let nodes): node.content = .list(nodes.map(\.asNames))
    case .map(let entries):
      node.content = .map(entries.map { Entry(key: $0.key, value: $0.value.asNames) })
    default: break
    }
    return node
  }
}
