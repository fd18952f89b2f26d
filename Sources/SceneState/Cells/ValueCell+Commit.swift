import FoundationEssentials
import StoreFormat
import Synchronization

extension ValueCell: AnyCell {
  var declaration: String { "\(key.coding.typeName) at \(key.place)" }

  var place: String { key.place }

  var typeName: String { key.coding.typeName }

  var isKept: Bool {
    !home.group.isLasting && !key.options.contains(.transient)
      && !home.handle.isPrivate.load(ordering: .relaxed)
  }

  var isWaiting: Bool { state.withLock { $0.isDirty } }

  var entry: SceneHandle.EntryKey { home.entry }

  var handle: SceneHandle { home.handle }

  var waitingSize: Int? {
    let value = state.withLock { state -> Value?? in
      guard state.isDirty else { return nil }
      return .some(state.isStored ? state.value : nil)
    }
    guard let value else { return nil }
    guard let value else { return 0 }
    return key.coding.fixedSize.map { $0(value) }
  }

  // NB: for these types the compiler makes code of its own. The general one asks for the types of
  // all its parts anew at each call, which was a tenth of a commit.
  @_specialize(where Value == Int)
  @_specialize(where Value == Bool)
  @_specialize(where Value == Double)
  @_specialize(where Value == String)
  @_specialize(where Value == Data)
  func takePending(_ index: Int, into batch: inout CommitBatch) {
    state.withLock { state in
      guard isDue(state, isKnownScene: batch.plain.isOfLastRun(home.handle)) else {
        return refuseForGood(&state)
      }
      state.isDirty = false
      state.isBeingCommitted = true
      if takePlainly(index, &state, &batch.plain) { return }
      batch.puts.append((index, pendingPut(state)))
    }
  }

  func takePending() -> PendingPut? {
    state.withLock { state -> PendingPut? in
      guard isDue(state, isKnownScene: false) else {
        refuseForGood(&state)
        return nil
      }
      state.isDirty = false
      state.isBeingCommitted = true
      return pendingPut(state)
    }
  }

  var onItsWay: ValueOnItsWay {
    let value = state.withLock { state -> Value?? in
      guard state.isDirty || state.isBeingCommitted else { return nil }
      return .some(state.isStored ? state.value : nil)
    }
    guard isKept, let value else { return .nothing }
    guard let value else { return .removal }
    // What cannot be encoded, or is too large, is refused and told by the commit.
    guard let encoded = try? encoded(value),
      encoded.payload.count <= home.core.options.valueBudget
    else { return .nothing }
    return .value(
      Envelope(
        tag: encoded.tag, keyVersion: UInt32(clamping: key.version), sequence: 0,
        appVersion: home.core.options.appVersion, typeNumber: key.coding.typeNumber,
        payload: encoded.payload))
  }

  /// Whether there is something to write that has a place in the store.
  @inline(__always)
  private func isDue(_ state: borrowing CellState<Value>, isKnownScene: Bool) -> Bool {
    // What is written too late into a destroyed scene is not its successor's business.
    guard state.isDirty, !home.handle.isDestroyed.load(ordering: .relaxed), isKept
    else { return false }
    // A scene without an identifier has no place in the store yet: the change waits.
    return isKnownScene || home.handle.isApp || home.handle.id != nil
  }

  /// A value that has no place in the store for good stays in memory, and a flush tells it.
  private func refuseForGood(_ state: inout CellState<Value>) {
    guard state.isDirty, let problem = home.lasting else { return }
    state.isDirty = false
    home.core.addRefusal(problem)
  }

