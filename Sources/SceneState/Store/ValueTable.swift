import StoreFormat

/// The values of one scene: of each what stands in the store, and its cell if it was asked for.
///
/// One row for both, and no text of its own in it: with two dictionaries by address a small value
/// needed more for being found than for itself.
struct ValueTable: Sendable {
  struct Row: Sendable {
    let entry: SceneHandle.EntryKey
    var cell: (any AnyCell)?
    /// What stands in the store: the commit that wrote it, by which a newer one is known; 0 for
    /// bytes without a readable one.
    fileprivate(set) var sequence: UInt64 = 0
    fileprivate(set) var payloadCount: UInt32 = 0
    /// Where its bytes are: in ``unread`` from here on, in the store only, or nowhere.
    fileprivate var place = Row.absent

    fileprivate static let absent: Int32 = -1
    static let inStore: Int32 = -2

    var isStored: Bool { place != Row.absent }
    fileprivate var isEmpty: Bool { cell == nil && !isStored }
    fileprivate var isUnread: Bool { place >= 0 }
    /// Whether the file does not have it yet, see ``ValueTable/carry(_:to:)``.
    fileprivate var isCarried: Bool { isUnread && sequence == 0 }
    fileprivate func byteCount(_ headerBytes: Int) -> Int { headerBytes + Int(payloadCount) }
  }

  private(set) var rows: [Row] = []
  private var index = PositionIndex()
  /// Whether it is known what stands in the store.
  private(set) var isKnown = false
  /// Values that were moved to the set-aside database, newest last.
  var setAside: [SceneHandle.EntryKey: [SetAsideRecord]] = [:]
  /// Rows of the scene that nobody can ask for, until they are told.
  var strays: [StrayRow] = []
  /// Bytes of small values that nobody has read yet, as the scan copied them.
  private(set) var unread: [UInt8] = []
  private var unreadBytes = 0
  /// A bit by its hash for each key that is stored below the scene: what is not among them need not
  /// be looked for, when the scene itself asks for a key that it does not have.
  private var keysBelow: UInt64 = 0
  /// Rows that have neither a cell nor anything in the store.
  private var emptyRows = 0

  var cells: [any AnyCell] { rows.compactMap(\.cell) }
  var hasCells: Bool { rows.contains { $0.cell != nil } }

  // MARK: Rows

  /// The row of an address whose entry nobody has looked up yet.
  func row(_ path: ScopePath, _ key: String, _ hash: EntryHash) -> Row? {
    index.position(hash.value) {
      rows[$0].entry.name.hash == hash && rows[$0].entry.name.isOf(path, key)
    }.map { rows[$0] }
  }

  subscript(entry: SceneHandle.EntryKey) -> Row? { position(of: entry).map { rows[$0] } }

  func payloadCount(of entry: SceneHandle.EntryKey) -> Int {
    guard let position = position(of: entry), rows[position].isStored else { return 0 }
    return Int(rows[position].payloadCount)
  }

  /// The entries of the same key in other scopes that no declaration asked for.
  func undeclared(sameKeyAs entry: SceneHandle.EntryKey) -> [SceneHandle.EntryKey] {
    let name = entry.name
    guard keysBelow & name.hash.keyBit != 0 else { return [] }
    return rows.lazy.filter { row in
      row.isStored && row.cell == nil && row.entry != entry
        && row.entry.name.hash.ofKey == name.hash.ofKey && row.entry.key == name.key
    }.map(\.entry)
  }

  mutating func add(_ cell: any AnyCell, at entry: SceneHandle.EntryKey) {
    let position = place(of: entry)
    if rows[position].isEmpty { emptyRows -= 1 }
    rows[position].cell = cell
  }

  mutating func dropCells() {
    for position in rows.indices { rows[position].cell = nil }
    dropEmptyRows()
  }

  private func position(of entry: SceneHandle.EntryKey) -> Int? {
    index.position(entry.name.hash.value) { rows[$0].entry == entry }
  }

  /// The row of an entry, which is empty if there was none.
  private mutating func place(of entry: SceneHandle.EntryKey) -> Int {
    if let position = position(of: entry) { return position }
    rows.append(Row(entry: entry))
    emptyRows += 1
    index.append(rows.count - 1) { rows[$0].entry.name.hash.value }
    return rows.count - 1
  }

  private mutating func dropEmptyRows() {
    rows.removeAll { $0.isEmpty }
    emptyRows = 0
    index.rebuild(rows.count, room: rows.count) { rows[$0].entry.name.hash.value }
  }

  // MARK: What stands in the store

  /// Nothing is stored.
  mutating func becomeEmpty() {
    forget()
    isKnown = true
  }

  /// What is stored has to be read again.
  mutating func forget() {
    isKnown = false
    setAside = [:]
    (unread, unreadBytes, keysBelow) = ([], 0, 0)
    for position in rows.indices { rows[position].place = Row.absent }
    dropEmptyRows()
  }

  /// Nothing is stored in and below a scope; answers how many bytes that were.
  mutating func forget(below path: ScopePath) -> Int {
    var bytes = 0
    for position in rows.indices where rows[position].entry.path.isInside(path) {
      if rows[position].isStored { bytes += Int(rows[position].payloadCount) }
      remove(position)
    }
    setAside = setAside.filter { !$0.key.path.isInside(path) }
    tidy()
    return bytes
  }

