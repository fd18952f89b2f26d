/// A map of a scenario file, read key by key with messages that point at the place.
///
///     let step = try NodeMap(node, in: file, of: "step `drag`")
///     try step.checkKeys(known: ["from", "activity", "drop"])
///     let window = try step.text("from")
package struct NodeMap: Sendable {
  package let entries: [Entry]
  package let range: SourceRange
  package let source: SourceFile
  /// What the map describes, for messages: "storage key `draft`".
  package let subject: String
  /// Where a missing key is reported: the map's first character, for a step its verb.
  let place: SourceRange

  /// - Parameters:
  ///   - node: The map; any other kind throws `wrong-kind`.
  ///   - source: The file of the node.
  ///   - subject: What the map describes, in words for messages.
  ///   - place: Where missing keys are reported, if not at the map's first character.
  /// - Throws: `wrong-kind` if the node is no map.
  package init(
    _ node: Node, in source: SourceFile, of subject: String = "this map",
    missingKeysAt place: SourceRange? = nil
  ) throws(Diagnostic) {
    entries = try source.map(node, for: subject)
    range = node.range
    self.source = source
    self.subject = subject
    self.place = place ?? SourceRange(at: node.range.start)
  }

  // MARK: Keys

  package func entry(_ key: String) -> Entry? { entries.first { $0.key.name == key } }

  package func optional(_ key: String) -> Node? { entry(key)?.value }

  /// The value of a key; `missing-key` if it is not there.
  package func required(_ key: String) throws(Diagnostic) -> Node {
    guard let node = optional(key) else { throw source.missingKey(key, of: subject, at: place) }
    return node
  }

  /// The key that stands for one that is not there, if it is only spelled wrong.
  package func misspelled(_ key: String) -> PlacedName? {
    if entry(key) != nil { return nil }
    return entries.first {
      !NearestName.suggestions(for: $0.key.name, among: [key]).isEmpty
    }?.key
  }

  /// Throws for the first key that is not known.
  package func checkKeys(known: [String]) throws(Diagnostic) {
    if let first = unknownKeys(known: known).first { throw first }
  }

  package func unknownKeys(known: [String]) -> [Diagnostic] {
    entries.lazy.filter { !known.contains($0.key.name) }.prefix(DiagnosticList.limit + 1).map {
      source.unknownKey($0.key, $0.value, of: subject, known: known)
    }
  }

  /// The same with each key that is only spelled wrong taken for the one it was meant to be.
  ///
  /// The misspelling is reported by whoever asks for the unknown keys; nothing that follows from
  /// it is worth a message of its own.
  package func corrected(known: [String]) -> NodeMap {
    NodeMap(self, entries: entries.corrected(known: known))
  }

  private init(_ map: NodeMap, entries: [Entry]) {
    self.entries = entries
    (range, source, subject, place) = (map.range, map.source, map.subject, map.place)
  }

  /// Throws for a file that is of another version of the format.
  func checkFormat(_ version: Int) throws(Diagnostic) {
    if version == 1 { return }
    throw source.diagnostic(
      .wrongValue, at: optional("scenesim")?.range ?? range,
      "version \(version) of the format is not known", hint: "this scenesim reads version 1")
  }

  // MARK: Values

  package func text(_ key: String) throws(Diagnostic) -> String {
    try source.text(try required(key), for: label(key))
  }

  package func int(_ key: String) throws(Diagnostic) -> Int {
    try source.int(try required(key), for: label(key))
  }

  package func list(_ key: String) throws(Diagnostic) -> [Node] {
    try source.list(try required(key), for: label(key))
  }

  package func map(_ key: String) throws(Diagnostic) -> NodeMap {
    try NodeMap(try required(key), in: source, of: label(key))
  }

  package func optionalText(_ key: String) throws(Diagnostic) -> String? {
    guard let node = optional(key) else { return nil }
    return try source.text(node, for: label(key))
  }

  package func optionalInt(_ key: String) throws(Diagnostic) -> Int? {
    guard let node = optional(key) else { return nil }
    return try source.int(node, for: label(key))
  }

  package func optionalBool(_ key: String) throws(Diagnostic) -> Bool? {
    guard let node = optional(key) else { return nil }
    return try source.bool(node, for: label(key))
  }

  package func optionalList(_ key: String) throws(Diagnostic) -> [Node]? {
    guard let node = optional(key) else { return nil }
    return try source.list(node, for: label(key))
  }

  package func optionalTexts(_ key: String) throws(Diagnostic) -> [String]? {
    guard let node = optional(key) else { return nil }
    return try source.texts(node, for: label(key))
  }

  package func optionalMap(_ key: String) throws(Diagnostic) -> NodeMap? {
    guard let node = optional(key) else { return nil }
    return try NodeMap(node, in: source, of: label(key))
  }

  /// One of a few words; anything else is `wrong-value` with the nearest ones.
  package func optionalWord(
    _ key: String, of words: [String]
  ) throws(Diagnostic) -> String? {
    guard let node = optional(key) else { return nil }
    return try source.word(node, of: words, for: label(key))
  }

  private func label(_ key: String) -> String { "`\(key)`" }
}

extension [Entry] {
  /// The entries with each unknown key replaced by the nearest known one that is not there.
  ///
  /// - Parameters:
  ///   - known: The keys there can be.
  ///   - onlyIfUnique: Whether one of several near ones is no better than none.
  /// - Returns: The entries in the same order.
  func corrected(known: [String], onlyIfUnique: Bool = false) -> [Entry] {
    var taken = Set(map(\.key.name))
    // A map of very many unknown keys has no mistakes in spelling, it is of another kind.
    if taken.isSubset(of: known) || taken.count > DiagnosticList.limit { return self }
    return map { entry in
      let name = entry.key.name
      // What is meant otherwise is told.
      if known.contains(name) || LeftToApps.hint(for: name, among: known) != nil { return entry }
      let word = MeantWord.meant(by: name, among: known).map { [$0] }
      let near = (word ?? NearestName.suggestions(for: name, among: known)).filter {
        !taken.contains($0)
      }
      guard let meant = near.first, near.count == 1 || !onlyIfUnique else { return entry }
      taken.insert(meant)
      return Entry(meant, at: entry.key.range, entry.value)
    }
  }
}

extension Node {
  /// The same map with keys that are only spelled wrong taken for those they were meant to be.
  func corrected(known: [String]) -> Node {
    guard let entries = map else { return self }
    return holding(.map(entries.corrected(known: known)))
  }
}
