#if Roaming
  internal import CSodium

  /// Seals what leaves this machine, by libsodium's XChaCha20-Poly1305, and opens what comes back.
  ///
  /// Sealed bytes are a mark, which key it was, a nonce, and the rest. The key under which they stand
  /// in the cluster is authenticated with them: who moves a part to another scene, epoch or tick has
  /// made one that does not open.
  struct Seal: Sealing {
    private struct Key: Sendable {
      /// What everybody may know it by.
      let name: [UInt8]
      let secret: [UInt8]
    }

    private static let mark: [UInt8] = [0x53, 0x53, 0x4c, 0x01]
    private static let nameBytes = 8
    private static let nonceBytes = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagBytes = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
    private static let headerBytes = mark.count + nameBytes + nonceBytes

    private let keys: [Key]
    private let newest: Key
    private let namesSecret: [UInt8]

    /// A seal by the newest of some keys, which stands last; nil without keys.
    init?(_ keys: [Roaming.SealingKey]) throws(RoamingProblem) {
      // Done once, whoever is first: a global of Swift is made under a lock.
      guard Self.isSetUp else {
        throw RoamingProblem(.sealed, detail: "libsodium finds no source of random numbers")
      }
      self.keys = keys.map { key in
        Key(
          name: Self.derived(key, number: 1, Self.nameBytes), secret: Self.derived(key, number: 2))
      }
      guard let newest = self.keys.last, let oldest = keys.first else { return nil }
      self.newest = newest
      namesSecret = Self.derived(oldest, number: 3)
    }

    private static let isSetUp = sodium_init() >= 0

    func hidden(_ name: String) -> String {
      let text = Array(name.utf8)
      var bytes = [UInt8](repeating: 0, count: 16)
      _ = unsafe crypto_generichash(
        &bytes, bytes.count, text, UInt64(text.count), namesSecret, namesSecret.count)
      return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    func sealed(_ bytes: [UInt8], under address: [UInt8]) -> [UInt8] {
      var nonce = [UInt8](repeating: 0, count: Self.nonceBytes)
      unsafe randombytes_buf(&nonce, nonce.count)
      var body = [UInt8](repeating: 0, count: bytes.count + Self.tagBytes)
      _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
        &body, nil, bytes, UInt64(bytes.count), address, UInt64(address.count), nil, nonce,
        newest.secret)
      return Self.mark + newest.name + nonce + body
    }

    func opened(_ sealed: [UInt8], under address: [UInt8]) throws(RoamingProblem) -> [UInt8] {
      guard sealed.count >= Self.headerBytes + Self.tagBytes, sealed.starts(with: Self.mark) else {
        throw RoamingProblem(.sealed, detail: "what stands there was not sealed")
      }
      let name = sealed[Self.mark.count...].prefix(Self.nameBytes)
      guard let key = keys.first(where: { name.elementsEqual($0.name) }) else {
        throw RoamingProblem(.sealed, detail: "it was sealed by a key that is not given here")
      }
      let nonce = Array(sealed[(Self.headerBytes - Self.nonceBytes)..<Self.headerBytes])
      let body = Array(sealed[Self.headerBytes...])
      var bytes = [UInt8](repeating: 0, count: body.count - Self.tagBytes)
      let result = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
        &bytes, nil, nil, body, UInt64(body.count), address, UInt64(address.count), nonce,
        key.secret)
      guard result == 0 else {
        throw RoamingProblem(.sealed, detail: "somebody changed it, or put it there from elsewhere")
      }
      return bytes
    }

    private static func derived(
      _ key: Roaming.SealingKey, number: UInt64, _ count: Int = 32
    ) -> [UInt8] {
      // A key for each purpose; libsodium derives 16 bytes at least.
      var bytes = [UInt8](repeating: 0, count: max(count, 16))
      _ = unsafe crypto_kdf_derive_from_key(&bytes, bytes.count, number, "scenes-1", key.bytes)
      return Array(bytes.prefix(count))
    }
  }
#endif
