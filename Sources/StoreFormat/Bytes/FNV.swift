/// The FNV-1a hashes of the format: 32 bits for type names, 128 bits for long texts in keys.
///
/// They are part of the format and therefore never change; they do not resist an attacker,
/// which is why the full texts ride in the envelope and are compared.
package enum FNV {
  package static func hash32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }

  package static func hash128(_ bytes: some Sequence<UInt8>) -> UInt128 {
    bytes.reduce(offset128) { ($0 ^ UInt128($1)) &* prime128 }
  }

  private static let prime128: UInt128 = 1 << 88 | 0x13B
  private static let offset128: UInt128 =
    0x6C62_272E_07BB_0142 << 64 | 0x62B8_2175_6295_C58D

  /// The hash of 128 bits, fed piece by piece.
  ///
  /// NB: a megabyte takes 3 ms; through the generic hash, from another module, it takes 20.
  package struct Digest128: Sendable {
    package private(set) var value = FNV.offset128

    package init() {}

    package mutating func update(_ bytes: [UInt8]) {
      var hash = value
      let prime = FNV.prime128
      for byte in bytes { hash = (hash ^ UInt128(byte)) &* prime }
      value = hash
    }
  }
}
