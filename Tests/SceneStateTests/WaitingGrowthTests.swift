import Foundation
import SceneState
import Testing

/// What a tick pays for being near its scene's budget.
@Suite struct WaitingGrowthTests {
  private let store = SceneStore.temporary(
    options: .init(sceneBudget: 1000, commitDelay: .seconds(60)))
  private var scope: SceneScope { store.scene("A") }

  private func write(_ size: Int, to name: String) -> SceneProblem.Code? {
    do throws(SceneProblem) {
      try scope.write(String(repeating: "x", count: size), to: SceneKey(name, default: ""))
      return nil
    } catch { return error.code }
  }

  @Test func `writes near the budget encode nothing that waits`() throws {
    let encoded = Counter()
    let coding = ValueCoding<Int>(
      encode: { value in
        encoded.add()
        return Data(String(value).utf8)
      },
      decode: { Int(String(decoding: $0, as: UTF8.self)) ?? 0 })
    #expect(write(900, to: "large") == nil)
    try store.flush()
    store.tick {
      for number in 0..<50 {
        scope[SceneKey("custom\(number)", default: 0, coding: coding)] = 1
        #expect(write(1, to: "text\(number)") == nil)
      }
    }
    #expect(encoded.value == 0)
    try store.flush()
    #expect(encoded.value == 50)
    #expect(store.reportedProblems == [])
  }

  @Test func `what waits counts with its last size, whichever way it got that`() throws {
    #expect(write(900, to: "stored") == nil)
    try store.flush()
    #expect(write(150, to: "a") == .sceneTooLarge)
    #expect(write(60, to: "a") == nil)
    #expect(write(50, to: "b") == .sceneTooLarge)
    #expect(write(10, to: "a") == nil)
    #expect(write(50, to: "b") == nil)
    #expect(write(51, to: "a") == .sceneTooLarge)
    #expect(write(50, to: "a") == nil)
    #expect(write(100, to: "stored") == nil)
    #expect(write(500, to: "c") == nil)
    #expect(write(301, to: "d") == .sceneTooLarge)
    #expect(write(300, to: "d") == nil)
    scope.reset(SceneKey("c", default: ""))
    #expect(write(500, to: "d") == nil)
    try store.flush()
    #expect(store.reportedProblems == [])
    #expect(scope.entries.map(\.bytes).reduce(0, +) == 700)
    #expect(write(801, to: "d") == .sceneTooLarge)
    #expect(write(800, to: "d") == nil)
    #expect(write(1, to: "e") == .sceneTooLarge)
  }
}
