import LMDB
import Synchronization
import Testing

struct ThreadTests {
  @Test func `a notification before the wait is not lost`() {
    let signal = Signal()
    signal.notify()
    #expect(signal.wait(timeout: .zero))
    #expect(!signal.wait(timeout: .milliseconds(5)))
  }

  @Test func `a worker has the stack it was given`() throws {
    let depth = Atomic(0)
    let worker = try WorkerThread(name: "deep", stackBytes: 64 << 20) {
      depth.store(Self.descend(100_000), ordering: .releasing)
    }
    worker.join()
    let reached = depth.load(ordering: .acquiring)
    #expect(reached == 100_000)
  }

  @Test func `a wait ends when its time is over`() {
    let signal = Signal()
    let start = monotonicNow()
    #expect(!signal.wait(timeout: .milliseconds(30)))
    #expect(monotonicNow() - start >= .milliseconds(30))
  }

  @inline(never)
  private static func descend(_ levels: Int) -> Int {
    levels == 0 ? 0 : 1 + descend(levels - 1)
  }

  @Test func `a worker wakes the one who waits`() throws {
    let signal = Signal()
    let stack = 512 * 1024
    let worker = try WorkerThread(name: "a name that is too long", stackBytes: stack) {
      signal.notify()
    }
    #expect(signal.wait(timeout: .seconds(10)))
    worker.join()
    worker.join()
  }
}