  /// Takes a value whose bytes nothing can keep from being made.
  @inline(__always)
  private func takePlainly(
    _ index: Int, _ state: inout CellState<Value>, _ values: inout PlainPuts
  ) -> Bool {
    guard values.isWanted, state.isStored, state.unreadable == nil,
      let append = key.coding.appending, let fixedSize = key.coding.fixedSize
    else { return false }
    let template = home.entry.template
    let size = fixedSize(state.value)
    guard template.names == nil, template.bytes.count > StoredKey.sessionBytes,
      size <= values.valueBudget
    else { return false }
    let put = PlainPuts.Put(
      cell: index, revision: state.revision, keyVersion: UInt32(clamping: key.version),
      typeNumber: key.coding.typeNumber, start: 0, keyCount: 0,
      keyStart: template.start, payloadCount: size, tag: 0)
    if size <= PlainPuts.nearBytes {
      values.add(put, of: home.handle, key: template.bytes) { append(state.value, &$0) }
    } else {
      let value = state.value
      values.addLarge(put, of: home.handle, key: template.bytes) { append(value, &$0) }
    }
    return true
  }

  private func pendingPut(_ state: borrowing CellState<Value>) -> PendingPut {
    let change: PendingPut.Change
    if state.isStored {
      let value = state.value
      change = .put { [key] (bytes) throws(CodingProblem) in
        try key.coding.append(value, to: &bytes)
      }
    } else {
      change = .remove
    }
    return PendingPut(
      cell: self, revision: state.revision, home: home, change: change,
      keyVersion: key.version, typeName: key.coding.typeName,
      typeNumber: key.coding.typeNumber, movesAside: state.unreadable,
      skipsEqualBytes: key.coding.fixedSize == nil && key.migrate == nil)
  }

  @_specialize(where Value == Int)
  @_specialize(where Value == Bool)
  @_specialize(where Value == Double)
  @_specialize(where Value == String)
  @_specialize(where Value == Data)
  func committed(_ revision: UInt32) {
    let isUsual = state.withLock { state -> Bool in
      guard state.isSound, state.source != .memory else { return false }
      state.isBeingCommitted = false
      return true
    }
    guard !isUsual else { return }
    change { state in
      state.isBeingCommitted = false
      state.unreadable = nil
      if state.source == .memory { state.source = .store }
      if state.problem?.code == .storeNotUsable { state.problem = nil }
    }
  }

  func commitFailed(_ revision: UInt32, _ problem: SceneProblem) -> Bool {
    let own = SceneProblem(
      problem.code, address: home.address, detail: problem.detail, declaredAt: key.place)
    return change { state in
      state.isBeingCommitted = false
      state.problem = own
      defer { state.isDirty = true }
      return !state.isDirty
    }
  }

  func writeAgain() -> Bool {
    change { state in
      guard state.isLoaded, state.isStored, !state.isDirty, state.unreadable == nil, isKept
      else { return false }
      state.revision &+= 1
      state.isDirty = true
      return true
    }
  }

  func refused(_ revision: UInt32, _ problem: SceneProblem) {
    let isNewest = change { state -> Bool in
      state.isBeingCommitted = false
      guard state.revision == revision else { return false }
      state.isLoaded = false
      state.isDirty = false
      state.revision &+= 1
      return true
    }
    if isNewest {
      _ = load()
      home.core.noticeLater(self)
    }
    note(problem)
    home.core.addRefusal(problem)
  }

  @usableFromInline
  func notify() {
    home.group.changed(slot)
    let observers =
      isObserved.load(ordering: .acquiring) ? state.withLock { $0.observers } : nil
    guard let observers else {
      if isSelection { tellSelection() }
      return
    }
    observers.tell({ current() }, then: { if isSelection { tellSelection() } })
  }

  private func tellSelection() {
    home.core.gate.enter { followSelection() }
    home.handle.notify()
  }

  /// What `.selectedTab` follows is what this cell reads as text; the gate is held.
  func followSelection() {
    if let tab = selectedName { home.handle.follow(tab) }
  }

  /// The tab that the value names; nil for a selection of another type, which names none.
  private var selectedName: String? {
    // A value that cannot be encoded is refused, and told, when it is committed.
    guard let encoded = try? key.coding.encode(peek()), encoded.tag == StringCoding.tag else {
      return nil
    }
    return String(decoding: encoded.payload, as: UTF8.self)
  }
}
