/// One stored value as the inspector lists it, undecoded.
///
/// ```swift
/// for entry in scope.entries { print(entry.address, entry.type, entry.bytes) }
/// ```
public struct StoredEntry: Hashable, Sendable {
  /// The address, for example `A/hawk/draft`.
  public let address: String
  /// The type's name as it was declared when the value was written.
  public let type: String
  /// The payload's size.
  public let bytes: Int
  /// The number of the transaction that wrote it.
  public let transaction: UInt64
  /// The scene's identifier; nil for the app's values.
  public let scene: SceneID?
  /// Where below the scene the value lives.
  package let path: ScopePath
  /// The key's name.
  public let key: String
  /// The version of the key when the value was written.
  public let version: Int
  /// The bytes and their coding; nil if the envelope is damaged.
  package let value: EncodedValue?

  /// The value as JSON text; nil if the envelope is damaged.
  public var json: String? { value?.jsonText }
}
