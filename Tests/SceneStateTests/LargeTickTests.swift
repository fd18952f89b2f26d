import SceneState
import Testing

/// The work of a tick grows with its keys, not with their square.
@Suite struct LargeTickTests {
  private static let count = 16_000
  private static let parts = 16

  @Test func `a tick of many keys costs what as many keys in small ticks cost`() throws {
    // Compared in one run and with a wide margin: a quadratic tick is slower by the number of parts.
    var ratios: [Double] = []
    for _ in 0..<3 {
      let small = try elapsed(ticks: Self.parts)
      ratios.append(try elapsed(ticks: 1) / small)
    }
    let best = try #require(ratios.min())
    #expect(best < 4, "one tick took \(ratios) times as long as \(Self.parts)")
  }

  private func elapsed(ticks: Int) throws -> Double {
    let store = SceneStore.temporary(options: .init(commitDelay: .seconds(60)))
    let scope = store.scene("A")
    let keys = (0..<Self.count).map { SceneKey("key\($0)", default: -1) }
    for key in keys { _ = scope[key] }
    let clock = ContinuousClock()
    let time = clock.measure {
      for part in 0..<ticks {
        store.tick {
          for index in stride(from: part, to: Self.count, by: ticks) { scope[keys[index]] = index }
        }
      }
    }
    #expect(scope[keys[Self.count - 1]] == Self.count - 1)
    return time / .seconds(1)
  }

  @Test func `each observer is told once at the end of a tick, in the order of first writes`() {
    let store = SceneStore.temporary()
    let scope = store.scene("A")
    let seen = Texts()
    let (first, second) = (SceneKey("first", default: 0), SceneKey("second", default: 0))
    let subscriptions = Kept(
      scope.observe(first) { seen.add("first \($0)") },
      scope.observe(second) { seen.add("second \($0)") })
    store.tick {
      for round in 1...3 {
        scope[second] = round
        scope[first] = round
      }
      #expect(seen.all.isEmpty)
    }
    store.tick { scope[second] = 4 }
    #expect(seen.all == ["second 3", "first 3", "second 4"])
    withExtendedLifetime(subscriptions) {}
  }

  private struct Kept: ~Copyable {
    let first: Subscription
    let second: Subscription

    init(_ first: consuming Subscription, _ second: consuming Subscription) {
      self.first = first
      self.second = second
    }
  }
}
