public import FoundationEssentials

/// A coding of your own: a value to bytes and back.
///
/// What `decode` throws makes the stored bytes unreadable: the default is used and the bytes are
/// kept. What `encode` throws refuses the write: the old value stays.
///
/// ```swift
/// let coding = ValueCoding<Character>(
///   encode: { Data($0.name.utf8) },
///   decode: { Character(name: String(decoding: $0, as: UTF8.self)) })
/// ```
public struct ValueCoding<Value: Sendable>: Sendable {
  let typed: TypedCoding<Value>

  /// Makes a coding of two functions.
  public init(
    encode: @escaping @Sendable (Value) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> Value
  ) {
    typed = .custom(encode: encode, decode: decode)
  }
}
