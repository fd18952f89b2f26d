import FaultyCalls
import Foundation
import LMDB
import SceneState
import Synchronization
import Testing

/// A store whose file fails in the middle of a commit, in a process of its own.
@Suite struct StorePanicTests {
  @Test func `a commit that fails in panic is reported, kept and written after the reopening`()
    async throws
  {
    let folder = try DurabilityFolder()
    await #expect(processExitsWith: .success) { [path = folder.store as String] in
      let draft = SceneKey("draft", default: "")
      let store = try SceneStore.open(
        URL(filePath: path), options: .init(commitDelay: .seconds(3600)))
      let scene = store.scene("A")
      store.scene("B").tab("hawk")[draft] = "there"
      scene[draft] = "before"
      try store.flush()
      faulty_fail_first_pages(1, EIO)
      scene[draft] = "waits"
      #expect(throws: SceneProblem.self) { try store.flush() }
      #expect(scene[draft] == "waits")
      #expect(scene.facts(of: draft).problem?.code == .storeNotUsable)
      #expect(store.reportedProblems.map(\.code) == [.storeNotUsable])
      #expect(store.remarks.map(\.code) == [.reopened])
      #expect(try store.inspect().entries.map(\.json) == [#""there""#, #""before""#])
      try store.flush()
      #expect(scene.facts(of: draft).problem == nil)
      #expect(store.remarks.count == 1)
      store.close()
    }
    let again = try SceneStore.open(folder.storeURL)
    #expect(again.scene("A")[SceneKey("draft", default: "")] == "waits")
    #expect(again.scene("B").tab("hawk")[SceneKey("draft", default: "")] == "there")
  }

  @Test func `the committer writes by itself what waited for a disk that failed`() async throws {
    let folder = try DurabilityFolder()
    await #expect(processExitsWith: .success) { [path = folder.store as String] in
      alarm(60)
      let draft = SceneKey("draft", default: "")
      let store = try SceneStore.open(URL(filePath: path), options: .init(commitDelay: .zero))
      let scene = store.scene("A")
      scene[draft] = "before"
      try store.flush()
      // LMDB tries to write the old page back after each failure: two failures a commit.
      faulty_fail_first_pages(4, ENOSPC)
      scene[draft] = "waits"
      while try store.inspect().entries.map(\.json) != [#""waits""#] { usleep(1_000) }
      #expect(store.remarks.map(\.code) == [.reopened, .reopened])
      store.close()
    }
    #expect(
      try SceneStore.open(folder.storeURL).scene("A")[SceneKey("draft", default: "")] == "waits")
  }

  @Test func `a store that cannot be opened again works in memory until it can`() async throws {
    let folder = try DurabilityFolder()
    await #expect(processExitsWith: .success) { [path = folder.store as String] in
      let draft = SceneKey("draft", default: "")
      let isBad = Atomic(false)
      var options = SceneStore.Options(commitDelay: .seconds(3600))
      options.environmentHook = { options in
        options.verify = { _ throws(LMDBError) in
          if isBad.load(ordering: .relaxed) { throw .damaged(reason: "a test says so") }
        }
      }
      do {
        let store = try SceneStore.open(URL(filePath: path), options: options)
        store.scene("A")[draft] = "loaded"
        store.scene("B")[draft] = "not loaded"
        store.close()
      }
      let store = try SceneStore.open(URL(filePath: path), options: options)
      let (loaded, other) = (store.scene("A"), store.scene("B"))
      #expect(loaded[draft] == "loaded")
      isBad.store(true, ordering: .relaxed)
      faulty_fail_first_pages(1, EIO)
      loaded[draft] = "in memory"
      #expect(throws: SceneProblem.self) { try store.flush() }
      #expect(throws: SceneProblem.self) { try store.flush() }
      #expect(loaded[draft] == "in memory")
      // What was not read yet is the default for now, and says why.
      #expect(other[draft] == "")
      #expect(other.facts(of: draft).source == .memory)
      #expect(other.facts(of: draft).problem?.code == .storeNotUsable)
      #expect(other.facts(of: draft).problem?.detail.contains("a test says so") == true)
      store.scene("C")[draft] = "new"
      isBad.store(false, ordering: .relaxed)
      try store.flush()
      #expect(other[draft] == "not loaded")
      #expect(other.facts(of: draft).problem == nil)
      #expect(loaded.facts(of: draft).problem == nil)
      store.close()
    }
    let again = try SceneStore.open(folder.storeURL)
    let draft = SceneKey("draft", default: "")
    #expect(again.scene("A")[draft] == "in memory")
    #expect(again.scene("B")[draft] == "not loaded")
    #expect(again.scene("C")[draft] == "new")
  }

  @Test func `damage that is found when the files are opened again is repaired in place`()
    async throws
  {
    let folder = try DurabilityFolder()
    await #expect(processExitsWith: .success) { [path = folder.store as String] in
      let draft = SceneKey("draft", default: "")
      let store = try SceneStore.open(
        URL(filePath: path), options: .init(commitDelay: .seconds(3600)))
      for number in 0..<40 {
        let key = SceneKey("key-\(number)", default: "")
        store.scene("B")[key] = String(repeating: "\(number % 10)", count: 400)
      }
      try store.flush()
      let loaded = store.scene("A")
      loaded[draft] = "before"
      try store.flush()
      // A page of other values is lost on the disk; nobody reads them now.
      let data = path + "/data.mdb"
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: data)))
      let leaf = try #require(
        (2..<bytes.count / 4096).first { page in
          var broken = bytes
          broken[page * 4096 + 10] = 0
          let page = Data(bytes[page * 4096..<(page + 1) * 4096])
          return page.range(of: Data("draft".utf8)) == nil
            && DataFile(bytes: broken).verdict().newest?.findings.first?.tree == "values"
        })
      let file = try FileHandle(forUpdating: URL(filePath: data))
      try file.seek(toOffset: UInt64(leaf * 4096 + 10))
      try file.write(contentsOf: [0])
      try file.close()
      faulty_fail_first_pages(1, EIO)
      store.scene("C")[draft] = "waits"
      #expect(throws: SceneProblem.self) { try store.flush() }
      let report = try #require(store.recoveryReport)
      // The commit that failed is in doubt, and may be kept.
      #expect([41, 42].contains(report.values), "\(report)")
      #expect(store.reportedProblems.map(\.code) == [.storeRecovered, .storeNotUsable])
      // The same process goes on, with what waited and what was in memory.
      try store.flush()
      #expect(store.condition == .usable)
      #expect(loaded[draft] == "before")
      store.scene("C")[draft] = "later"
      try store.flush()
      #expect(try store.inspect().entries.count == 42)
      store.close()
    }
    let again = try SceneStore.open(folder.storeURL)
    #expect(again.recoveryReport == nil)
    let draft = SceneKey("draft", default: "")
    #expect(again.scene("A")[draft] == "before")
    #expect(again.scene("B")[SceneKey("key-7", default: "")].count == 400)
    #expect(again.scene("C")[draft] == "later")
  }

  @Test(.timeLimit(.minutes(30)))
  func `a scene that could not be read is read by itself when it can`() throws {
    let folder = try DurabilityFolder()
    let draft = SceneKey("draft", default: "")
    do {
      let store = try SceneStore.open(folder.storeURL)
      store.scene("A")[draft] = "stored"
      store.close()
    }
    let store = try SceneStore.open(folder.storeURL, options: .init(commitDelay: .zero))
    defer { store.close() }
    // A file cut short is noticed before it is touched; the bytes come back with its length.
    let data = folder.storeURL.appending(path: "data.mdb")
    let bytes = try Data(contentsOf: data)
    let file = try FileHandle(forUpdating: data)
    try file.truncate(atOffset: 8192)
    let scene = store.scene("A")
    #expect(scene[draft] == "")
    #expect(scene.facts(of: draft).problem?.code == .storeNotUsable)
    let seen = Texts()
    let subscription = scene.observe(draft) { seen.add($0) }
    try file.seek(toOffset: 8192)
    try file.write(contentsOf: bytes[8192...])
    while scene[draft] != "stored" || seen.all != ["stored"] { usleep(1_000) }
    #expect(scene.facts(of: draft).problem == nil)
    withExtendedLifetime(subscription) {}
  }
}
