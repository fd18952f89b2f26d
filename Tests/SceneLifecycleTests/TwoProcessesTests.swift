import Foundation
import SceneLifecycle
import SceneState
import Testing

/// Real processes that want the same windows.
struct TwoProcessesTests {
  private static let draft = SceneKey("draft", default: "")
  private static let rounds = 40

  @Test func `of two processes that launch at once one gets the window`() async throws {
    let folder = try TwoProcessesFolder()
    for round in 0..<Self.rounds {
      // In every second round the window is there already; in the others it is to be made.
      guard round.isMultiple(of: 2) else { continue }
      let store = try SceneStore.open(folder.store(round))
      SceneHost(RecordingApp(), store: store).launch("A")
      store.close()
    }
    async let left = Self.output(folder.path, process: 0)
    async let right = Self.output(folder.path, process: 1)
    let (one, other) = (try await left, try await right)
    #expect(one.count == Self.rounds && other.count == Self.rounds)
    for (round, windows) in zip(one, other).enumerated() {
      #expect(Set([windows.0, windows.1]) == ["A", "B"], "round \(round)")
    }
  }

  @Test func `what a process takes over it keeps, and the first one comes to know`() async throws {
    let folder = try TwoProcessesFolder()
    let app = RecordingApp()
    let store = try SceneStore.open(folder.store(0))
    let host = SceneHost(app, store: store)
    let scene = try #require(host.launch("A").first)
    scene.scope[Self.draft] = "mine"
    try store.flush()
    _ = app.news()
    await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
      try TwoProcessesTests.takeOver(path)
      exit(0)
    }
    scene.scope[Self.draft] = "too late"
    // Refused by the flush, or at once where the store's own thread has seen the takeover by then.
    do throws(SceneProblem) { try store.flush() } catch { #expect(error.code == .sessionInUse) }
    host.timePassed()
    #expect(app.news().first == "A is taken over")
    #expect(host.scenes.isEmpty)
    #expect(store.reportedProblems.contains { $0.code == .sessionInUse && $0.address == "A" })
    // The other process has ended meanwhile.
    #expect(try host.reconnect("A").scope[Self.draft] == "mine and theirs")
  }

  private static func takeOver(_ path: String) throws {
    let folder = TwoProcessesFolder(existing: path)
    let store = try SceneStore.open(folder.store(0))
    let refused = SceneHost(RecordingApp(), store: store)
    precondition(refused.launch().map(\.id) == ["B"], "it was not refused")
    try refused.discard("B")
    let host = SceneHost(RecordingApp(), store: store, sessionsInUse: .takeOver)
    let scenes = host.launch()
    precondition(scenes.map(\.id) == ["A"], "it was not taken over")
    scenes[0].scope[draft] += " and theirs"
    try store.flush()
  }

  /// The first window of each round.
  private static func output(_ path: String, process: Int) async throws -> [String] {
    let result = await #expect(
      processExitsWith: .exitCode(0), observing: [\.standardOutputContent]
    ) { [path = path as String, process = process as Int] in
      try TwoProcessesTests.race(path, process: process)
      exit(0)
    }
    let text = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      line.hasPrefix("got ") ? String(line.dropFirst(4)) : nil
    }
  }

  private static func race(_ path: String, process: Int) throws {
    let folder = TwoProcessesFolder(existing: path)
    for round in 0..<rounds {
      let store = try SceneStore.open(folder.store(round))
      let host = SceneHost(RecordingApp(), store: store)
      try folder.meet("start \(round)", process)
      let windows = host.launch().map(\.id.rawValue).joined(separator: "+")
      FileHandle.standardOutput.write(Data("got \(windows)\n".utf8))
      // Both run until both have launched.
      try folder.meet("end \(round)", process)
      store.close()
    }
  }
}

/// A folder where two processes meet; the test that made it removes it.
private final class TwoProcessesFolder: Sendable {
  let path: String
  private let isMine: Bool

  init() throws {
    path = NSTemporaryDirectory() + "two-processes-" + UUID().uuidString
    isMine = true
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  init(existing path: String) { (self.path, isMine) = (path, false) }

  deinit {
    if isMine { try? FileManager.default.removeItem(atPath: path) }  // nothing depends on it
  }

  func store(_ round: Int) -> URL { URL(filePath: "\(path)/\(round).store") }

  /// Waits until the other process says the same.
  func meet(_ name: String, _ process: Int) throws {
    try Data().write(to: URL(filePath: "\(path)/\(name) \(process)"))
    let other = "\(path)/\(name) \(1 - process)"
    let deadline = Date.now + 60
    while !FileManager.default.fileExists(atPath: other) {
      guard Date.now < deadline else { throw CancellationError() }
    }
  }
}
