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
