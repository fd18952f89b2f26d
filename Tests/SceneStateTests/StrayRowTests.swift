import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools
import Testing

/// Rows that nobody can ask for, because a bit of their name flipped.
@Suite struct StrayRowTests {
  private let draft = SceneKey("draft", default: "default")
  private let title = SceneKey("title", default: "")

  /// A store of which one bit of the stored key of a value of `A` is flipped in the file.
  private func sample(
    flip index: Int, _ bit: UInt8 = 1, of name: String = "draft"
  ) throws -> StoreFolder {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("A")[draft] = "text"
      store.scene("A")[title] = "sound"
      store.scene("B")[draft] = "other"
    }
    let key = try #require(
      StoredKey.bytes(of: ValueAddress(session: 1, path: .root, key: name)))
    let path = folder.store.appending(path: "data.mdb")
    var data = try Data(contentsOf: path)
    var from = data.startIndex
    var flips = 0
    // Old pages have it too.
    while let found = data.range(of: Data(key), in: from..<data.endIndex) {
      data[found.lowerBound + index] ^= bit
      from = found.upperBound
      flips += 1
    }
    try #require(flips > 0)
    try data.write(to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.path)
    return folder
  }

  @Test func `a value under another name is told and noted when its scene is read`() throws {
    // The last letter: the order of the keys stays.
    let folder = try sample(flip: 9)
    // Commits by itself much later than this looks: a commit tells of it, too.
    try folder.withStore(.init(commitDelay: .seconds(60))) { store in
      #expect(store.scene("A")[title] == "sound")
      #expect(store.reportedProblems == [], "it may be the value of a key that comes later")
      #expect(store.scene("A")[draft] == "default")
      #expect(store.reportedProblems.count == 1, "the word comes with the value that is missed")
      try store.flush()
      let problem = try #require(store.reportedProblems.first)
      #expect(store.reportedProblems.count == 1)
      #expect(problem.code == .valueNotReadable && problem.address == "A/drafu")
      #expect(problem.detail.contains("its name may be what is damaged"))
      #expect(store.setAsideCount == 1)
    }
    // Once is enough, and the bytes are still there.
    try folder.withStore { store in
      #expect(store.scene("A")[draft] == "default")
      try store.flush()
      #expect(store.reportedProblems == [])
      #expect(try store.inspect().entries.map(\.address).contains("A/drafu"))
    }
  }

  @Test func `a value whose name is no address is moved away and told`() throws {
    // The mark between session and name, of the last value: the order of the keys stays.
    let folder = try sample(flip: 4, 0x80, of: "title")
    let examination = try StoreInspector.examine(folder.store.path)
    guard examination.findings.allSatisfy({ $0.area != .structure }) else {
      return #expect(Bool(false), "\(examination.findings)")
    }
    try folder.withStore { store in
      #expect(store.scene("A")[draft] == "text")
      try store.flush()
      let problem = try #require(store.reportedProblems.first)
      #expect(problem.address == "A")
      #expect(problem.detail == "1 value stood under a damaged name and is set aside")
      #expect(store.setAsideCount == 1)
      store.scene("A")[title] = "new"
    }
    #expect(try StoreInspector.examine(folder.store.path).isSound)
    try folder.withStore { #expect($0.scene("A")[title] == "new") }
  }

  @Test func `a damaged value that a declaration asks for is told by it alone`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("A")[draft] = "text"
      try store.flush()
      let address = try #require(store.scene("A").valueAddress(of: "draft"))
      try store.corrupt(address, flippingLowestBits: 1)
    }
    try folder.withStore { store in
      #expect(store.scene("A")[draft] == "default")
      try store.flush()
      #expect(store.reportedProblems.map(\.address) == ["A/draft"])
      #expect(store.reportedProblems[0].declaredAt != nil)
      #expect(store.setAsideCount == 1)
    }
  }
}
