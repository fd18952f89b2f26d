import Foundation
import SceneState
import StoreFormat
import Testing

/// Stored bytes that are not what they should be, as another program or another version left them.
@Suite struct BadPayloadTests {
  private struct Note: Codable, Hashable {
    var title = "none"
    var stars = 0
    var score = 0.0
  }

  private static let note = SceneKey("value", default: Note())

  private static let badNotes: [[UInt8]] =
    [
      #"{"title":"x","stars":99999999999999999999,"score":1}"#,
      #"{"title":"x","stars":1,"score":1e400}"#,
      #"{"title":"\ud800","stars":1,"score":1}"#,
      #"{"title":"x","stars":"1","score":1}"#,
      #"{"title":"x","stars":1.5,"score":1}"#,
      #"{"title":"x","stars":1}"#,
      #"{"title":"x","stars":1,"score":1"#,
      #"{"title":"x","stars":1,"score":1}}"#,
      "[]", "null", "", "bplist00",
      String(repeating: "[", count: 10_000),
      String(repeating: #"{"title":"#, count: 600),
    ].map { Array($0.utf8) } + [Array(#"{"title":""#.utf8) + [0xFF, 0xC0] + Array(#""}"#.utf8)]

  @Test(arguments: badNotes)
  func `stored JSON that is not sound gives the default and stays`(payload: [UInt8]) throws {
    try expectUnreadable(Self.note, tag: 10, payload)
  }

  @Test func `stored scalars that are not sound give the default and stay`() throws {
    try expectUnreadable(SceneKey("value", default: true), tag: 1, [2])
    try expectUnreadable(SceneKey("value", default: true), tag: 1, [])
    try expectUnreadable(SceneKey("value", default: 7), tag: 2, [0, 0, 1])
    try expectUnreadable(SceneKey("value", default: Int8(7)), tag: 2, [0, 0, 0, 0, 0, 0, 1, 0])
    try expectUnreadable(SceneKey("value", default: 7), tag: 3, [UInt8](repeating: 255, count: 8))
    try expectUnreadable(SceneKey("value", default: 7.0), tag: 4, [1, 2, 3])
    try expectUnreadable(SceneKey("value", default: "text"), tag: 5, [0xFF, 0xFE])
    try expectUnreadable(
      SceneKey("value", default: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")), tag: 8,
      [UInt8](repeating: 1, count: 15))
    try expectUnreadable(
      SceneKey("value", default: Date(timeIntervalSince1970: 0)), tag: 9, [1, 2, 3, 4, 5, 6, 7])
    try expectUnreadable(SceneKey("value", default: "text"), tag: 200, Array("text".utf8))
  }

  @Test func `of two fields with one name the first counts`() throws {
    let folder = try StoreFolder()
    try store(#"{"title":"first","title":"second","stars":1,"score":1}"#.utf8, in: folder)
    try folder.withStore { store in
      #expect(store.scene("A")[Self.note].title == "first")
      #expect(store.reportedProblems == [])
    }
  }

  private func expectUnreadable<Value: Equatable>(
    _ key: SceneKey<Value>, tag: UInt8, _ payload: [UInt8]
  ) throws {
    let folder = try StoreFolder()
    try store(payload, tag: tag, in: folder)
    try folder.withStore { store in
      let scene = store.scene("A")
      #expect(scene[key] == key.defaultValue)
      #expect(scene.facts(of: key).problem?.code == .valueNotReadable, "\(tag) \(payload)")
      #expect(store.reportedProblems.map(\.code) == [.valueNotReadable])
      try store.flush()
      let entry = try store.inspect().entries.first { $0.key == "value" }
      #expect(entry?.value == EncodedValue(tag: tag, payload: payload))
    }
  }

  /// Leaves bytes in the store as another program would.
  private func store(
    _ payload: some Sequence<UInt8>, tag: UInt8 = 10, in folder: StoreFolder
  ) throws {
    try folder.withStore { store in
      store.scene("A")[SceneKey("other", default: 0)] = 1
      try store.flush()
      try store.writeAsForeigner(
        ValueAddress(session: 1, path: .root, key: "value"),
        EncodedValue(tag: tag, payload: Array(payload)), appVersion: 1)
    }
  }
}
