import FoundationEssentials
import FuzzTargets
import Synchronization

@testable import SceneRoaming

/// What machines of a schedule carry to: a model, or members of etcd.
protocol ScheduledCluster: AskedCluster {
  /// Its members, as an app would name them.
  var address: String { get }

  /// All keys below a prefix at one moment.
  func everything(below root: String) throws -> [String: ClusterPair]

  /// The time of every lease is over.
  func endLeases() throws
}

extension ModelCluster: ScheduledCluster {
  var address: String { "etcd://127.0.0.1:1" }

  func everything(below root: String) throws -> [String: ClusterPair] {
    var pairs: [String: ClusterPair] = [:]
    for key in keys where key.hasPrefix(root) { pairs[key] = try pair(key) }
    return pairs
  }
}

/// A cluster whose members are killed, cut off from each other, and lose their disks.
protocol DisturbedCluster: ScheduledCluster {
  /// Lets something happen, and says what.
  func disturb(_ random: inout FuzzRandom) throws -> String

  /// All members run, and everybody reaches everybody.
  func heal() throws
}

/// What a cluster would have to do wrong for the checker of histories to be of use.
enum ScheduledFault: String, CaseIterable, Sendable {
  /// Comparisons always hold: a machine that was cut off writes over its successor.
  case noFencing
  /// What is said to be done is not.
  case lostAnswers
  /// Of each transaction that moves a head only the first half is done.
  case halves
  /// Heads say that they hold something else, so that equal scenes look later.
  case otherDigests
}

/// Makes a cluster do wrong, by what it is asked for.
final class WrongCluster: ScheduledCluster {
  private let cluster: any ScheduledCluster
  private let fault: ScheduledFault
  private let count = Atomic(0)

  init(_ cluster: any ScheduledCluster, _ fault: ScheduledFault) {
    (self.cluster, self.fault) = (cluster, fault)
  }

  var address: String { cluster.address }

  func everything(below root: String) throws -> [String: ClusterPair] {
    try cluster.everything(below: root)
  }

  func endLeases() throws { try cluster.endLeases() }

  func answer(_ member: String, _ path: String, _ body: [UInt8]) -> ClusterOutcome {
    guard path == "kv/txn" else { return cluster.answer(member, path, body) }
    do {
      let asked = try JSONDecoder().decode(ClusterMessage.Transaction.self, from: Data(body))
      return cluster.answer(member, path, [UInt8](try JSONEncoder().encode(changed(asked))))
    } catch { return .failed(words: "\(error)") }
  }

  private func changed(_ asked: ClusterMessage.Transaction) -> ClusterMessage.Transaction {
    var transaction = asked
    if fault == .noFencing { transaction.compare = [] }
    let moves = asked.success.contains { Self.isHead($0.request_put?.key) }
    guard moves else { return transaction }
    switch fault {
    case .noFencing: break
    case .lostAnswers:
      if count.add(1, ordering: .relaxed).newValue % 4 == 0 { transaction.success = [] }
    case .halves:
      transaction.success = Array(asked.success.suffix((asked.success.count + 1) / 2))
    case .otherDigests:
      for index in transaction.success.indices {
        guard let put = asked.success[index].request_put, Self.isHead(put.key) else { continue }
        let text = String(decoding: put.value, as: UTF8.self)
        transaction.success[index].request_put?.value = Data(
          text.replacing("\"digest\":\"", with: "\"digest\":\"1").utf8)
      }
    }
    return transaction
  }

  private static func isHead(_ key: Data?) -> Bool {
    String(decoding: key ?? Data(), as: UTF8.self).contains("/heads/")
  }
}
