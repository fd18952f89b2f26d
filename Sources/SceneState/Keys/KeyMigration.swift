package import StoreFormat

/// One step from what older versions stored to what the key means now.
///
/// A migration runs once: its result is stored in the next transaction. If it throws, the value
/// counts as unreadable and its bytes stay.
///
/// ```swift
/// SceneKey<Country?>("country", default: nil, version: 3, migrations: [
///   .from(1, as: CountryV1.self) { Country(name: $0.name, flag: "?") },
///   .formerly("land", in: .scene),
/// ])
/// ```
public struct KeyMigration<Value: Sendable>: Sendable {
  enum Kind: Sendable {
    case convert(version: Int, @Sendable (EncodedValue) throws -> Value)
    case former(name: String?, scope: ScopeSelector?)
    case derived(key: String, @Sendable (EncodedValue) throws -> Value)
  }

  let kind: Kind

  /// Decodes a value of an older version as its old type and converts it.
  public static func from<Old: Codable & Sendable>(
    _ version: Int, as old: Old.Type, _ convert: @escaping @Sendable (Old) throws -> Value
  ) -> Self {
    let coding = TypedCoding<Old>.codable(old)
    return Self(
      kind: .convert(version: version) { encoded in try convert(coding.decode(encoded)) })
  }

  /// Takes the first value from another key of the same scope, which keeps its own.
  ///
  /// It is looked at while nothing is stored here, and what it comes to is stored. A reset stores the
  /// default as long as the other key has a value, so that the first value does not come again.
  ///
  /// ```swift
  /// SceneKey("expanded", default: false, migrations: [
  ///   .derived(from: "windowState", as: WindowState.self) { $0.isExpanded },
  /// ])
  /// ```
  public static func derived<Old: Codable & Sendable>(
    from key: String, as old: Old.Type, _ convert: @escaping @Sendable (Old) throws -> Value
  ) -> Self {
    let coding = TypedCoding<Old>.codable(old)
    return derived(from: key) { try convert(coding.decode($0)) }
  }

  package static func derived(
    from key: String, _ convert: @escaping @Sendable (EncodedValue) throws -> Value
  ) -> Self {
    Self(kind: .derived(key: key.normalFormC, convert))
  }

  /// Says that the key had another name or scope; a scene's value goes to the selected tab.
  public static func formerly(_ name: String? = nil, in scope: ScopeSelector? = nil) -> Self {
    Self(kind: .former(name: name.map(\.normalFormC), scope: scope))
  }
}

/// What an app's newer version makes of a value that an older one stored; nil leaves it as it is.
package typealias AppMigration =
  @Sendable (_ stored: EncodedValue, _ appVersion: UInt32) throws(CodingProblem) -> EncodedValue?
