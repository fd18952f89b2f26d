import Foundation
import Glibc
import LMDB
import SceneState
import Synchronization
import Testing

/// What an observer is told last is the value that stands, whoever writes meanwhile.
@Suite struct NoticeOrderTests {
  private let number = SceneKey("number", default: 0)

  /// Not `Equatable`: only its encoding tells whether it is another one.
  private struct Note: Codable, Sendable {
    var text: String
  }

  /// How often four threads write at once; `Scripts/soak notices` says how often in the long run.
  private static let rounds =
    ProcessInfo.processInfo.environment["SCENE_STORAGE_SOAK_NOTICES"].flatMap(Int.init) ?? 500

  private static func wait(for isOver: () -> Bool) {
    while !isOver() { sched_yield() }
  }

  @Test func `a notice that was held up is followed by the value written meanwhile`() throws {
    let scope = SceneStore.temporary().scene("A")
    let seen = Texts()
    let isHeld = Atomic(false)
    let mayGoOn = Atomic(false)
    // The first observer holds the writer of 1 up, until 2 has been written.
    let first = scope.observe(number) { value in
      guard value == 1 else { return }
      isHeld.store(true, ordering: .releasing)
      Self.wait { mayGoOn.load(ordering: .acquiring) }
    }
    let second = scope.observe(number) { seen.add("\($0)") }
    let writer = try WorkerThread(name: "writes 1", stackBytes: 1 << 20) { scope[number] = 1 }
    Self.wait { isHeld.load(ordering: .acquiring) }
    scope[number] = 2
    mayGoOn.store(true, ordering: .releasing)
    writer.join()
    #expect(seen.all == ["1", "2"])
    first.cancel()
    second.cancel()
  }

  @Test func `a write inside a handler is told to everybody after the one it answers`() {
    let scope = SceneStore.temporary().scene("A")
    let seen = Texts()
    let first = scope.observe(number) { value in
      seen.add("first \(value)")
      if value == 1 { scope[number] = 2 }
    }
    let second = scope.observe(number) { seen.add("second \($0)") }
    scope[number] = 1
    #expect(seen.all == ["first 1", "second 1", "first 2", "second 2"])
    first.cancel()
    second.cancel()
  }

  @Test(.timeLimit(.minutes(30)))
  func `after each round of four writers the last notice is the value`() throws {
    let (rounds, writers) = (Self.rounds, 4)
    let scope = SceneStore.temporary().scene("A")
    let last = Atomic(0)
    var stale = 0
    let subscription = scope.observe(number) { last.store($0, ordering: .sequentiallyConsistent) }
    let round = Atomic(0)
    let done = Atomic(0)
    let threads = try (1...writers).map { writer in
      try WorkerThread(name: "writer", stackBytes: 1 << 20) {
        for current in 1...rounds {
          Self.wait { round.load(ordering: .acquiring) >= current }
          scope[number] = current * 10 + writer
          done.add(1, ordering: .acquiringAndReleasing)
        }
      }
    }
    for current in 1...rounds {
      round.store(current, ordering: .releasing)
      Self.wait { done.load(ordering: .acquiring) == current * writers }
      if last.load(ordering: .sequentiallyConsistent) != scope[number] { stale += 1 }
    }
    for thread in threads { thread.join() }
    #expect(stale == 0)
    subscription.cancel()
  }

  @Test func `values begin with the current one, whoever is telling`() async throws {
    let scope = SceneStore.temporary().scene("A")
    let isHeld = Atomic(false)
    let mayGoOn = Atomic(false)
    let first = scope.observe(number) { value in
      guard value == 1 else { return }
      isHeld.store(true, ordering: .releasing)
      Self.wait { mayGoOn.load(ordering: .acquiring) }
    }
    let writer = try WorkerThread(name: "writes 1", stackBytes: 1 << 20) { scope[number] = 1 }
    Self.wait { isHeld.load(ordering: .acquiring) }
    let values = scope.binding(number).values
    scope[number] = 2
    mayGoOn.store(true, ordering: .releasing)
    writer.join()
    scope[number] = 3
    var seen: [Int] = []
    for await value in values {
      seen.append(value)
      if value == 3 { break }
    }
    #expect(seen == seen.sorted() && seen.last == 3, "\(seen)")
    first.cancel()
  }

  @Test func `values of a type that is not Equatable repeat no equal one`() async {
    let scope = SceneStore.temporary().scene("A")
    let note = SceneKey("note", default: Note(text: ""))
    let values = scope.binding(note).values
    for text in ["a", "a", "b", "b", "a"] { scope[note] = Note(text: text) }
    scope[note] = Note(text: "end")
    var seen: [String] = []
    for await value in values {
      seen.append(value.text)
      if value.text == "end" { break }
    }
    #expect(seen == ["", "a", "b", "a", "end"])
  }

  @Test func `values of a part repeat no equal one, whatever its type`() async {
    struct Page: Codable, Sendable {
      var note = Note(text: "")
      var size = 0.0
    }
    let scope = SceneStore.temporary().scene("A")
    let page = SceneKey("page", default: Page())
    let (notes, sizes) = (scope.binding(page).note.values, scope.binding(page).size.values)
    for size in [1.0, .nan, .nan, -0.0, 0.0] { scope[page].size = size }
    scope[page].note.text = "end"
    var seen: [String] = []
    for await note in notes {
      seen.append(note.text)
      if note.text == "end" { break }
    }
    #expect(seen == ["", "end"])
    var bits: [UInt64] = []
    for await size in sizes {
      bits.append(size.bitPattern)
      if bits.count == 5 { break }
    }
    #expect(bits == [0.0, 1.0, .nan, -0.0, 0.0].map(\.bitPattern))
  }
}
