import Foundation
import RestorationTree
import SceneLifecycle
import SceneScenarios
import SceneState
import Testing

/// What the examples in Swift of `scenesim explain` do, done here.
struct SwiftCodeTests {
  /// Gives the code of what is thrown.
  private func thrown(_ body: () throws -> Void) -> String {
    do { try body() } catch { return (error as? SceneProblem)?.code.rawValue ?? "\(error)" }
    return "nothing"
  }

  private func reported(_ store: SceneStore) -> [String] {
    store.reportedProblems.map(\.code.rawValue)
  }

  @Test func `an identifier that is too long keeps its values in memory`() {
    let store = SceneStore.temporary()
    let id = SceneID(rawValue: String(repeating: "x", count: 256))
    store.scene(id)[SceneKey("draft", default: "")] = "typed"
    #expect(reported(store) == ["name-too-long"])
  }

  @Test func `a scope that is too deep keeps its values in memory`() {
    let store = SceneStore.temporary()
    var scope = store.scene("A")
    for level in 1...9 { scope = scope.nested("folder", "\(level)") }
    scope[SceneKey("draft", default: "")] = "typed"
    #expect(reported(store) == ["scope-too-deep"])
  }

  private indirect enum Chain: Codable, Equatable, Sendable { case end, link(Chain) }

  @Test func `a value that nests too deep is refused`() {
    let store = SceneStore.temporary()
    var chain = Chain.end
    for _ in 0..<100 { chain = .link(chain) }
    store.scene("A")[SceneKey("chain", default: Chain.end)] = chain
    try? store.flush()  // That it is refused is what is looked for.
    #expect(reported(store) == ["value-not-encodable"])
  }

  @Test func `a value is not updated in the file inside a tick`() {
    let count = SceneKey("count", default: 0)
    let scope = SceneStore.temporary().scene("A")
    #expect(
      thrown { try scope.store.tick { try scope.update(count) { $0 += 1 } } } == "nested-write")
  }

  @Test func `a store is opened once, in a safe place, by a version that knows it`() throws {
    let folder = try TemporaryFolder()
    let place = URL(filePath: folder.file("a.store"))
    let store = try SceneStore.open(place)
    #expect(thrown { _ = try SceneStore.open(place) } == "already-open")
    store.close()
    let link = URL(filePath: folder.file("link"))
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place)
    #expect(thrown { _ = try SceneStore.open(link) } == "insecure-location")
    let newer = try SampleStore(sessions: [], values: [], format: 9)
    #expect(
      thrown { _ = try SceneStore.open(URL(filePath: newer.path)) } == "store-from-newer-version")
  }

  @Test func `without the trait all tests share a store`() {
    #expect(reported(SceneStore.open(appID: "com.example.notes")).contains("shared-test-store"))
  }

  private final class Level: RestorableNode {
    let restorationIdentifier: String? = "level"
    let restorationClass: (any NodeRestoring.Type)? = nil
    let restorableChildren: [any RestorableNode]

    init(children: [any RestorableNode]) { restorableChildren = children }
  }

  @Test func `a tree ends at 64 levels`() {
    var root = Level(children: [])
    for _ in 0..<64 { root = Level(children: [root]) }
    var codes: [String] = []
    _ = TreeArchiver.preserve(
      TreeArchiver.Window("A", roots: [root], archive: nil), appVersion: 1
    ) { codes.append($0.code.rawValue) }
    #expect(codes == ["tree-too-deep"])
  }

  @Test func `each code whose example is written in Swift has a test here or beside its store`() {
    let tested: Set<String> = [
      "name-too-long", "scope-too-deep", "nested-write", "already-open",
      "insecure-location", "store-from-newer-version", "shared-test-store", "tree-too-deep",
      // Those of `ProblemExplanationTests`.
      "no-scope", "default-differs", "type-clash",
      // Those of `PurgeTests`, `RecoveryTests`, `ScrubTests`, `BackupTests` and `OlderFileTests`.
      "older-than-backup", "store-in-use", "store-recovered", "store-damaged",
      "backup-not-readable",
    ]
    let inSwift = ProblemExplanation.all.filter { $0.isInSwift }.map(\.code.rawValue)
    #expect(Set(inSwift) == tested)
  }
}
