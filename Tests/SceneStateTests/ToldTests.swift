import Foundation
import LMDB
import Testing

@testable import SceneState

/// What the author of an app is told on standard error beside the loss of values at the end.
struct ToldTests {
  /// What an app does that comes to nothing, or is hardly meant.
  enum Doing: String, Codable, CaseIterable {
    case writesTooMuch, writesAfterClose, opensDamage, knowsNoTab, namesNothing, hasTwoDefaults

    /// Whether a release build tells it too.
    var isAlwaysTold: Bool { self == .writesTooMuch }

    func line(of folder: DurabilityFolder) -> [String] {
      switch self {
      case .writesTooMuch:
        ["1 write of '\(folder.store)' came to nothing, and no 'flush()' was asked: ", "app/list"]
      case .writesAfterClose: ["the store was closed before", "app/count"]
      case .opensDamage: ["'\(folder.store)", "damage"]
      case .knowsNoTab:
        ["no key says which tab of scene 'A' is selected: ", "'SceneKey.selectedTab'"]
      case .namesNothing: ["has no name: no tool can name its value", "ToldTests.swift:"]
      case .hasTwoDefaults: ["the first one, at ", "counts", "app/count"]
      }
    }

    func act(on folder: URL) throws {
      let count = SceneKey("count", default: 0)
      if self == .opensDamage {
        try SceneStore.open(folder).close()
        try Data(repeating: 0x5a, count: 65_536).write(to: folder.appending(path: "data.mdb"))
      }
      let store = try SceneStore.open(folder)
      switch self {
      case .writesTooMuch:
        let list = SceneKey("list", default: [""])
        store.app[list] = Array(repeating: "Tala is brave", count: 200_000)
      case .writesAfterClose:
        store.close()
        store.app[count] = 1
      case .opensDamage: _ = store.app[count]
      case .knowsNoTab:
        store.scene("A")[SceneKey("draft", default: "", scope: .selectedTab)] = "Tala"
      case .namesNothing: _ = store.app[SceneKey("", default: 0)]
      case .hasTwoDefaults:
        _ = store.app[count]
        _ = store.app[SceneKey("count", default: 1)]
      }
      // NB: what is written after a return is kept from those who observe it.
      withExtendedLifetime(store) { exit(0) }
    }
  }

  @Test(arguments: Doing.allCases)
  func `it is told once, where and what`(doing: Doing) async throws {
    let folder = try DurabilityFolder()
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [path = folder.store as String, doing = doing as Doing] in
      SceneProblem.tellsOnStandardError = true
      try doing.act(on: URL(filePath: path))
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("scene-storage: ") }
      .filter { line in doing.line(of: folder).allSatisfy(line.contains) }
    #expect(lines.count == 1, "\(text)")
    #expect(lines.first?.contains("silences this") == !doing.isAlwaysTold)
  }

  @Test func `a flush that told a refusal leaves nothing for the end`() async throws {
    let folder = try DurabilityFolder()
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [path = folder.store as String] in
      SceneProblem.tellsOnStandardError = true
      let store = try SceneStore.open(URL(filePath: path))
      store.app[SceneKey("list", default: [""])] = Array(repeating: "Tala is brave", count: 200_000)
      #expect(throws: SceneProblem.self) { try store.flush() }
      withExtendedLifetime(store) { exit(0) }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(!text.contains("came to nothing"), "\(text)")
  }
}
