#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SceneScope {
  /// The stored value or the key's default; setting marks it changed and tells observers.
  ///
  /// Never throws: stored bytes that cannot be read give the default and a problem, a refused
  /// write leaves the old value and a problem.
  public subscript<Value>(key: SceneKey<Value>) -> Value {
    // Code of their own for the common types: see `ValueCell.takePending()`.
    @_specialize(where Value == Int)
    @_specialize(where Value == Bool)
    @_specialize(where Value == Double)
    @_specialize(where Value == String)
    @_specialize(where Value == Data)
    get { cell(for: key).read() }
    @_specialize(where Value == Int)
    @_specialize(where Value == Bool)
    @_specialize(where Value == Double)
    @_specialize(where Value == String)
    @_specialize(where Value == Data)
    nonmutating set { cell(for: key).writeNoting(newValue) }
  }

  /// Writes as setting does, but throws a refusal; the old value then stays.
  /// - Throws: `value-too-large`, `scene-too-large`, `value-not-encodable`, `no-scope`.
  public func write<Value>(_ value: Value, to key: SceneKey<Value>) throws(SceneProblem) {
    let cell = cell(for: key)
    if let refusal = cell.refusal(of: value) { throw refusal }
    try cell.write(value)
  }

  /// Reads and writes under the value's lock, with no other write in between; one notice.
  public func modify<Value, Result>(
    _ key: SceneKey<Value>, _ body: (inout Value) -> Result
  ) -> Result {
    cell(for: key).modify(body)
  }

  /// Removes the entry; the next read gives the default.
  public func reset<Value>(_ key: SceneKey<Value>) { cell(for: key).reset() }

  /// Whether there is an entry for the key, stored or about to be.
  public func contains<Value>(_ key: SceneKey<Value>) -> Bool { facts(of: key).isStored }

  /// What is known about the entry: stored or not, from where, with which problem.
  public func facts<Value>(of key: SceneKey<Value>) -> StoredFacts { cell(for: key).facts }

  /// Calls a handler after each change, until the subscription is dropped.
  public func observe<Value>(
    _ key: SceneKey<Value>, deliver: NoticeDelivery = .atOnce,
    _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    let cell = cell(for: key)
    _ = cell.peek()
    return cell.observe(deliver, handler)
  }

  /// A binding to a key's value, without a wrapper.
  public func binding<Value>(_ key: SceneKey<Value>) -> SceneBinding<Value> {
    SceneBinding(cell: cell(for: key), scope: self)
  }

  /// The cell of a key seen from here; one of its own, in memory, where the key cannot live.
  func cell<Value>(for key: SceneKey<Value>) -> ValueCell<Value> {
    let place = resolve(key.scope)
    return place.cellHere(key)
  }

  /// The cell of a key if one can live here, without a word about other declarations.
  func knownCell<Value>(for key: SceneKey<Value>) -> ValueCell<Value>? {
    let place = resolve(key.scope)
    guard StoredKey.canHold(place.path, key: key.name) else { return nil }
    return store.core.cellForNow(for: key, at: place)
  }

  func cellHere<Value>(_ key: SceneKey<Value>) -> ValueCell<Value> {
    let core = store.core
    guard StoredKey.canHold(path, key: key.name) else {
      let entry = SceneHandle.EntryKey(path: path, key: key.name)
      return core.memoryCell(for: key, in: handle, entry, .scopeTooDeep) { "" }
    }
    return core.cell(for: key, at: self)
  }
}
