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
}
