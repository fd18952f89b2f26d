import Dispatch
import Synchronization

/// Several threads that share some work, a number each.
enum Workers {
  /// Does some work, and waits until all is done or nobody wants it any more.
  ///
  /// - Returns: What came of the parts that were done by then, by their numbers.
  static func share<Part: Sendable>(
    _ count: Int, jobs: Int, isStopped: @escaping @Sendable () -> Bool,
    waits: ([Int: Part]) -> Void = { _ in }, _ body: @escaping @Sendable (Int) -> Part?
  ) -> [Int: Part] {
    let next = Atomic(0)
    let results = Mutex([Int: Part]())
    let workers = DispatchGroup()
    let work: @Sendable () -> Void = {
      while !isStopped() {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let result = body(index)
        // Half a part is none.
        if isStopped() { return }
        results.withLock { $0[index] = result }
      }
    }
    for _ in 0..<max(1, jobs) { DispatchQueue.global().async(group: workers, execute: work) }
    while workers.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      waits(results.withLock { $0 })
    }
    return results.withLock { $0 }
  }
}
