import LMDB
import Synchronization

/// What answers requests: a cluster in memory, or members of etcd that a test asks.
package protocol AskedCluster: Sendable {
  /// What a member says to one request; the path is what stands behind `/v3/`.
  func answer(_ member: String, _ path: String, _ body: [UInt8]) -> ClusterOutcome
}

/// The way from one machine to a cluster in memory, and what happens on it.
package final class ModelLink: Sendable {
  /// What becomes of one request.
  package enum Mishap: CaseIterable, Sendable {
    case lost
    /// It is done, and the answer never arrives.
    case unanswered
    /// It is done later, when nobody waits for it any more.
    case late
  }

  private struct State {
    var isCut = false
    var mishap: (mishap: Mishap, after: Int)?
    var late: [(member: String, path: String, body: [UInt8])] = []
  }

  private let cluster: any AskedCluster
  private let state = Mutex(State())

  package init(_ cluster: any AskedCluster) { self.cluster = cluster }

  package func cut() { state.withLock { $0.isCut = true } }

  /// The way is free, and nothing is on it any more.
  package func heal() {
    state.withLock { ($0.isCut, $0.mishap) = (false, nil) }
    deliver()
  }

  /// Lets something happen to a request, once so many others are answered.
  package func plan(_ mishap: Mishap, after count: Int) {
    state.withLock { $0.mishap = (mishap, count) }
  }

  /// What was late arrives.
  package func deliver() {
    let late = state.withLock { state in
      defer { state.late = [] }
      return state.late
    }
    for request in late { _ = cluster.answer(request.member, request.path, request.body) }
  }

  fileprivate func send(_ member: String, _ path: String, _ body: [UInt8]) -> ClusterOutcome {
    let mishap: Mishap? = state.withLock { state in
      if state.isCut { return .lost }
      guard let planned = state.mishap else { return nil }
      state.mishap = planned.after > 0 ? (planned.mishap, planned.after - 1) : nil
      guard planned.after == 0 else { return nil }
      if planned.mishap == .late { state.late.append((member, path, body)) }
      return planned.mishap
    }
    let answer = mishap == nil || mishap == .unanswered ? cluster.answer(member, path, body) : nil
    guard mishap == nil, let answer else { return .failed(words: "on the way") }
    return answer
  }

  fileprivate var isCut: Bool { state.withLock { $0.isCut } }

  /// A connection for one client; each machine has one link and perhaps many of these.
  package func connection() -> sending any ClusterConnection { Connection(self, by: nil) }

  /// A connection of somebody's to a real cluster, which nothing passes while the link is cut.
  package func connection(
    by real: sending any ClusterConnection
  ) -> sending any ClusterConnection { Connection(self, by: real) }

  private final class Connection: ClusterConnection {
    var token: String? { didSet { real?.token = token } }
    private let link: ModelLink
    private let real: (any ClusterConnection)?

    init(_ link: ModelLink, by real: (any ClusterConnection)?) {
      (self.link, self.real) = (link, real)
    }

    func post(_ address: String, _ body: [UInt8], timeout: Int) -> ClusterOutcome {
      if let real {
        return link.isCut
          ? .failed(words: "on the way") : real.post(address, body, timeout: timeout)
      }
      // http://HOST:PORT/v3/PATH
      let words = address.split(separator: "/")
      return link.send(String(words[1]), words.dropFirst(3).joined(separator: "/"), body)
    }

    func follow(
      _ address: String, _ body: [UInt8], until bell: Bell, take: @escaping ([UInt8]) -> Bool
    ) {
      // A watch that ends at once: whoever follows reads again after a while, and nothing that is
      // done step by step follows anything.
    }
  }
}
