import Foundation
import LMDB
import SceneState
import StoreFormat
import Synchronization
import Testing

/// How a store comes to know that others committed, while somebody observes.
@Suite(.timeLimit(.minutes(30))) struct OutsideHearingTests {
  private static let draft = SceneKey("draft", default: "")

  /// Opens a store whose draft is observed; all it is told is kept.
  private static func observed(_ folder: StoreFolder) throws -> (store: SceneStore, told: Told) {
    let store = try folder.open()
    store.scene("A")[draft] = "ours"
    try store.flush()
    return (store, Told(store.scene("A")))
  }

  private static func write(_ text: String, to store: SceneStore) throws {
    let address = try #require(store.scene("A").valueAddress(of: "draft"))
    try store.writeAsForeigner(
      address, EncodedValue(tag: 5, payload: Array(text.utf8)), appVersion: 1)
  }

  private final class Told: Sendable {
    private let texts = Mutex<[String]>([])
    private let subscriptions = Mutex<[KeptSubscription]>([])

    init(_ scope: SceneScope) {
      let kept = KeptSubscription(
        scope.observe(OutsideHearingTests.draft) { [weak self] text in
          self?.texts.withLock { $0.append(text) }
        })
      subscriptions.withLock { $0 = [kept] }
    }

    func end() { subscriptions.withLock { $0 = [] } }

    func hears(_ text: String) async {
      while !texts.withLock({ $0.contains(text) }) { await Task.yield() }
    }
  }

  /// How often a thread of this process fell asleep so far.
  private static func sleeps(of thread: String) throws -> Int {
    let tasks = URL(filePath: "/proc/self/task")
    for task in try FileManager.default.contentsOfDirectory(
      at: tasks, includingPropertiesForKeys: nil)
    {
      let status = try String(contentsOf: task.appending(path: "status"), encoding: .utf8)
      guard status.hasPrefix("Name:\t\(thread)\n") else { continue }
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return try #require(line?.split(separator: "\t").last.flatMap { Int($0) })
    }
    throw CocoaError(.fileNoSuchFile)
  }

  @Test func `a store that is observed sleeps until somebody writes`() async {
    await #expect(processExitsWith: .success) {
      let folder = try StoreFolder()
      let (store, told) = try Self.observed(folder)
      // What is ours is written, and seen to be.
      try Self.write("first", to: store)
      await told.hears("first")
      pause(.milliseconds(500))
      let before = try Self.sleeps(of: "scene-commit")
      pause(.seconds(2))
      let slept = try Self.sleeps(of: "scene-commit") - before
      // A thread that looks falls asleep 40 times in that time.
      guard slept <= 4 else { fatalError("it was awake \(slept) times") }
      try Self.write("second", to: store)
      await told.hears("second")
      told.end()
      store.close()
    }
  }

  @Test func `a file that was built anew is heard of as well`() async throws {
    let folder = try StoreFolder()
    let (store, told) = try Self.observed(folder)
    try Self.write("before", to: store)
    await told.hears("before")
    try store.purge()
    try Self.write("after", to: store)
    await told.hears("after")
    #expect(store.remarks.filter { $0.code == .looksOften }.isEmpty)
    told.end()
    store.close()
  }

  @Test func `where the system tells nobody the store looks and says so`() async {
    await #expect(processExitsWith: .success) {
      let folder = try StoreFolder()
      let store = try folder.open()
      store.scene("A")[Self.draft] = "ours"
      try store.flush()
      // The files are open; no other one can be.
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 3
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let told = Told(store.scene("A"))
      while !store.remarks.contains(where: { $0.code == .looksOften }) { await Task.yield() }
      try Self.write("theirs", to: store)
      await told.hears("theirs")
      guard store.remarks.count(where: { $0.code == .looksOften }) == 1 else {
        fatalError("it is said again and again")
      }
      told.end()
      store.close()
    }
  }

  @Test func `a store that nobody observes any more hears nothing`() async throws {
    let folder = try StoreFolder()
    let (store, told) = try Self.observed(folder)
    try Self.write("heard", to: store)
    await told.hears("heard")
    told.end()
    store.scene("A")[Self.draft] = "ours again"
    try store.flush()
    try Self.write("not heard", to: store)
    #expect(store.scene("A")[Self.draft] == "ours again")
    store.refresh()
    #expect(store.scene("A")[Self.draft] == "not heard")
    store.close()
  }
}
