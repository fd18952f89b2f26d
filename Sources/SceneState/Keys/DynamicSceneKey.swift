package import StoreFormat

/// A key whose type is not known where it is used: what scenarios and tools work with.
///
/// A place is meant as it is: `.selectedTab` and other selectors were followed by who found it, since
/// people also look into tabs that are not selected.
package protocol DynamicSceneKey: Sendable {
  var name: String { get }
  /// Where the declaration says that the value lives.
  var selector: ScopeSelector { get }
  var typeName: String { get }
  /// Whether its values stay out of what people pass on.
  var isRedacted: Bool { get }
  /// Whether its values live in memory alone.
  var isTransient: Bool { get }
  /// Whether all tabs are meant to show one value.
  var isShared: Bool { get }
  var valueType: Any.Type { get }
  /// The default as bytes; nil if it cannot be encoded.
  var encodedDefault: EncodedValue? { get }

  /// The current value or the default as bytes; nil if it cannot be encoded.
  func encoded(at place: SceneScope) -> EncodedValue?

  /// Writes a value given as JSON text; nothing changes if it is refused.
  ///
  /// Dates are RFC 3339 text or seconds since 2001, data is base64, raw values stand for theirs.
  /// - Throws: `type-mismatch`, and what ``SceneScope/write(_:to:pinsDefault:)`` throws.
  func write(json: [UInt8], at place: SceneScope) throws(SceneProblem)

  /// Why stored bytes cannot be read as the declared type; nil if they can.
  func misfit(of value: EncodedValue) -> String?

  /// Removes the entry; the next read gives the default.
  func reset(at place: SceneScope)

  func facts(at place: SceneScope) -> StoredFacts

  /// Reads the value from the store, so that what is wrong with it is known.
  func load(at place: SceneScope)
}

extension SceneKey: DynamicSceneKey {
  package var selector: ScopeSelector { scope }
  package var typeName: String { coding.typeName }
  package var isRedacted: Bool { options.contains(.redacted) }
  package var isTransient: Bool { options.contains(.transient) }
  package var isShared: Bool { options.contains(.shared) }
  package var valueType: Any.Type { Value.self }
  // As with values: what cannot be encoded just has no bytes.
  package var encodedDefault: EncodedValue? { try? coding.encode(defaultValue) }

  package func encoded(at place: SceneScope) -> EncodedValue? {
    // NB: a value that cannot be encoded is told by the commit; here it just has no bytes.
    try? coding.encode(place.cellHere(self).peek())
  }

  package func write(json: [UInt8], at place: SceneScope) throws(SceneProblem) {
    let cell = place.cellHere(self)
    let value: Value
    do throws(CodingProblem) { value = try coding.decode(text: json) } catch {
      let note = SetAsideNote(error)
      throw SceneProblem(
        .typeMismatch, address: cell.home.address, detail: note.text,
        declaredAt: self.place, field: error.field)
    }
    if let refusal = cell.refusal(of: value) { throw refusal }
    try cell.write(value)
  }

  package func misfit(of value: EncodedValue) -> String? {
    do throws(CodingProblem) {
      _ = try coding.decode(value)
      return nil
    } catch { return SetAsideNote(error).text }
  }

  package func reset(at place: SceneScope) { place.cellHere(self).reset() }

  package func facts(at place: SceneScope) -> StoredFacts { place.cellHere(self).facts }

  package func load(at place: SceneScope) { _ = place.cellHere(self).peek() }
}

extension CodingProblem {
  /// The field that the problem is about, such as `country.flag`.
  var field: String? {
    if case .undecodableField(let path, _) = self { return path }
    return nil
  }
}
