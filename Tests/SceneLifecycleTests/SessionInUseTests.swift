import Foundation
import SceneLifecycle
import SceneState
import Testing

/// Two processes on one store: a window belongs to the one that has it open.
struct SessionInUseTests {
  private let store = SceneStore.temporary()

  private func host() -> SceneHost {
    SceneHost(RecordingApp(), store: store, profile: .wayland)
  }

  /// A process that runs until it is told otherwise, as far as this one is concerned.
  private func otherProcess() throws -> (Process, String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sleep")
    process.arguments = ["60"]
    try process.run()
    return (process, try #require(SceneStore.processIdentity(of: process.processIdentifier)))
  }

  /// Makes the sessions belong to a process, as if it had connected them.
  private func give(_ ids: [SceneID], to owner: String) throws {
    for id in ids {
      var record = SceneRecord(bytes: try #require(store.committedRecord(of: id)), now: .now)
      record.owner = owner
      store.setRecord(record.bytes, for: id)
    }
    try store.flush()
  }

  @Test func `a window that another process has open is left to it`() throws {
    let first = host()
    first.launch("A")
    try first.open("B")
    try store.flush()
    let (process, identity) = try otherProcess()
    defer { process.terminate() }
    try give(["A"], to: identity)
    let second = host()
    #expect(second.launch().map(\.id) == ["B"])
    let problem = #expect(throws: SceneProblem.self) { try second.open("A") }
    #expect(problem?.code == .sessionInUse)
    // Its name stays taken.
    #expect(try second.open().id == "C")
  }

  @Test func `what a process had open is free when it is gone`() throws {
    let first = host()
    first.launch("A")
    try store.flush()
    let (process, identity) = try otherProcess()
    try give(["A"], to: identity)
    process.terminate()
    process.waitUntilExit()
    #expect(host().launch().map(\.id) == ["A"])
  }

  @Test func `a window that another process has opened meanwhile does not reconnect`() throws {
    let host = host()
    host.launch("A")
    try host.bring("A", to: .unattached)
    try store.flush()
    let (process, identity) = try otherProcess()
    try give(["A"], to: identity)
    let problem = #expect(throws: SceneProblem.self) { try host.reconnect("A") }
    #expect(problem?.code == .sessionInUse)
    process.terminate()
    process.waitUntilExit()
    #expect(try host.reconnect("A").id == "A")
  }

  @Test func `a disconnected window belongs to nobody`() throws {
    let host = host()
    host.launch("A")
    #expect(host.session("A")?.record.owner == SceneStore.processIdentity)
    try host.bring("A", to: .unattached)
    #expect(host.session("A")?.record.owner == nil)
  }
}
