import FoundationEssentials
import StoreFormat

extension SceneScope {
  /// The stored value or the key's default; setting marks it changed and tells observers.
  ///
  /// Setting what a read returns changes nothing: so the default over nothing stores nothing, and a
  /// later version's default replaces it (see ``write(_:to:pinsDefault:)``). The default over
  /// another stored value is stored, and so is nil over a default that is not nil; only
  /// ``reset(_:)`` removes an entry.
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
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  ///   - pinsDefault: Whether the key's default is stored too where nothing is stored, which an
  ///     assignment does not do: what the user chose then stays when a later version of the app has
  ///     another default. Observers hear nothing, for the value is the same.
  /// - Throws: `value-too-large`, `scene-too-large`, `value-not-encodable`, `no-scope`.
  public func write<Value>(
    _ value: Value, to key: SceneKey<Value>, pinsDefault: Bool = false
  ) throws(SceneProblem) {
    let cell = cell(for: key)
    if let refusal = cell.refusal(of: value) { throw refusal }
    try cell.write(value, pinsDefault: pinsDefault)
  }

  /// Reads and writes with no other write of this process in between; one notice.
  ///
  /// Nobody waits for the body: it works on a copy, and if the value was written meanwhile it runs
  /// again, the third time with all other writes held off (in a tick they are from the start). So
  /// it may run more than once and should change nothing but the value. A `modify` of the same key
  /// inside the body works on the same copy: the body runs again on what the inner one made, which
  /// then changes nothing more.
  ///
  /// Between processes it loses updates as an assignment does: what another process writes before
  /// the commit is replaced by it. ``update(_:_:)`` loses none.
  public func modify<Value, Result>(
    _ key: SceneKey<Value>, _ body: (inout Value) -> Result
  ) -> Result {
    cell(for: key).modify(body)
  }

  /// Reads and writes in one transaction of the file, with no write of any process in between.
  ///
  /// First everything that waits is written, then the value is read from the file, changed and
  /// written; when it returns that is committed, which the end of the process cannot undo and a
  /// power cut may (see ``SceneStore/flush()``). Meanwhile other processes cannot commit and writes
  /// of this one wait: keep the body short, wait for no other thread in it, and expect it to run
  /// again. It costs a commit, where ``modify(_:_:)`` costs an assignment.
  ///
  /// ```swift
  /// let ticket = try store.app.update(Keys.lastTicket) { number in
  ///   number += 1
  ///   return number
  /// }
  /// ```
  /// - Throws: `nested-write` inside a tick or an update; `store-not-usable`, also if another
  ///   process writes for longer than `lockDeadline`; `value-too-large`, `scene-too-large`,
  ///   `value-not-encodable`; `no-scope`, `session-in-use`, `type-clash`, `scope-too-deep` for a
  ///   value that is not kept. Then nothing has changed.
  public func update<Value, Result>(
    _ key: SceneKey<Value>, _ body: (inout Value) -> Result
  ) throws(SceneProblem) -> Result {
    let cell = cell(for: key)
    var result: Result?
    try store.core.update(cell) { value in result = body(&value) }
    guard let result else { preconditionFailure("An update that does not throw ran its body.") }
    return result
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
    observe(key, deliver, isToldNow: false, handler)
  }

  func observe<Value>(
    _ key: SceneKey<Value>, _ delivery: NoticeDelivery, isToldNow: Bool,
    _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    guard key.scope.followsSelectedTab else {
      return cell(for: key).observe(delivery, isToldNow: isToldNow, handler)
    }
    return TabFollower.observe(key, in: self, delivery, isToldNow: isToldNow, handler)
  }

  /// A binding to a key's value, without a wrapper; of a key of `.selectedTab` it follows the
  /// selection at each access, and so does what is made of it.
  public func binding<Value>(_ key: SceneKey<Value>) -> SceneBinding<Value> {
    SceneBinding(key, in: self)
  }

  /// The cell of a key seen from here; one of its own, in memory, where the key cannot live.
  func cell<Value>(for key: SceneKey<Value>) -> ValueCell<Value> {
    let place = resolve(key.scope)
    return place.cellHere(key)
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
