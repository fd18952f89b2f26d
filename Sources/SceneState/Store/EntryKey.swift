extension SceneHandle {
  /// Where in a scene a value is: path and key.
  ///
  /// One object for all scenes that have such a value, so it is compared by its identity.
  struct EntryKey: Hashable, Sendable {
    let name: EntryName

    init(_ name: EntryName) { self.name = name }

    init(path: ScopePath, key: String) { name = EntryNames.shared.name(path, key) }

    var path: ScopePath { name.path }
    var key: String { name.key }
    /// The stored key but for the session's number.
    var template: KeyTemplate { name.template }
    var isSelection: Bool { name.path.components.isEmpty && name.key == SelectedTab.keyName }

    static func == (left: Self, right: Self) -> Bool { left.name === right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name.hash) }
  }
}

/// The texts of an entry, its stored key, and its hash, worked out once in a process.
final class EntryName: Sendable {
  let path: ScopePath
  let key: String
  let template: KeyTemplate
  let hash: UInt
  /// The hash of the key alone: the same key in other scopes of a scene is looked for.
  let keyHash: UInt
  /// A bit of it.
  var keyBit: UInt64 { 1 << UInt64(keyHash & 63) }

  init(_ path: ScopePath, _ key: String, hash: UInt) {
    (self.path, self.key, self.hash) = (path, key, hash)
    template = KeyTemplate(path: path, key: key)
    keyHash = EntryHash.of(.root, key)
  }

  func isOf(_ path: ScopePath, _ key: String) -> Bool { self.key == key && self.path == path }

  /// Whether it is stored under these bytes, which name a session that does not matter.
  func isStored(as bytes: [UInt8], _ range: Range<Int>) -> Bool {
    template.bytes.count == range.count
      && template.bytes[KeyTemplate.sessionBytes...]
        .elementsEqual(bytes[range].dropFirst(KeyTemplate.sessionBytes))
  }
}

/// The hash of an address, the same for its texts and for its stored key if that has them as they
/// are: a row of the file finds its name without a text being made.
struct EntryHash {
  private var state = Self.seed

  /// Another one in each process, so that no file can be made to have collisions.
  private static let seed = UInt.random(in: .min ... .max)

  static func of(_ path: ScopePath, _ key: String) -> UInt {
    var hash = EntryHash()
    for component in path.components {
      switch component {
      case .tab(let name):
        hash.add(2)
        hash.add(name)
      case .nested(let kind, let id):
        hash.add(3)
        hash.add(kind)
        hash.add(id)
      }
    }
    hash.add(1)
    hash.add(key)
    return hash.value
  }

  /// Of a stored key, without its session.
  static func of(_ bytes: [UInt8], _ range: Range<Int>) -> UInt {
    var hash = EntryHash()
    for index in range.dropFirst(KeyTemplate.sessionBytes) { hash.add(bytes[index]) }
    return hash.value
  }

  private mutating func add(_ byte: UInt8) { state = (state ^ UInt(byte)) &* 0x100_0000_01B3 }

  private mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0)
    add(1)
  }

  private var value: UInt { state ^ state >> 29 }
}
