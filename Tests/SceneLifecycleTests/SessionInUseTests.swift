import Foundation
import SceneLifecycle
import SceneState
import Testing

/// Two processes on one store: a window belongs to the one that has it open.
struct SessionInUseTests {
  private let store = SceneStore.temporary()

  private func host(_ policy: SessionsInUse = .stay) -> SceneHost {
    SceneHost(RecordingApp(), store: store, profile: .wayland, sessionsInUse: policy)
  }

  @Test func `a window that another process has open is left to it`() throws {
    let first = host()
    first.launch("A")
    try first.open("B")
    try store.flush()
    let other = try OtherProcess.running()
    try store.claimAsForeigner("A", owner: other)
    let second = host()
    #expect(second.launch().map(\.id) == ["B"])
    for refused in [{ try second.open("A") }, { try second.reconnect("A") }] {
      let problem = #expect(throws: SceneProblem.self) { _ = try refused() }
      #expect(problem?.code == .sessionInUse)
    }
    let problem = #expect(throws: SceneProblem.self) { try second.discard("A") }
    #expect(problem?.code == .sessionInUse)
    // Its name stays taken.
    #expect(try second.open().id == "C")
  }

  @Test func `what a process had open is free when it is gone, and its claims are removed`() throws
  {
    let first = host()
    first.launch("A")
    try store.flush()
    let other = try OtherProcess.gone()
    for id: SceneID in ["A", "Z"] { try store.claimAsForeigner(id, owner: other) }
    #expect(host().launch().map(\.id) == ["A"])
    #expect(store.owners == ["A": SceneStore.processIdentity])
  }

  @Test func `a window that another process has opened meanwhile does not reconnect`() throws {
    let host = host()
    host.launch("A")
    try host.bring("A", to: .unattached)
    try store.flush()
    let other = try OtherProcess.running()
    try store.claimAsForeigner("A", owner: other)
    let problem = #expect(throws: SceneProblem.self) { try host.reconnect("A") }
    #expect(problem?.code == .sessionInUse)
    try store.claimAsForeigner("A", owner: OtherProcess.gone())
    #expect(try host.reconnect("A").id == "A")
  }

  @Test func `what the other process wrote of a window counts when it comes back here`() throws {
    let host = host()
    host.launch("A").first?.title = "mine"
    try host.bring("A", to: .unattached)
    try store.flush()
    var record = SceneRecord(bytes: try #require(try store.committedRecord(of: "A")), now: .now)
    record.title = "theirs"
    store.setRecord(record.bytes, for: "A")
    #expect(try host.reconnect("A").title == "theirs")
  }

  @Test func `a disconnected window belongs to nobody`() throws {
    let host = host()
    host.launch("A")
    #expect(store.owner(of: "A") == SceneStore.processIdentity)
    try host.bring("A", to: .unattached)
    try store.flush()
    #expect(store.owner(of: "A") == nil)
    try host.reconnect("A")
    try store.flush()
    #expect(store.owner(of: "A") == SceneStore.processIdentity)
    try host.discard("A")
    try store.flush()
    #expect(store.owners.isEmpty)
  }

  @Test func `a window that is closed and opened again in one tick stays claimed`() throws {
    let host = host()
    host.launch("A")
    try store.flush()
    try store.tick {
      try host.bring("A", to: .unattached)
      try host.reconnect("A")
      try host.discard("A")
      #expect(try host.open().id == "A")
    }
    try store.flush()
    #expect(store.owners == ["A": SceneStore.processIdentity])
    host.timePassed()
    #expect(host.scene("A") != nil)
    #expect(store.reportedProblems.isEmpty)
  }

  @Test func `the name of a window that another process closed since the launch is not used again`()
    throws
  {
    let host = host()
    host.launch("A")
    store.openSession("B")
    try store.flush()
    #expect(try host.open().id == "C")
    let problem = #expect(throws: SceneProblem.self) { try host.open("B") }
    #expect(problem?.code.rawValue == "window-exists")
  }
}
