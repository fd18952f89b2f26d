public import SceneLifecycle

/// A character of one of the books.
public struct Character: Codable, Hashable, Sendable {
  /// The identifier.
  public var id: String
  /// The name as it is shown.
  public var name: String
  /// The tab of the book.
  public var book: String

  /// Makes a character.
  public init(id: String, name: String, book: String) {
    self.id = id
    self.name = name
    self.book = book
  }
}

extension ActivityType where Payload == Character {
  /// A character that somebody drags, hands over or looks up.
  public static var character: Self { .init("com.example.hawknotes.character") }
}
