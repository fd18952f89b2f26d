package import StoreFormat

/// A key whose type is not known where it is used: what scenarios and tools work with.
package protocol DynamicSceneKey: Sendable {
  var name: String { get }
  /// Where the declaration says that the value lives.
  var selector: ScopeSelector { get }
  var typeName: String { get }
  /// Whether its values stay out of what people pass on.
  var isRedacted: Bool { get }
  /// The default as bytes; nil if it cannot be encoded.
  var encodedDefault: EncodedValue? { get }

  /// The current value or the default as bytes; nil if it cannot be encoded.
  func encoded(in scope: SceneScope) -> EncodedValue?

  /// Writes a value given as JSON text; nothing changes if it is refused.
  ///
  /// Dates are RFC 3339 text or seconds since 2001, data is base64, raw values stand for theirs.
  /// - Throws: `type-mismatch`, and what ``SceneScope/write(_:to:pinsDefault:)`` throws.
  func write(json: [UInt8], in scope: SceneScope) throws(SceneProblem)

  /// Whether stored bytes can be read as the declared type.
  func canRead(_ value: EncodedValue) -> Bool

  /// Removes the entry; the next read gives the default.
  func reset(in scope: SceneScope)

  func facts(in scope: SceneScope) -> StoredFacts

  /// Reads the value from the store, so that what is wrong with it is known.
  func load(in scope: SceneScope)
}

extension SceneKey: DynamicSceneKey {
  package var selector: ScopeSelector { scope }
  package var typeName: String { coding.typeName }
  package var isRedacted: Bool { options.contains(.redacted) }
  // As with values: what cannot be encoded just has no bytes.
  package var encodedDefault: EncodedValue? { try? coding.encode(defaultValue) }

  package func encoded(in scope: SceneScope) -> EncodedValue? {
    // NB: a value that cannot be encoded is told by the commit; here it just has no bytes.
    try? coding.encode(scope.cell(for: self).peek())
  }

  package func write(json: [UInt8], in scope: SceneScope) throws(SceneProblem) {
    let value: Value
    do throws(CodingProblem) { value = try coding.decode(text: json) } catch {
      let note = SetAsideNote(error)
      throw SceneProblem(
        .typeMismatch, address: scope.cell(for: self).home.address, detail: note.text,
        declaredAt: place, field: error.field)
    }
    try scope.write(value, to: self)
  }

  // For who asks no more than whether; reading the value tells why not.
  package func canRead(_ value: EncodedValue) -> Bool { (try? coding.decode(value)) != nil }

  package func reset(in scope: SceneScope) { scope.reset(self) }

  package func facts(in scope: SceneScope) -> StoredFacts { scope.facts(of: self) }

  package func load(in scope: SceneScope) { _ = scope.cell(for: self).peek() }
}

extension CodingProblem {
  /// The field that the problem is about, such as `country.flag`.
  var field: String? {
    if case .undecodableField(let path, _) = self { return path }
    return nil
  }
}
