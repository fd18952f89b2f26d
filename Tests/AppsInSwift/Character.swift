public import SceneLifecycle

/// A character of one of the books.
public struct Character: Codable, Hashable, Sendable {
  public var id: String
  public var name: String
  public var book: String

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
