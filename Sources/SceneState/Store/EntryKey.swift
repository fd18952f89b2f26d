import StoreFormat

extension SceneHandle {
  /// Where in a scene a value is: path and key.
  ///
  /// One object for all scenes that have such a value, so it is compared by its identity.
  struct EntryKey: Hashable, Sendable {
    let name: EntryName

    init(_ name: EntryName) { self.name = name }

    init(path: ScopePath, key: String) {
      self.init(path: path, key: key, hash: EntryHash(path, key))
    }

    init(path: ScopePath, key: String, hash: EntryHash) {
      name = EntryNames.shared.name(path, key, hash)
    }

    /// Of a stored key that has all its names in itself.
    init(_ path: ScopePath, _ key: String, storedAs bytes: [UInt8]) {
      name = EntryNames.shared.name(
        path, key, EntryHash(path, key), KeyTemplate(storedAs: bytes))
    }

    var path: ScopePath { name.path }
    var key: String { name.key }
    /// The stored key but for the session's number.
    var template: KeyTemplate { name.template }
    var isSelection: Bool { name.path.components.isEmpty && name.key == SelectedTab.keyName }

    static func == (left: Self, right: Self) -> Bool { left.name === right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name.hash.value) }
  }
}

/// The texts of an entry, its stored key, and its hash, worked out once in a process.
final class EntryName: Sendable {
  let path: ScopePath
  let key: String
  let template: KeyTemplate
  let hash: EntryHash
  /// All texts, by which entries are put in order.
  let texts: [String]

  init(_ path: ScopePath, _ key: String, _ hash: EntryHash, _ template: KeyTemplate?) {
    (self.path, self.key, self.hash) = (path, key, hash)
    self.template = template ?? KeyTemplate(path: path, key: key)
    texts = path.texts + [key]
  }

  func isOf(_ path: ScopePath, _ key: String) -> Bool { self.key == key && self.path == path }

  /// Whether it is stored under these bytes, which name a session that does not matter.
  func isStored(as bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let first = StoredKey.sessionBytes
    guard template.bytes.count == range.count else { return false }
    let start = range.lowerBound
    for index in first..<range.count
    where template.bytes[index] != bytes[start + index] { return false }
    return true
  }
}

/// The hash of an address, the same for its texts and for its stored key if that has them as they
/// are: a row of the file finds its name without a text being made.
struct EntryHash: Hashable, Sendable {
  /// Of the key alone: the same key is looked for in other scopes.
  let ofKey: UInt
  let value: UInt

  init(ofPath path: UInt, ofKey key: UInt) {
    ofKey = key
    let mixed = (path ^ key &* 0x9E37_79B9_7F4A_7C15) &* 0x100_0000_01B3
    value = mixed ^ mixed >> 29
  }

  init(_ path: ScopePath, _ key: String) {
    self.init(ofPath: Self.of(path), ofKey: Self.of(key))
  }

  /// Of a stored key.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    var (path, index) = (Self.seed, range.lowerBound + StoredKey.sessionBytes)
    while index < range.upperBound {
      let tag = bytes[index]
      index += 1
      if tag == 1 { break }
      path = Self.add(tag, path)
      for _ in 0..<(tag == 2 ? 1 : 2) { path = Self.addText(in: bytes, &index, path) }
    }
    let key = Self.addText(in: bytes, &index, Self.seed)
    self.init(ofPath: path, ofKey: key)
  }

  static func of(_ key: String) -> UInt { add(key, seed) }

  static func of(_ path: ScopePath) -> UInt {
    var state = seed
    for component in path.components {
      switch component {
      case .tab(let name): state = add(name, add(2, state))
      case .nested(let kind, let id): state = add(id, add(kind, add(3, state)))
      }
    }
    return state
  }

  /// Another one in each process, so that no file can be made to have collisions.
  private static let seed = UInt(bitPattern: Hasher().finalize())

  @inline(__always)
  private static func add(_ byte: UInt8, _ state: UInt) -> UInt {
    (state ^ UInt(byte)) &* 0x100_0000_01B3
  }

  private static func add(_ text: String, _ state: UInt) -> UInt {
    add(0, text.utf8.reduce(state) { add($1, $0) })
  }

  /// Adds a text up to its end, which is a zero and one more byte.
  private static func addText(in bytes: [UInt8], _ index: inout Int, _ state: UInt) -> UInt {
    var state = state
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      state = add(byte, state)
      if byte == 0 { break }
    }
    index += 1
    return state
  }
}
