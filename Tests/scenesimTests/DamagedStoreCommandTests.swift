import Foundation
import SceneState
import Testing
import SceneCommands

/// Check, ls and repair on damaged stores: no crash, no hang, and never a wrong answer as a right
/// one.
struct DamagedStoreCommandTests {
  /// How many; `Scripts/soak damage` takes more.
  private static let count = setting("SCENE_STORAGE_SOAK_DAMAGED") ?? 100
  /// The first of them; each seed is a store, the next one another.
  private static let first = setting("SCENE_STORAGE_SEED") ?? 1

  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test(.timeLimit(.minutes(60)))
  func `every damaged store gets an honest answer`() throws {
    let stores = try DamagedStores()
    var answers: [String: UInt64] = [:]
    for seed in Self.first..<Self.first + Self.count {
      let store = try stores.make(seed)
      let what = "seed \(seed), \(store.words)"
      let check = Harness().run("store", "check", store.path)
      #expect([.success, .no, .unusable].contains(check.code), "\(what)\n\(check)")
      let list = Harness().run("store", "ls", store.path, "--plain")
      #expect([.success, .no, .unusable].contains(list.code), "\(what)\n\(list)")
      if list.code == .success { judge(list, store, what) }
      // A damaged number of a version makes the store look like one of a newer version.
      if check.code == .success, !list.errors.contains("[newer-format]") {
        let found = OriginalStore.listing(list.output)
        let differing = found.symmetricDifference(store.original.truth)
        #expect(list.code == .success, "\(what)\n\(list)")
        expectNone(differing, what)
      }
      try repair(store, what)
      answers["\(check.code)", default: 0] += 1
      stores.remove(store.path)
      stores.remove(store.path + ".repaired")
    }
    // Damage that nobody can see (in a free page) and damage that everybody can.
    if Self.count >= 100 { #expect(answers["no", default: 0] > Self.count / 3, "\(answers)") }
  }

  @Test func `the same seed gives the same store`() throws {
    let (one, other) = (try DamagedStores(), try DamagedStores())
    for seed in [UInt64](1...20) {
      let (first, second) = (try one.make(seed), try other.make(seed))
      #expect(first.words == second.words)
      #expect(first.original.bytes == second.original.bytes, "\(first.words)")
      let files = try [first, second].map {
        try Data(contentsOf: URL(filePath: $0.path + "/data.mdb"))
      }
      #expect(files[0] == files[1], "\(first.words)")
    }
  }

  @Test func `the stores that are damaged have a history`() throws {
    let folder = try TemporaryFolder()
    for content in OriginalStore.Content.allCases {
      let store = try OriginalStore(content, in: folder.file("\(content)"))
      #expect(!store.truth.isEmpty, "\(content)")
      let isOlderKnown = store.history.isStrictSuperset(of: store.truth)
      #expect(isOlderKnown, "\(content)")
      let check = Harness().run("store", "check", folder.file("\(content)"))
      #expect(check.code == .success, "\(content)\n\(check)")
    }
  }

  /// A few of the values tell more than all of them.
  private func expectNone(_ values: OriginalStore.Listing, _ what: String) {
    let count = values.count
    #expect(count == 0, "\(what)\n\(values.sorted().prefix(5).joined(separator: "\n"))")
  }

  /// What is listed without a word is what is in the store; with a warning it once was.
  private func judge(
    _ list: Harness.Result, _ store: DamagedStores.DamagedStore, _ what: String
  ) {
    let found = OriginalStore.listing(list.output)
    let truth = store.original.truth
    let isWhole = list.output.split(separator: "\n").count == found.count
    if list.errors.isEmpty {
      expectNone(found.subtracting(truth), what)
      if isWhole { #expect(found.count == truth.count, "\(what)") }
    } else {
      // Of a scene whose record is lost only the number is known, and shown as such.
      let wrong = found.filter { !$0.hasPrefix("#") }.subtracting(store.original.history)
      expectNone(wrong, "\(what)\n\(list.errors)")
    }
  }

  /// A repaired store is sound, and holds only what was once there.
  private func repair(_ store: DamagedStores.DamagedStore, _ what: String) throws {
    let goal = store.path + ".repaired"
    let file = URL(filePath: store.path + "/data.mdb")
    let before = try Data(contentsOf: file)
    let repair = Harness().run("store", "repair", store.path, "-o", goal)
    #expect([.success, .no, .unusable].contains(repair.code), "\(what)\n\(repair)")
    #expect(try Data(contentsOf: file) == before, "\(what)")
    guard repair.code != .unusable else {
      #expect(!FileManager.default.fileExists(atPath: goal), "\(what)\n\(repair)")
      return
    }
    let check = Harness().run("store", "check", goal)
    // What a newer version may have written is kept, and both say so.
    let isNewer = repair.code == .no && check.output.contains("of a newer version")
    #expect(check.code == (isNewer ? .no : .success), "\(what)\n\(repair)\n\(check)")
    // A scene whose name nothing proves is told; it may be another's.
    let doubtful = repair.output.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /unproved +(.+): the name may be another scene's/).map { "\($0.1)\t" }
    }
    // A scene whose record is lost has its values under a name made of its number.
    let renamed = repair.output.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /found +(recovered-\d+): its values are back, its record is lost/)
        .map { "\($0.1)\t" }
    }
    let all = OriginalStore.listing(Harness().run("store", "ls", goal, "--plain").output)
      .filter { entry in !doubtful.contains { entry.hasPrefix($0) } }
    let found = all.filter { entry in !renamed.contains { entry.hasPrefix($0) } }
    expectNone(found.subtracting(store.original.history), "\(what)\n\(repair)")
    expectNone(
      Set(all.subtracting(found).map(Self.withoutScene))
        .subtracting(store.original.history.map(Self.withoutScene)), "\(what)\n\(repair)")
    if repair.code == .success {
      expectNone(found.symmetricDifference(store.original.truth), "\(what)\n\(repair)")
    }
  }

  /// A line of a listing without the scene that it begins with.
  private static func withoutScene(_ entry: String) -> String {
    String(entry.drop { $0 != "\t" })
  }
}
