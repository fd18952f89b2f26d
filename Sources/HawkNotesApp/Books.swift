package import SceneLifecycle

/// The books of Hawk Notes: one tab each.
package nonisolated enum BookTab: String, Codable, Sendable, CaseIterable {
  case hawk, raven, swift

  package var title: String {
    switch self {
    case .hawk: "The Good Hawk"
    case .raven: "The Broken Raven"
    case .swift: "The Burning Swift"
    }
  }
}

/// Somebody in a book: what a drag carries from window to window.
package nonisolated struct Character: Codable, Hashable, Sendable {
  package var id: String
  package var name: String
  package var book: BookTab

  package init(id: String, name: String, book: BookTab) {
    (self.id, self.name, self.book) = (id, name, book)
  }

  /// Everybody who can be dragged, by identifier.
  package static let all = [
    Character(id: "jaime", name: "Jaime", book: .hawk),
    Character(id: "lady-beatrice", name: "Lady Beatrice", book: .swift),
    Character(id: "rhona", name: "Rhona", book: .hawk),
    Character(id: "tala", name: "Tala", book: .raven),
  ]
}

extension ActivityType where Payload == Character {
  /// Shows a character in the book that the character belongs to.
  package static var character: Self { .init("com.example.hawknotes.character") }
}

extension Character {
  /// What a drag of this character carries.
  package func dragItem() throws(ActivityError) -> DragItem {
    DragItem(
      try UserActivity(.character, payload: self, title: name, target: "character/\(id)"))
  }
}
