import Foundation
import SceneCommands
import SceneState
import Testing

/// `watch` as a process beside one that writes: how soon it tells, and what it survives.
struct WatchProcessTests {
  private let draft = SceneKey("draft", default: "")

  /// A watch that runs, whose lines are read one at a time.
  private final class Watch {
    private let process = Process()
    private let output = Pipe()
    private var rest = Data()

    init(_ tool: Executable, _ path: String) throws {
      process.executableURL = URL(filePath: tool.path)
      process.arguments = ["store", "watch", path, "--plain"]
      process.standardOutput = output
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      // A line that never comes is a test that fails, and none that waits for ever.
      let pid = process.processIdentifier
      DispatchQueue.global().asyncAfter(deadline: .now() + 120) { kill(pid, SIGINT) }
      // It has looked once when it says so: what comes now is a change.
      _ = errors.fileHandleForReading.availableData
    }

    /// The next line; nil at the end.
    func line() -> String? {
      while true {
        if let end = rest.firstIndex(of: 0x0A) {
          let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
          rest = rest[(end + 1)...]
          return line
        }
        let more = output.fileHandleForReading.availableData
        guard !more.isEmpty else { return nil }
        rest += more
      }
    }

    /// Stops it where it is, for as long as the body takes.
    func stopped(_ body: () throws -> Void) rethrows {
      #expect(process.suspend())
      defer { #expect(process.resume()) }
      try body()
    }

    func end() {
      process.interrupt()
      process.waitUntilExit()
    }
  }

  /// How often it is measured; `SCENE_STORAGE_SOAK_WATCH` takes more.
  private static let count =
    ProcessInfo.processInfo.environment["SCENE_STORAGE_SOAK_WATCH"].flatMap { Int($0) } ?? 20

  @Test(.timeLimit(.minutes(30)))
  func `a change of another process is told, and how soon`() async throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    let store = try SceneStore.open(URL(filePath: path))
    store.scene("A")[draft] = "none"
    try store.flush()
    let watch = try Watch(tool, path)
    defer { watch.end() }
    let clock = ContinuousClock()
    var random = SeededNumbers(seed: 7)
    var waits: [Duration] = []
    for number in 0..<Self.count {
      // At any moment between two looks.
      try await Task.sleep(for: .milliseconds(random.below(60)))
      let start = clock.now
      store.scene("A")[draft] = "text \(number)"
      try store.flush()
      let line = try #require(watch.line())
      waits.append(clock.now - start)
      #expect(line.hasPrefix("change\tvalue\tA/draft\t") && line.contains("text \(number)\""))
    }
    store.close()
    waits.sort()
    let half = waits[waits.count / 2]
    print(
      "watch tells a change after \(waits[0]) at best, \(half) in half of the cases, "
        + "\(waits[waits.count * 9 / 10]) in nine of ten, \(waits[waits.count - 1]) at worst, "
        + "of \(waits.count)")
  }

  /// LMDB writes the page of a commit first, and then says in the lock file that there is one.
  @Test(.timeLimit(.minutes(30)))
  func `a commit that readers do not know yet is told when they do`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    let store = try SceneStore.open(URL(filePath: path))
    store.scene("A")[draft] = "one"
    try store.flush()
    let watch = try Watch(tool, path)
    defer { watch.end() }
    let locks = try FileHandle(forUpdating: URL(filePath: path + "/lock.mdb"))
    func number() throws -> (offset: UInt64, value: UInt64) {
      // Behind the magic number, the format, and the mutex of readers.
      let offset: UInt64 = unsafe 8 + UInt64(MemoryLayout<pthread_mutex_t>.size)
      try locks.seek(toOffset: offset)
      let bytes = try #require(try locks.read(upToCount: 8))
      return (offset, bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
    func say(_ value: UInt64, at offset: UInt64) throws {
      try locks.seek(toOffset: offset)
      try locks.write(
        contentsOf: Data((0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }))
    }
    let before = try number()
    try watch.stopped {
      store.scene("A")[draft] = "two"
      try store.flush()
      #expect(try number().value == before.value + 1)
      try say(before.value, at: before.offset)
    }
    // It looks every 50 ms, and sees from outside that there is another commit.
    Thread.sleep(forTimeInterval: 0.5)
    try say(before.value + 1, at: before.offset)
    #expect(watch.line()?.contains("two") == true)
    store.close()
  }

  @Test(.timeLimit(.minutes(30)))
  func `it goes on when a recovery replaces the store`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    let file = URL(filePath: path + "/data.mdb")
    func open() throws -> SceneStore { try SceneStore.open(URL(filePath: path)) }
    let store = try open()
    store.scene("A")[draft] = "one"
    store.scene("B")[draft] = "kept"
    store.close()
    let watch = try Watch(tool, path)
    defer { watch.end() }
    // The page of the newest tree of values is lost; the file stays where it is.
    var bytes = try Data(contentsOf: file)
    let before = try #require(bytes.range(of: Data("kept".utf8), options: .backwards))
    let page = before.lowerBound / 4096 * 4096
    bytes.replaceSubrange(page..<page + 16, with: Data(repeating: 0xFF, count: 16))
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: bytes)
    try handle.close()
    let again = try open()
    #expect(again.recoveryReport != nil)
    again.scene("A")[draft] = "after the recovery"
    try again.flush()
    var lines: [String] = []
    while let line = watch.line() {
      lines.append(line)
      if line.contains("after the recovery") { break }
    }
    #expect(lines.last?.contains("A/draft\t") == true, "\(lines)")
    again.scene("A")[draft] = "as ever"
    try again.flush()
    #expect(watch.line()?.contains("as ever") == true)
    again.close()
  }
}
