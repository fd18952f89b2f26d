import LMDB
import Observation
import SceneState
import Testing

/// Observation is told of a change only if anybody has ever read the value.
@Suite struct ChangeRegistrarTests {
  private let number = SceneKey("number", default: 0)

  @Test func `who tracks is told of each change once, whoever reads in between`() throws {
    let store = SceneStore.temporary()
    let scope = store.scene("A")
    let told = Counter()
    for round in 1...5 {
      withObservationTracking {
        _ = scope[number]
      } onChange: {
        told.add()
      }
      scope[number] = round * 10
      #expect(told.value == round)
      // Nobody tracks now, whether somebody has read or not.
      scope[number] += 1
      scope[number] = round * 10 + 2
      #expect(told.value == round)
    }
    let second = Counter()
    for counter in [told, second] {
      withObservationTracking {
        _ = scope[number]
      } onChange: {
        counter.add()
      }
    }
    scope[number] = 1
    #expect(told.value == 6)
    #expect(second.value == 1)
  }

  @Test func `a change between the reading and the note that somebody tracks is not the last told`()
    throws
  {
    let store = SceneStore.temporary()
    let scope = store.scene("A")
    let told = Counter()
    withObservationTracking {
      _ = scope[number]
      scope[number] = 5
    } onChange: {
      told.add()
    }
    #expect(told.value == 0)
    scope[number] = 6
    #expect(told.value == 1)
  }

  @Test func `a value that was only written is observed from its first reading on`() throws {
    let store = SceneStore.temporary()
    let scope = store.scene("A")
    for value in 1...3 { scope[number] = value }
    let told = Counter()
    withObservationTracking {
      #expect(scope[number] == 3)
    } onChange: {
      told.add()
    }
    scope[number] = 4
    #expect(told.value == 1)
  }

  @Test func `in a scene of many values only the one that changed is told`() {
    let scope = SceneStore.temporary().scene("A")
    let selected = SceneKey.selectedTab(default: "hawk")
    let keys = (0..<150).map { SceneKey("number\($0)", default: 0) }
    let told = keys.map { _ in Counter() }
    let tabs = Counter()
    withObservationTracking {
      _ = scope.selectedTab
    } onChange: {
      tabs.add()
    }
    for (key, counter) in zip(keys, told) {
      withObservationTracking {
        _ = scope[key]
      } onChange: {
        counter.add()
      }
    }
    for index in [0, 63, 64, 149] {
      scope[keys[index]] = 1
      #expect(
        told.indices.filter { told[$0].value > 0 } == [0, 63, 64, 149].filter { $0 <= index })
    }
    #expect(tabs.value == 0)
    scope[selected] = "raven"
    #expect(tabs.value == 1)
    #expect(told.map(\.value).reduce(0, +) == 4)
  }

  @Test func `who asks between a reading and a write is told of the write`() {
    let scope = SceneStore.temporary().scene("A")
    scope[number] = 1
    #expect(scope[number] == 1)
    let seen = Texts()
    let first = scope.observe(number) { seen.add("first \($0)") }
    scope[number] = 2
    let second = scope.observe(number) { seen.add("second \($0)") }
    scope[number] = 3
    first.cancel()
    scope[number] = 4
    second.cancel()
    scope[number] = 5
    #expect(seen.all == ["first 2", "first 3", "second 3", "second 4"])
  }

  @Test func `who begins to track or to listen while another thread writes misses nothing`() throws
  {
    let store = SceneStore.temporary()
    for round in 0..<200 {
      let scope = store.scene(SceneID(rawValue: "s\(round)"))
      scope[number] = 1
      let writer = try WorkerThread(name: "writer", stackBytes: 1 << 19) {
        for value in 2...20 { scope[SceneKey("number", default: 0)] = value }
      }
      let (told, heard) = (Counter(), Texts())
      withObservationTracking {
        _ = scope[number]
      } onChange: {
        told.add()
      }
      let read = scope[number]
      let subscription = scope.observe(number) { heard.add("\($0)") }
      let known = scope[number]
      writer.join()
      // A change while the tracking is being set up is told by Observation more than once.
      #expect(read == 20 || told.value >= 1)
      #expect(known == 20 || heard.all.last == "20")
      subscription.cancel()
    }
  }
}
