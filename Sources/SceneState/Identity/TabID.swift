/// A tab's name, any Unicode text.
///
/// Compared in Unicode normal form C, so `é` typed in two ways is one tab.
///
/// ```swift
/// let draft = scene.tab("hawk")[draftKey]
/// ```
public struct TabID: RawRepresentable, Hashable, Codable, Sendable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  /// The name as the caller gave it.
  public var rawValue: String

  /// Makes a tab name of a text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a tab name of a literal.
  public init(stringLiteral value: String) { rawValue = value }

  /// The name itself.
  public var description: String { rawValue }
}
