import Foundation
import LMDB
import Synchronization
import Testing

/// A fork beside threads that were started here.
struct ForkGateTests {
  /// Forks, ends the child at once, and answers how long the fork took.
  private static func timeOfFork() -> Duration {
    let start = monotonicNow()
    let child = forkForTests()
    if child == 0 { _exit(0) }
    let time = monotonicNow() - start
    waitpid(child, nil, 0)
    return time
  }

  @Test func `a fork waits for a thread that works`() async {
    await #expect(processExitsWith: .success) {
      let begun = Signal()
      let isOver = Atomic(false)
      let worker = try WorkerThread(name: "works", stackBytes: 1 << 20) {
        begun.notify()
        pause(.milliseconds(100))
        isOver.store(true, ordering: .releasing)
      }
      try #require(begun.wait(timeout: .seconds(10)))
      _ = Self.timeOfFork()
      let wasOver = isOver.load(ordering: .acquiring)
      #expect(wasOver)
      worker.join()
    }
  }

  @Test func `a fork does not wait for a thread that waits, nor long for one that works long`()
    async
  {
    await #expect(processExitsWith: .success) {
      let (begun, end, done) = (Signal(), Signal(), Signal())
      let waiting = try WorkerThread(name: "waits", stackBytes: 1 << 20) {
        begun.notify()
        _ = end.wait(timeout: nil)
      }
      try #require(begun.wait(timeout: .seconds(10)))
      pause(.milliseconds(50))
      #expect(Self.timeOfFork() < .milliseconds(400))
      let working = try WorkerThread(name: "works long", stackBytes: 1 << 20) {
        begun.notify()
        pause(.milliseconds(1500))
        done.notify()
      }
      try #require(begun.wait(timeout: .seconds(10)))
      let time = Self.timeOfFork()
      #expect(time >= .milliseconds(400) && !done.wait(timeout: .zero))
      // It and others work on, and fork again.
      end.notify()
      working.join()
      waiting.join()
      #expect(Self.timeOfFork() < .milliseconds(400))
    }
  }

  @Test func `two threads that fork at once both go on, and so do the workers`() async {
    await #expect(processExitsWith: .success) {
      let bell = Signal()
      let isOver = Atomic(false)
      let worker = try WorkerThread(name: "comes and goes", stackBytes: 1 << 20) {
        while !isOver.load(ordering: .acquiring) { _ = bell.wait(timeout: .microseconds(100)) }
      }
      let forkers = (0..<2).map { _ in
        let done = Signal()
        Thread.detachNewThread {
          for _ in 0..<50 { _ = Self.timeOfFork() }
          done.notify()
        }
        return done
      }
      for done in forkers { #expect(done.wait(timeout: .seconds(30))) }
      isOver.store(true, ordering: .releasing)
      worker.join()
    }
  }
}
