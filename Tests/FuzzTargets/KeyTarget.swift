import SceneState
import StoreFormat

extension FuzzTarget {
  /// Stored keys: every address has one, no two have the same, and any bytes may be read.
  static let key = FuzzTarget(
    name: "key",
    run: { input in
      if let address = StoredKey.address(of: input, names: nil),
        StoredKey.bytes(of: address) != input
      {
        return "the bytes of a key's address are not the key"
      }
      // The same bytes as the parts of an address.
      let text = String(decoding: input, as: UTF8.self)
      var parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      let key = parts.removeLast()
      let address = ValueAddress(
        session: UInt32(input.count), path: ScopePath(parts.map { .nested(kind: "k", id: $0) }),
        key: key)
      guard let bytes = StoredKey.bytes(of: address) else { return nil }
      guard (1...511).contains(bytes.count) else { return "a key has \(bytes.count) bytes" }
      let names = StoredKey.names(of: address)
      guard let back = StoredKey.address(of: bytes, names: names) else {
        return "a key has no address"
      }
      return StoredKey.bytes(of: back) == bytes ? nil : "the way there and back leads elsewhere"
    },
    make: { random in
      if random.oneIn(2) {
        let parts = (0...random.number(below: 9)).map { _ in random.text() }
        return Array(parts.joined(separator: "/").utf8)
      }
      let path: [ScopePath.Component] = (0..<random.number(below: 3)).map { _ in
        random.oneIn(2) ? .tab(random.text()) : .nested(kind: random.text(), id: random.text())
      }
      let address = ValueAddress(
        session: UInt32(random.number(below: 9)), path: ScopePath(path), key: random.text())
      return random.damaged(StoredKey.bytes(of: address) ?? random.bytes(20))
    })
}
