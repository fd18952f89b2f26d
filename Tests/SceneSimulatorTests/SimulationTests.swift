import Foundation
import SceneLifecycle
import SceneSimulator
import SceneState
import Testing

struct SimulationTests {
  private func simulation() -> Simulation { Simulation { DraftApp() } }

  private func draft(_ window: SimulatedWindow) throws -> DraftScene { try window.delegate() }

  @Test func `a draft survives a cold launch`() throws {
    let simulation = simulation()
    let window = try simulation.launch("A")
    try draft(window).draft = "Tala is brave"
    try simulation.restart()
    #expect(try draft(window).draft == "Tala is brave")
    #expect(window.wasRestored)
  }

  @Test func `the system does not take an app that is in front`() throws {
    let simulation = simulation()
    try simulation.launch("A")
    let failure = #expect(throws: StepFailure.self) { try simulation.kill() }
    #expect(failure?.code == "app-in-foreground")
    #expect(failure?.message.contains("A is active") == true)
    #expect(simulation.isRunning)
  }

  @Test func `a failure is a problem with the same code`() throws {
    let simulation = simulation()
    try simulation.launch("A")
    let problem = #expect(throws: StepFailure.self) { try simulation.kill() }?.problem
    #expect(problem?.code.rawValue == "app-in-foreground")
    #expect(problem?.description.contains("A is active") == true)
  }

  @Test(arguments: [true, false])
  func `a link goes to a plain window or opens another one`(reuses: Bool) throws {
    let simulation = simulation()
    simulation.reusesPlainWindows = reuses
    try simulation.launch("A")
    let link = try #require(URL(string: "draft://one"))
    #expect(try simulation.openURL(link).name == (reuses ? "A" : "B"))
    #expect(try simulation.openURL(link).name == (reuses ? "A" : "C"))
  }

  @Test func `stopping loses what the step had not committed, and nothing else`() throws {
    let simulation = simulation()
    let window = try simulation.launch("A")
    try draft(window).draft = "committed"
    try simulation.endStep()
    try simulation.store?.tick {
      try draft(window).draft = "in the middle of a tick"
      try simulation.stop()
    }
    try simulation.launch()
    #expect(try draft(window).draft == "committed")
  }

  @Test func `objects of a dead process write nothing`() throws {
    let simulation = simulation()
    let window = try simulation.launch("A")
    let old = try draft(window)
    try simulation.background()
    try simulation.kill()
    try simulation.launch()
    old.draft = "from the dead"
    try simulation.endStep()
    #expect(try draft(window).draft == "")
    #expect(simulation.stored.isEmpty)
  }

  @Test func `a closed window takes its values along`() throws {
    let simulation = simulation()
    try simulation.launch("A")
    let second = try simulation.open("B")
    try draft(second).draft = "Written in B"
    try simulation.endStep()
    #expect(simulation.stored.count == 1)
    try second.close()
    try simulation.endStep()
    #expect(simulation.stored.isEmpty)
    #expect(simulation.phase(of: "B") == .closed)
    #expect(simulation.front?.name == "A")
  }

  @Test func `a window closed while the app is not running is reported at the next launch`() throws
  {
    let simulation = simulation()
    try simulation.launch("A")
    try simulation.open("B")
    try simulation.stop()
    try simulation.window("B").close()
    try simulation.launch()
    #expect(simulation.windows.map(\.name) == ["A"])
    let heard = simulation.log.heard.map(\.text)
    let index = try #require(heard.firstIndex(of: "didDiscardSceneSessions B"))
    #expect(heard[index - 1] == "didFinishLaunching")
  }

  @Test func `the name of a closed window may be given again`() throws {
    let simulation = simulation()
    try simulation.launch("A")
    try simulation.open("B").close()
    try draft(try simulation.open("B")).draft = "new"
    try simulation.endStep()
    #expect(simulation.stored.keys.map(\.session) == [3])
    #expect(simulation.sessionNumbers(everNamed: "B") == [2, 3])
  }

  @Test func `a disconnected window keeps its values and reconnects`() throws {
    let simulation = simulation()
    let window = try simulation.launch("A")
    try draft(window).draft = "kept"
    #expect(throws: StepFailure.self) { try window.disconnect() }
    try window.background()
    try window.disconnect()
    #expect(simulation.phase(of: "A") == .disconnected)
    try window.reconnect()
    #expect(try draft(window).draft == "kept")
  }

  @Test func `a store without a folder is in memory, one that is kept in a folder`() throws {
    let simulation = simulation()
    try simulation.launch("A")
    #expect(simulation.storeDirectory == nil)
    let keeping = Simulation(keepsStore: true) { DraftApp() }
    try draft(try keeping.launch("A")).draft = "kept"
    try keeping.restart()
    try keeping.background()
    try keeping.kill()
    let folder = try #require(keeping.storeDirectory)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "data.mdb").path))
  }

  @Test func `a store that was made anew at a launch is a problem of the run`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let simulation = Simulation(directory: folder) { DraftApp() }
    let window = try simulation.launch("A")
    try draft(window).draft = "saved"
    try window.background()
    try simulation.kill()
    let data = folder.appending(path: "data.mdb")
    var bytes = try Data(contentsOf: data)
    // The first page of the newest commit: the other one is older.
    for page in [0, 4096] { bytes[page + 60] ^= 0xFF }
    try bytes.write(to: data)
    try simulation.launch()
    #expect(try draft(window).draft == "saved")
    #expect(simulation.log.problems.map(\.code) == ["store-recovered"])
    #expect(simulation.log.problems.first?.detail.contains("quarantine") == true)
  }

  @Test func `the trace names addresses with their parts escaped`() {
    let place = StoredPlace(session: 1, window: "A", path: ["50%/50"], key: "draft")
    #expect("\(place)" == "A/50%25%2F50/draft")
  }
}