  /// Notes what a commit put or removed; answers the size of what was there.
  mutating func replace(_ entry: SceneHandle.EntryKey, with value: StoredValue?) -> Int {
    guard isKnown else { return 0 }
    let old = payloadCount(of: entry)
    if let value {
      put(place(of: entry), value.sequence, value.payloadCount, Row.inStore)
    } else if let position = position(of: entry) {
      remove(position)
    }
    tidy()
    return old
  }

  /// Notes what a commit put, and answers by how much the scene grew.
  ///
  /// The table is to be tidied then.
  mutating func replace(
    _ entry: SceneHandle.EntryKey, sequence: UInt64, payloadCount: Int
  ) -> Int {
    guard isKnown else { return payloadCount }
    let position = place(of: entry)
    let old = rows[position].isStored ? Int(rows[position].payloadCount) : 0
    put(position, sequence, payloadCount, Row.inStore)
    return payloadCount - old
  }

  /// Notes a value that a commit is going to put, and answers by how much the scene grows.
  ///
  /// Its bytes are kept until what is stored is read again, as no commit has its number yet.
  mutating func carry(_ envelope: Envelope, to entry: SceneHandle.EntryKey) -> Int {
    guard isKnown else { return 0 }
    var envelope = envelope
    envelope.names = nil
    let (bytes, start) = (envelope.bytes(forKey: []), unread.count)
    // Beyond that it is seen after the commit.
    guard let end = Int32(exactly: start + bytes.count) else { return 0 }
    let old = payloadCount(of: entry)
    unread += bytes
    put(place(of: entry), 0, envelope.payload.count, end - Int32(bytes.count))
    setAside[entry]?.removeAll { $0.kind == .note }
    return envelope.payload.count - old
  }

  /// Takes what a scan found, and answers under which addresses it is something else than before.
  @discardableResult
  mutating func take(_ stored: SceneHandle.Stored) -> [SceneHandle.EntryKey] {
    let old = rows
    for position in rows.indices { remove(position) }
    (unread, unreadBytes, keysBelow) = (stored.bytes, 0, 0)
    rows.reserveCapacity(max(rows.count, stored.values.count))
    var changed: [SceneHandle.EntryKey] = []
    for value in stored.values {
      let position = place(of: value.entry)
      let before = position < old.count && old[position].isStored ? old[position] : nil
      let isSame = before?.sequence == value.sequence
      if !isSame { changed.append(value.entry) }
      // What a cell has taken already is not kept for it.
      let isTaken = isSame && before?.place == Row.inStore
      put(position, value.sequence, value.payloadCount, isTaken ? Row.inStore : value.place)
    }
    for position in old.indices where old[position].isStored && !rows[position].isStored {
      changed.append(old[position].entry)
    }
    setAside = stored.setAside
    isKnown = true
    tidy()
    return changed
  }

  /// Where the bytes of a value are, which nobody takes; nil if there is no value.
  func bytes(of entry: SceneHandle.EntryKey) -> StoredBytes.Place? {
    guard let row = self[entry], row.isStored else { return nil }
    return row.isUnread ? .copied(unread, at: Int(row.place)) : .inStore
  }

  /// Where the bytes of a value are, which its cell now takes; nil if there is no value.
  mutating func takeBytes(of entry: SceneHandle.EntryKey) -> StoredBytes.Place? {
    guard let position = position(of: entry), rows[position].isStored else { return nil }
    guard rows[position].isUnread else { return .inStore }
    // NB: asked of another module while rows are in hand, it would count their references.
    let headerBytes = Envelope.headerSize
    let place = StoredBytes.Place.copied(unread, at: Int(rows[position].place))
    if rows[position].isCarried { return place }
    unreadBytes -= rows[position].byteCount(headerBytes)
    rows[position].place = Row.inStore
    tidy()
    return place
  }

  private mutating func put(
    _ position: Int, _ sequence: UInt64, _ payloadCount: Int, _ place: Int32
  ) {
    let headerBytes = Envelope.headerSize
    if rows[position].isEmpty { emptyRows -= 1 }
    if rows[position].isUnread { unreadBytes -= rows[position].byteCount(headerBytes) }
    rows[position].sequence = sequence
    rows[position].payloadCount = UInt32(truncatingIfNeeded: payloadCount)
    rows[position].place = place
    if rows[position].isUnread { unreadBytes += rows[position].byteCount(headerBytes) }
    let name = rows[position].entry.name
    if !name.path.components.isEmpty { keysBelow |= name.hash.keyBit }
  }

  private mutating func remove(_ position: Int) {
    guard rows[position].isStored else { return }
    let headerBytes = Envelope.headerSize
    if rows[position].isUnread { unreadBytes -= rows[position].byteCount(headerBytes) }
    rows[position].place = Row.absent
    if rows[position].isEmpty { emptyRows += 1 }
  }

  /// Gives back what nobody needs any more, once it is most of what is there.
  mutating func tidy() {
    if emptyRows > 16, emptyRows > rows.count / 2 { dropEmptyRows() }
    guard !unread.isEmpty, unreadBytes < unread.count / 4 else { return }
    let headerBytes = Envelope.headerSize
    var left: [UInt8] = []
    left.reserveCapacity(unreadBytes)
    for position in rows.indices where rows[position].isUnread {
      let start = Int(rows[position].place)
      rows[position].place = Int32(truncatingIfNeeded: left.count)
      left.append(contentsOf: unread[start..<start + rows[position].byteCount(headerBytes)])
    }
    unread = left
  }
}

extension EntryHash {
  /// One of 64 bits by the key's hash.
  fileprivate var keyBit: UInt64 { 1 << UInt64(ofKey & 63) }
}
