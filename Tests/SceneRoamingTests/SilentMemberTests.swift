import Dispatch
import LMDB
import Synchronization
import Testing

@testable import SceneRoaming

/// Members that take a request and do not answer it.
struct SilentMemberTests {
  /// Members of which the first one says nothing, which takes a while.
  private final class Silent: ClusterConnection {
    var token: String?
    private let asked: @Sendable () -> Void

    init(_ asked: @escaping @Sendable () -> Void) { self.asked = asked }

    func post(_ address: String, _ body: [UInt8], timeout: Int) -> ClusterOutcome {
      guard address.hasPrefix("http://127.0.0.1:1/") else {
        return .answered(status: 200, body: Array(#"{"header":{"revision":"7"}}"#.utf8))
      }
      asked()
      pause(.milliseconds(400))
      return .failed(words: "time is over")
    }

    func follow(
      _ address: String, _ body: [UInt8], until bell: Bell, take: @escaping ([UInt8]) -> Bool
    ) {}
  }

  private func client(
    _ members: String, _ asked: @escaping @Sendable () -> Void = {}
  ) throws -> ClusterClient {
    ClusterClient(
      try ClusterAddress(members, allowsPlainText: false), Roaming.Credentials(), nil
    ) { Silent(asked) }
  }

  @Test func `who waits behind a request that nobody answers does not ask again`() throws {
    let count = Mutex(0)
    let refused = Mutex(0)
    let begun = DispatchSemaphore(value: 0)
    let client = try client("etcd://127.0.0.1:1") {
      count.withLock { $0 += 1 }
      begun.signal()
    }
    @Sendable func ask() {
      do { _ = try client.pairs(from: "a", to: "b") } catch {
        refused.withLock { $0 += error.code == .notReachable ? 1 : 0 }
      }
    }
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { ask() }
    begun.wait()
    for _ in 0..<3 { DispatchQueue.global().async(group: group) { ask() } }
    group.wait()
    #expect(refused.withLock { $0 } == 4)
    #expect(count.withLock { $0 } < 4)
    // Who comes later asks for himself.
    let before = count.withLock { $0 }
    ask()
    #expect(count.withLock { $0 } == before + 1)
  }

  @Test func `what only asks goes on to the next member, what changes something does not`() throws {
    let client = try client("etcd://127.0.0.1:1,127.0.0.1:2")
    #expect(try client.pairs(from: "a", to: "b").revision == 7)
    let other = try self.client("etcd://127.0.0.1:1,127.0.0.1:2")
    let problem = #expect(throws: RoamingProblem.self) { try other.transact([], []) }
    #expect(problem?.code == .notReachable)
  }
}
