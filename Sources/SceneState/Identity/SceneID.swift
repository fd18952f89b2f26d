/// A window's persistent identifier, any Unicode text of at most 255 UTF-8 bytes.
///
/// Mirrors `UISceneSession.persistentIdentifier`. Two identifiers are equal when their texts are
/// equal in Unicode normal form C. A longer text is refused when the scene is first written
/// (problem `name-too-long`); nothing is cut.
///
/// ```swift
/// let window = store.scene("main-window")
/// ```
public struct SceneID: RawRepresentable, Hashable, Codable, Sendable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  /// The text as the caller gave it.
  public var rawValue: String

  /// Makes an identifier of a text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes an identifier of a literal.
  public init(stringLiteral value: String) { rawValue = value }

  /// The text itself.
  public var description: String { rawValue }
}

extension SceneID {
  /// The most bytes of an identifier; it has to fit LMDB's keys.
  package static let byteLimit = 255

  var isTooLong: Bool { rawValue.utf8.count > Self.byteLimit }
}
