import Foundation
import SceneState
import Testing

/// A key changes its type between two versions of an app: what is read, and what is set aside.
struct TypeChangeTests {
  private enum Mood: String, Codable { case glad, sad }

  private struct Before: Codable, Equatable {
    var size = 0.0
    var note: String?
  }

  private struct After: Codable, Equatable {
    var size = 0
    var note = ""
  }

  /// Writes a value where another one is the default, reads it as another type in a later process.
  private func change<Old: Codable & Sendable, New: Codable & Sendable>(
    _ value: Old, insteadOf old: Old, to new: New, _ migrations: [KeyMigration<New>] = []
  ) throws -> (value: New, problem: SceneProblem?, setAside: Int) {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[SceneKey("key", default: old)] = value }
    return try folder.withStore { store in
      let key = SceneKey(
        "key", default: new, version: migrations.isEmpty ? 1 : 2, migrations: migrations)
      let result = store.scene("A")[key]
      try store.flush()
      return (result, store.scene("A").facts(of: key).problem, store.setAsideCount)
    }
  }

  private func isRead<Old: Codable & Sendable, New: Codable & Sendable & Equatable>(
    _ value: Old, insteadOf old: Old, as wanted: New, default new: New,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let (result, problem, setAside) = try change(value, insteadOf: old, to: new)
    #expect(result == wanted, sourceLocation: location)
    #expect(problem == nil && setAside == 0, sourceLocation: location)
  }

  private func isSetAside<Old: Codable & Sendable, New: Codable & Sendable & Equatable>(
    _ value: Old, insteadOf old: Old, default new: New, _ detail: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let (result, problem, setAside) = try change(value, insteadOf: old, to: new)
    #expect(result == new, sourceLocation: location)
    #expect(problem?.code == .valueNotReadable, sourceLocation: location)
    #expect(problem?.detail == detail, sourceLocation: location)
    #expect(setAside == 1, sourceLocation: location)
  }

  @Test func `what becomes optional, or an exact number with a fraction, is read`() throws {
    try isRead("a", insteadOf: "", as: Optional("a"), default: nil)
    try isRead(3, insteadOf: 0, as: 3.0, default: 0)
    try isRead(3, insteadOf: 0, as: Int8(3), default: 0)
    try isRead([3], insteadOf: [], as: [3.0], default: [])
    try isRead(["a"], insteadOf: [], as: [Optional("a")], default: [])
    try isRead(["a": 3], insteadOf: [:], as: ["a": Optional(3.0)], default: [:])
  }

  @Test func `what was optional is not read as a plain value, though the bytes would be`() throws {
    try isSetAside(
      Optional("a"), insteadOf: nil, default: "", "stored as string?, read as string")
    try isSetAside(Optional(3), insteadOf: nil, default: 0.5, "stored as int?, read as double")
    try isSetAside(
      [Optional("a")], insteadOf: [], default: ["b"], "stored as [string?], read as [string]")
    try isSetAside(
      Optional(Mood.glad), insteadOf: nil, default: Mood.sad, "stored as Mood?, read as Mood")
  }

  @Test func `a number with a fraction is no integer, also in a list and a dictionary`() throws {
    try isSetAside(3.0, insteadOf: 0, default: 1, "stored as double, read as int")
    try isSetAside([3.0], insteadOf: [], default: [1], "stored as [double], read as [int]")
    try isSetAside(
      ["a": [3.0]], insteadOf: [:], default: ["b": [1]],
      "stored as {string: [double]}, read as {string: [int]}")
    try isSetAside(
      [Date(timeIntervalSinceReferenceDate: 3)], insteadOf: [], default: [1.5],
      "stored as [date], read as [double]")
  }

  @Test func `of types that the format has no word for decoding decides`() throws {
    try isRead("glad", insteadOf: "", as: Mood.glad, default: .sad)
    try isRead(Mood.glad, insteadOf: .sad, as: "glad", default: "")
    try isRead(
      Before(size: 3, note: "a"), insteadOf: Before(), as: After(size: 3, note: "a"),
      default: After())
  }

  @Test func `a migration reads what the change alone does not`() throws {
    let migration = KeyMigration<String>.from(1, as: String?.self) { $0 ?? "nothing" }
    let result = try change(Optional("a"), insteadOf: nil, to: "", [migration])
    #expect(result.value == "a" && result.problem == nil && result.setAside == 0)
  }

  @Test func `a value that was set aside for its type is back when the type is`() throws {
    let folder = try StoreFolder()
    let (optional, plain) = (SceneKey<String?>("key", default: nil), SceneKey("key", default: ""))
    try folder.withStore { $0.scene("A")[optional] = "a" }
    try folder.withStore { store in
      #expect(store.scene("A")[plain] == "")
    }
    try folder.withStore { store in
      #expect(store.scene("A")[optional] == "a")
      try store.flush()
      #expect(store.setAsideCount == 0)
    }
  }
}
