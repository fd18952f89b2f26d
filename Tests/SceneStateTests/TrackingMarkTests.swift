import LMDB
import Observation
import Testing

@testable import SceneState

/// Observation is told of what somebody may track, however he began to, and of nothing else.
@Suite struct TrackingMarkTests {
  private struct Country: Codable, Equatable, Sendable {
    var name = "Peru"
    var flag = "red"
  }

  private final class Model: SceneScoped {
    let sceneScope: SceneScope
    @SceneStorage("number") var number = 0
    @SceneStorage("country") var country = Country()
    init(_ scope: SceneScope) { sceneScope = scope }
  }

  private let number = SceneKey("number", default: 0)
  private let country = SceneKey("country", default: Country())

  @Test func `the Observation of this process uses marks as they need it`() {
    #expect(TrackingMark.tryOut())
    for _ in 0...TrackingMark.patience { _ = TrackingMark.isUsed }
    #expect(TrackingMark.isUsed)
  }

  @Test func `reading uses a mark only where it is tracked`() {
    let (changes, slot) = (ChangeRegistrar(), ChangeRegistrar.Slot(0))
    #expect(!changes.access(slot))
    withObservationTracking {
      #expect(changes.access(slot))
      #expect(changes.access(slot))
      withObservationTracking {
        #expect(changes.access(slot))
      } onChange: {
      }
    } onChange: {
    }
    #expect(!changes.access(slot))
  }

  @Test func `a change of what was not read while it was tracked is told only if marks are unused`()
  {
    let (changes, slot) = (ChangeRegistrar(), ChangeRegistrar.Slot(0))
    let told = Counter()
    withObservationTracking {
      // As a read that leaves no note: one in an Observation that hashes nothing.
      changes.registrar.access(changes, keyPath: slot.path)
    } onChange: {
      told.add()
    }
    changes.changed(slot, isMarkUsed: true)
    #expect(told.value == 0)
    changes.changed(slot, isMarkUsed: false)
    #expect(told.value == 1)
  }

  @Test(arguments: [false, true])
  func `who tracks again after a quiet time is told, whichever value of the scene it was`(
    isMarkUsed: Bool
  ) {
    let changes = ChangeRegistrar()
    let slots = (0..<3).map { ChangeRegistrar.Slot($0) }
    let told = Counter()
    func track(_ slot: ChangeRegistrar.Slot) {
      withObservationTracking {
        _ = changes.access(slot)
      } onChange: {
        told.add()
      }
    }
    for slot in slots { track(slot) }
    for (index, slot) in slots.enumerated() {
      changes.changed(slot, isMarkUsed: isMarkUsed)
      #expect(told.value == index + 1)
    }
    for round in 1...4 {
      for slot in slots + slots { changes.changed(slot, isMarkUsed: isMarkUsed) }
      #expect(told.value == 2 + round)
      let slot = slots[round % 3]
      track(slot)
      for other in slots where other !== slot { changes.changed(other, isMarkUsed: isMarkUsed) }
      #expect(told.value == 2 + round)
      changes.changed(slot, isMarkUsed: isMarkUsed)
      #expect(told.value == 3 + round)
    }
  }

  @Test func `a tracking that begins in another scene leaves none out in this one`() {
    let store = SceneStore.temporary()
    let scopes = (0..<4).map { store.scene(SceneID(rawValue: "s\($0)")) }
    let told = scopes.map { _ in Counter() }
    for round in 1...20 {
      for (scope, counter) in zip(scopes, told) where round % 2 == 0 || scope == scopes[0] {
        withObservationTracking {
          _ = scope[number]
        } onChange: {
          counter.add()
        }
      }
      for scope in scopes { scope[number] += 1 }
      for scope in scopes { scope[number] += 1 }
      #expect(told.map(\.value) == [round, round / 2, round / 2, round / 2])
    }
  }

  @Test func `every way to read a value is tracked`() {
    let scope = SceneStore.temporary().scene("A")
    let model = Model(scope)
    let (binding, part) = (model.$number, model.$country.name)
    let ways: [(String, () -> Void, change: () -> Void)] = [
      ("a scope", { _ = scope[number] }, { scope[number] += 1 }),
      ("a property", { _ = model.number }, { scope[number] += 1 }),
      ("a binding", { _ = binding.wrappedValue }, { model.number += 1 }),
      ("a part", { _ = part.wrappedValue }, { scope[country].name += "!" }),
      ("facts", { _ = scope.facts(of: number) }, { binding.wrappedValue += 1 }),
      ("a part's facts", { _ = part.stored }, { model.country.flag += "!" }),
      ("whether it is there", { _ = scope.contains(number) }, { model.number += 1 }),
      (
        "what tracks by itself",
        {
          withObservationTracking {
            _ = scope[number]
          } onChange: {
          }
        }, { scope[number] += 1 }
      ),
    ]
    for (name, read, change) in ways {
      let told = Counter()
      for round in 1...3 {
        withObservationTracking(read) { told.add() }
        change()
        change()
        #expect(told.value == round, "\(name)")
      }
    }
  }

  @Test func `an asynchronous sequence of observations ends with the last value`() async {
    let scope = SceneStore.temporary().scene("A")
    let seen = Texts()
    let watching = Task { [number] in
      for await value in Observations({ scope[number] }) {
        seen.add("\(value)")
        guard value < 50 else { return }
        scope[number] = value + 1
      }
    }
    await watching.value
    #expect(seen.all.last == "50")
  }

  @Test func `threads that track what others write either see the last value or are told`() throws {
    let store = SceneStore.temporary()
    let scope = store.scene("A")
    let keys = (0..<3).map { SceneKey("number\($0)", default: 0) }
    for _ in 0..<40 {
      for key in keys { scope[key] = 0 }
      let missed = Counter()
      let writers = try keys.map { key in
        try WorkerThread(name: "writer", stackBytes: 1 << 19) {
          for value in 1...300 { scope[key] = value }
        }
      }
      let readers = try (0..<4).map { index in
        try WorkerThread(name: "reader", stackBytes: 1 << 19) {
          let key = keys[index % 3]
          while true {
            let told = Counter()
            withObservationTracking {
              _ = scope[key]
            } onChange: {
              told.add()
            }
            // Read once more: what changed before the tracking began is nobody's to tell.
            if scope[key] == 300 { return }
            while told.value == 0 {
              guard scope[key] == 300 else { continue }
              // The last change is told after it can be read.
              for writer in writers { writer.join() }
              if told.value == 0 { missed.add() }
              return
            }
          }
        }
      }
      for thread in writers + readers { thread.join() }
      #expect(missed.value == 0)
    }
  }
}
