import AppsInSwift
import SceneLifecycle
import SceneSimulator
import SceneState
import Testing

/// The tests that a user of the package writes first.
@MainActor struct SnippetTests {
  @Test func `a draft belongs to its tab and survives a restart`() throws {
    let sim = Simulation { HawkNotes() }
    let window = try sim.launch()
    try window.delegate(as: HawkScene.self).book?.draft = "Tala is brave"
    try sim.restart()
    #expect(try window.delegate(as: HawkScene.self).book?.draft == "Tala is brave")
    try window.select("raven")
    #expect(try window.delegate(as: HawkScene.self).book?.draft == "")
    #expect(window.wasRestored)
  }

  private func dragItem(for character: Character) throws -> DragItem {
    DragItem(
      try UserActivity(
        .character, payload: character, title: character.name,
        target: "character/\(character.id)"))
  }

  private let tala = Character(id: "tala", name: "Tala", book: "raven")

  @Test func `a drag to the edge opens the right book`() throws {
    let sim = Simulation { HawkNotes() }
    let a = try sim.launch()
    let b = try #require(try sim.drag(dragItem(for: tala), from: a, to: .edge))
    #expect(
      b.selectedTab == "raven" && b.path == ["character/tala"] && a.path == [], "\(sim.trace)")
    #expect(try b.scope().tab("raven")[HawkKeys().path] == ["character/tala"])
  }

  @Test func `a drop on a window changes that window, a cancelled one nothing`() throws {
    let sim = Simulation { HawkNotes() }
    let a = try sim.launch()
    let b = try sim.open()
    try sim.drag(dragItem(for: tala), from: a, to: .on(b))
    #expect(b.path == ["character/tala"])
    #expect(try sim.drag(dragItem(for: tala), from: a, to: .cancelled) == nil)
    #expect(sim.windows.count == 2)
  }

  @Test func `an activity finds the window that shows it`() throws {
    let sim = Simulation { HawkNotes() }
    let a = try sim.launch()
    try sim.continueActivity(dragItem(for: tala).activity, from: .handoff)
    try sim.open()
    let taker = try sim.continueActivity(dragItem(for: tala).activity, from: .spotlight)
    #expect(taker.id == a.id && sim.front?.id == a.id)
  }

  @Test func `background, kill and launch bring windows back, a force quit takes them away`() throws
  {
    let sim = Simulation { HawkNotes() }
    let window = try sim.launch()
    try window.delegate(as: HawkScene.self).book?.draft = "kept"
    let refused = #expect(throws: StepFailure.self) { try sim.kill() }
    #expect(refused?.code == "app-in-foreground")
    try sim.background()
    try sim.kill()
    #expect(window.state == .unattached && !sim.isRunning)
    #expect(try sim.launch().id == window.id)
    #expect(try window.delegate(as: HawkScene.self).book?.draft == "kept")
    try sim.forceQuit()
    let fresh = try sim.launch()
    #expect(!fresh.wasRestored)
    #expect(try fresh.delegate(as: HawkScene.self).book?.draft == "")
  }

  @Test func `an object of a dead process writes nothing`() throws {
    let sim = Simulation { HawkNotes() }
    let window = try sim.launch()
    let dead = try window.delegate(as: HawkScene.self)
    try sim.restart()
    dead.book?.draft = "too late"
    #expect(try window.delegate(as: HawkScene.self).book?.draft == "")
    try sim.restart()
    #expect(try window.delegate(as: HawkScene.self).book?.draft == "")
  }
}
