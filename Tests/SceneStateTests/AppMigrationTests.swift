import SceneState
import StoreFormat
import Synchronization
import Testing

/// Values that an older version of an app stored, read by keys whose types are known at run time.
@Suite struct AppMigrationTests {
  private func options(_ appVersion: UInt32) -> SceneStore.Options {
    var options = SceneStore.Options(commitDelay: .zero, appVersion: appVersion)
    options.recordsCommits = true
    options.commitsByItself = false
    return options
  }

  private func key(_ migrate: @escaping AppMigration) -> SceneKey<String> {
    SceneKey(
      name: "name", default: "none", scope: .scene, coding: .codable(String.self),
      migrate: migrate)
  }

  private func withStored(_ folder: StoreFolder) throws {
    try folder.withStore(options(2)) { $0.scene("A")[key { _, _ in nil }] = "old" }
  }

  @Test func `an older value is migrated once and stored as the app's version`() throws {
    let folder = try StoreFolder()
    try withStored(folder)
    let asked = Counter()
    let upper = key { stored, version throws(CodingProblem) in
      asked.add()
      #expect(version == 2)
      return EncodedValue(tag: stored.tag, payload: stored.payload + [0x21])
    }
    let store = try folder.open(options(3))
    #expect(store.scene("A")[upper] == "old!")
    #expect(store.scene("A").facts(of: upper).isStored)
    try store.flush()
    #expect(store.drainCommitLog().map(\.addressText) == ["A/name"])
    store.close()
    try folder.withStore(options(3)) { store in
      #expect(store.scene("A")[upper] == "old!")
      try store.flush()
      #expect(store.drainCommitLog().isEmpty)
    }
    #expect(asked.value == 1)
  }

  @Test func `nothing to migrate leaves the value as it was written`() throws {
    let folder = try StoreFolder()
    try withStored(folder)
    let asked = Counter()
    let same = key { _, _ throws(CodingProblem) in
      asked.add()
      return nil
    }
    for round in 1...2 {
      try folder.withStore(options(3)) { store in
        #expect(store.scene("A")[same] == "old")
        try store.flush()
        #expect(store.drainCommitLog().isEmpty)
      }
      #expect(asked.value == round)
    }
  }

  @Test func `a migration that gives equal bytes still raises the version`() throws {
    let folder = try StoreFolder()
    try withStored(folder)
    let asked = Counter()
    let same = key { stored, _ throws(CodingProblem) in
      asked.add()
      return stored
    }
    for _ in 1...2 {
      try folder.withStore(options(3)) { #expect($0.scene("A")[same] == "old") }
    }
    #expect(asked.value == 1)
  }

  @Test(arguments: [UInt32(1), 2])
  func `values of this version and of newer ones are not migrated`(version: UInt32) throws {
    let folder = try StoreFolder()
    try withStored(folder)
    let never = key { _, _ throws(CodingProblem) in throw .undecodable("asked") }
    try folder.withStore(options(version)) { store in
      #expect(store.scene("A")[never] == "old")
      #expect(store.reportedProblems.isEmpty)
    }
  }

  @Test func `a migration that fails makes the value unreadable and names the field`() throws {
    let folder = try StoreFolder()
    try withStored(folder)
    let failing = key { _, _ throws(CodingProblem) in
      throw .undecodableField("country.flag", "'x' is no flag")
    }
    try folder.withStore(options(3)) { store in
      #expect(store.scene("A")[failing] == "none")
      let problem = store.scene("A").facts(of: failing).problem
      #expect(problem?.code == .valueNotReadable)
      #expect(problem?.field == "country.flag")
      #expect(problem?.detail == "migration from app version 2 failed: 'x' is no flag")
      try store.flush()
      #expect(store.setAsideCount == 1)
    }
    let healed = key { stored, _ in EncodedValue(tag: stored.tag, payload: stored.payload) }
    try folder.withStore(options(4)) { store in
      #expect(store.scene("A")[healed] == "old")
      try store.flush()
      #expect(store.setAsideCount == 0)
    }
  }
}
