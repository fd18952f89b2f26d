import StoreFormat

/// The changed values of a batch that become bytes without anything that could fail: nearly all.
///
/// Numbers, and one run of bytes for all keys and values. An object, an array or a reference of its
/// own for each value would cost more than writing it.
struct PlainPuts {
  struct Put {
    /// Which of the batch's cells it is.
    var cell: Int
    var revision: UInt32
    var keyVersion: UInt32
    var typeNumber: UInt32
    /// Where in ``PlainPuts/bytes`` the stored key begins.
    var start: Int
    var keyCount: Int
    /// The first bytes of the key, by which nearly all are told apart.
    var keyStart: KeyTemplate.Start
    var payloadCount: Int
    var tag: UInt8
    /// Which of ``PlainPuts/large`` makes its bytes; -1 for bytes that stand behind the key.
    var large = -1

    var key: Range<Int> { start..<start + keyCount }
    var payload: Range<Int> { start + keyCount..<start + keyCount + payloadCount }
  }

  /// Puts that follow each other and are of one scene.
  private struct Run {
    let handle: SceneHandle
    var first: Int
  }

  /// Makes the bytes of a value and answers their tag; called when they are wanted.
  typealias Encode = @Sendable (_ bytes: inout [UInt8]) -> UInt8

  /// Values over this size are encoded when they are written: the store's lock is held for no copy
  /// of them, and the bytes go through memory that is near.
  static let nearBytes = 512

  /// Whether values may be taken so; what needs a look at each of them takes none.
  let isWanted: Bool
  /// No larger value is taken: who refuses it is told why.
  let valueBudget: Int
  private(set) var puts: [Put] = []
  private(set) var bytes: [UInt8] = []
  private(set) var large: [Encode] = []
  private var runs: [Run] = []
  private(set) var payloadBytes = 0

  init(isWanted: Bool, valueBudget: Int) {
    (self.isWanted, self.valueBudget) = (isWanted, valueBudget)
  }

  var isEmpty: Bool { puts.isEmpty }

  /// The scenes in the order of the puts, with which of them are theirs.
  var scenes: [(handle: SceneHandle, puts: Range<Int>)] {
    runs.indices.map { index in
      let end = index + 1 < runs.count ? runs[index + 1].first : puts.count
      return (runs[index].handle, runs[index].first..<end)
    }
  }

  /// Whether the last value that was taken is of this scene.
  func isOfLastRun(_ handle: SceneHandle) -> Bool {
    !runs.isEmpty && runs[runs.count - 1].handle === handle
  }

  /// Puts scenes together, as they came, and the values of each in the order of their keys.
  ///
  /// LMDB fills pages to the end where keys come in their order, and a key that follows the last one
  /// is found in the page that is at hand.
  mutating func sort() {
    gather()
    for (_, indices) in scenes {
      let isSorted = indices.dropFirst().allSatisfy { !precedes(puts[$0], puts[$0 - 1]) }
      guard !isSorted else { continue }
      let sorted = puts[indices].sorted(by: precedes)
      puts.replaceSubrange(indices, with: sorted)
    }
  }

  /// Makes one run of all that are of the same scene.
  private mutating func gather() {
    guard runs.count > 1 else { return }
    var first: [ObjectIdentifier: Int] = [:]
    var gathered: [(run: Run, puts: [Range<Int>])] = []
    for (handle, indices) in scenes {
      if let known = first[ObjectIdentifier(handle)] {
        gathered[known].puts.append(indices)
      } else {
        first[ObjectIdentifier(handle)] = gathered.count
        gathered.append((Run(handle: handle, first: 0), [indices]))
      }
    }
    guard gathered.count < runs.count else { return }
    let old = puts
    (puts, runs) = ([], [])
    puts.reserveCapacity(old.count)
    for (run, ranges) in gathered {
      runs.append(Run(handle: run.handle, first: puts.count))
      for range in ranges { puts.append(contentsOf: old[range]) }
    }
  }

  private func precedes(_ one: Put, _ other: Put) -> Bool {
    if one.keyStart != other.keyStart { return one.keyStart < other.keyStart }
    // The number of the session is not in the keys yet.
    return bytes[one.key].lexicographicallyPrecedes(bytes[other.key])
  }

  mutating func reserve(_ count: Int) {
    puts.reserveCapacity(count)
    bytes.reserveCapacity(64 * count)
  }

  /// Adds a value of a scene whose bytes are made at once.
  mutating func add(
    _ put: Put, of handle: SceneHandle, key: [UInt8], _ encode: (_ bytes: inout [UInt8]) -> UInt8
  ) {
    var put = begin(put, handle, key)
    put.tag = encode(&bytes)
    put.payloadCount = bytes.count - put.start - put.keyCount
    end(put)
  }

  /// Adds a value whose bytes are made when it is written; the put says how many there will be.
  mutating func addLarge(
    _ put: Put, of handle: SceneHandle, key: [UInt8], _ encode: @escaping Encode
  ) {
    var put = begin(put, handle, key)
    put.large = large.count
    large.append(encode)
    end(put)
  }

  private mutating func begin(_ put: Put, _ handle: SceneHandle, _ key: [UInt8]) -> Put {
    if !isOfLastRun(handle) { runs.append(Run(handle: handle, first: puts.count)) }
    var put = put
    put.start = bytes.count
    put.keyCount = key.count
    bytes.append(contentsOf: key)
    return put
  }

  private mutating func end(_ put: Put) {
    payloadBytes += put.payloadCount
    puts.append(put)
  }

  mutating func setSession(_ number: UInt32, of index: Int) {
    let start = puts[index].start
    for place in 0..<StoredKey.sessionBytes {
      bytes[start + place] = UInt8(truncatingIfNeeded: number >> (24 - 8 * place))
    }
  }

  func value(_ index: Int) -> EncodedValue {
    let put = puts[index]
    guard put.large >= 0 else {
      return EncodedValue(tag: put.tag, payload: Array(bytes[put.payload]))
    }
    var payload: [UInt8] = []
    let tag = large[put.large](&payload)
    return EncodedValue(tag: tag, payload: payload)
  }

  /// Leaves nothing.
  mutating func removeAll() {
    self = PlainPuts(isWanted: isWanted, valueBudget: valueBudget)
  }
}
