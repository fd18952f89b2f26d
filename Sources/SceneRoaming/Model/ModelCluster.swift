import FoundationEssentials
import Synchronization

/// A cluster in memory: what etcd's gateway answers to the calls that this module makes.
///
/// `ModelConformanceTests` asks it and an etcd the same, and compares the answers.
package final class ModelCluster: AskedCluster {
  struct Row: Sendable {
    var value: Data
    var created: Int64
    var modified: Int64
    var version: Int64
    var lease: String?
  }

  struct State: Sendable {
    var rows: [String: Row] = [:]
    var revision: Int64 = 1
    var leases: Set<String> = []
    var lastLease: Int64 = 0
  }

  /// What the cluster had at some moment.
  package struct Saved: Sendable {
    let state: State
  }

  let state = Mutex(State())

  package init() {}

  package func saved() -> Saved { Saved(state: state.withLock { $0 }) }

  /// The cluster's data is that of an earlier moment again.
  package func goBack(to saved: Saved) { state.withLock { $0 = saved.state } }

  package func answer(_ member: String, _ path: String, _ body: [UInt8]) -> ClusterOutcome {
    answer(path, body)
  }

  /// Answers one request; the path is what stands behind `/v3/`.
  func answer(_ path: String, _ body: [UInt8]) -> ClusterOutcome {
    state.withLock { state in
      do {
        switch path {
        case "kv/range":
          return try Self.answered(range(try Self.read(body), state, hasHeader: true))
        case "kv/txn": return try Self.answered(transact(try Self.read(body), &state))
        case "lease/grant":
          state.lastLease += 1
          state.leases.insert(String(state.lastLease))
          let question: [String: String] = try Self.read(body)
          return try Self.answered(
            ClusterMessage.LeaseAnswer(ID: String(state.lastLease), TTL: question["TTL"]))
        case "lease/keepalive":
          let lease = (try Self.read(body) as [String: String])["ID"] ?? ""
          // An ended lease has no time left, which JSON leaves out.
          let answer = ClusterMessage.LeaseAnswer(
            ID: lease, TTL: state.leases.contains(lease) ? "10" : nil)
          return try Self.answered(ClusterMessage.LeaseAnswer.Wrapped(result: answer))
        case "lease/revoke":
          let lease = (try Self.read(body) as [String: String])["ID"] ?? ""
          guard state.leases.contains(lease) else {
            return Self.refused("etcdserver: requested lease not found", 5)
          }
          Self.revoke(lease, &state)
          return try Self.answered(ClusterMessage.LeaseAnswer())
        case "lease/leases":
          let leases = state.leases.sorted().map { ClusterMessage.LeasesAnswer.Lease(ID: $0) }
          return try Self.answered(
            ClusterMessage.LeasesAnswer(leases: leases.isEmpty ? nil : leases))
        case "lease/timetolive":
          let lease = (try Self.read(body) as ClusterMessage.LeaseKeys).ID
          let keys = state.rows.filter { $0.value.lease == lease }.keys.map { Data($0.utf8) }
          return try Self.answered(
            ClusterMessage.LeaseKeysAnswer(
              TTL: state.leases.contains(lease) ? "10" : "-1", keys: keys.isEmpty ? nil : keys))
        case "maintenance/status": return try Self.answered(ClusterMessage.StatusAnswer())
        // It keeps no older state.
        case "kv/compaction", "maintenance/defragment", "maintenance/alarm":
          return try Self.answered(ClusterMessage.Done())
        default: return Self.refused("unknown call \(path)", 12)
        }
      } catch { return Self.refused("\(error)", 3) }
    }
  }

  // MARK: Ranges

  private func range(
    _ range: ClusterMessage.Range, _ state: State, hasHeader: Bool
  ) throws -> ClusterMessage.RangeAnswer {
    let found = state.rows.keys.filter { Self.isIn($0, range.key, range.range_end) }
      .sorted { Self.isBefore($0, $1) }
    let limit = range.limit.flatMap { Int($0) } ?? .max
    let pairs = found.prefix(limit).compactMap { key in
      state.rows[key].map { row in
        var row = row
        if range.keys_only == true { row.value = Data() }
        return Self.shown(key, row)
      }
    }
    return ClusterMessage.RangeAnswer(
      header: hasHeader ? ClusterMessage.Header(revision: String(state.revision)) : nil,
      kvs: pairs.isEmpty ? nil : pairs, more: found.count > limit ? true : nil)
  }

  // MARK: Transactions

  private func transact(
    _ transaction: ClusterMessage.Transaction, _ state: inout State
  ) throws -> ClusterMessage.TransactionAnswer {
    let holds = transaction.compare.allSatisfy { Self.holds($0, state) }
    let operations = holds ? transaction.success : transaction.failure
    for branch in [transaction.success, transaction.failure] where Self.isDouble(branch) {
      throw ModelRefusal.twice
    }
    for branch in [transaction.success, transaction.failure] where branch.count > 128 {
      throw ModelRefusal.tooMany
    }
    guard Self.size(of: transaction.success) <= 3 << 19 else { throw ModelRefusal.tooLarge }
    let lease = operations.compactMap { $0.request_put?.lease }.first { !state.leases.contains($0) }
    guard lease == nil else { throw ModelRefusal.noLease }
    let next = state.revision + 1
    var responses: [ClusterMessage.TransactionAnswer.Response] = []
    for operation in operations {
      var response = ClusterMessage.TransactionAnswer.Response()
      if let put = operation.request_put {
        let key = Self.text(put.key)
        state.rows[key] = Row(
          value: put.value, created: state.rows[key]?.created ?? next, modified: next,
          version: (state.rows[key]?.version ?? 0) + 1, lease: put.lease)
        state.revision = next
      } else if let range = operation.request_range {
        response.response_range = try self.range(range, state, hasHeader: true)
      } else if let range = operation.request_delete_range {
        for key in state.rows.keys where Self.isIn(key, range.key, range.range_end) {
          state.rows[key] = nil
          state.revision = next
        }
      }
      responses.append(response)
    }
    return ClusterMessage.TransactionAnswer(
      header: ClusterMessage.Header(revision: String(state.revision)),
      succeeded: holds ? true : nil, responses: responses.isEmpty ? nil : responses)
  }

  private static func holds(_ compare: ClusterMessage.Compare, _ state: State) -> Bool {
    let row = state.rows[text(compare.key)]
    switch compare.target {
    case "CREATE": return String(row?.created ?? 0) == compare.create_revision
    case "MOD": return String(row?.modified ?? 0) == compare.mod_revision
    // Of a key that is not there no value equals another one.
    default: return row.map { $0.value == compare.value } ?? false
    }
  }

  /// Whether two operations write one key, which is refused whether they would be done or not.
  private static func isDouble(_ operations: [ClusterMessage.Operation]) -> Bool {
    let puts = operations.compactMap { $0.request_put.map { text($0.key) } }
    let deletes = operations.compactMap(\.request_delete_range)
    return Set(puts).count < puts.count
      || puts.contains { key in deletes.contains { isIn(key, $0.key, $0.range_end) } }
  }

  /// What the puts of a transaction take, of which etcd's 1.5 MiB are for one request.
  private static func size(of operations: [ClusterMessage.Operation]) -> Int {
    operations.reduce(0) { $0 + ($1.request_put.map { $0.key.count + $0.value.count } ?? 0) }
  }

  private static func isIn(_ key: String, _ first: Data, _ end: Data?) -> Bool {
    guard let end else { return key == text(first) }
    return !isBefore(key, text(first)) && isBefore(key, text(end))
  }

  static func revoke(_ lease: String, _ state: inout State) {
    state.leases.remove(lease)
    let keys = state.rows.filter { $0.value.lease == lease }.keys
    if !keys.isEmpty { state.revision += 1 }
    for key in keys { state.rows[key] = nil }
  }

  // MARK: Bytes

  private enum ModelRefusal: Error, CustomStringConvertible {
    case noLease, twice, tooMany, tooLarge

    var description: String {
      switch self {
      case .noLease: "etcdserver: requested lease not found"
      case .twice: "etcdserver: duplicate key given in txn request"
      case .tooMany: "etcdserver: too many operations in txn request"
      case .tooLarge: "etcdserver: request is too large"
      }
    }
  }

  private static func read<Value: Decodable>(_ body: [UInt8]) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(body))
  }

  private static func answered(_ answer: some Encodable) throws -> ClusterOutcome {
    .answered(status: 200, body: [UInt8](try JSONEncoder().encode(answer)))
  }

  private static func refused(_ words: String, _ code: Int) -> ClusterOutcome {
    .answered(status: 400, body: Array(#"{"error":"\#(words)","code":\#(code)}"#.utf8))
  }

  static func shown(_ key: String, _ row: Row) -> ClusterMessage.Pair {
    ClusterMessage.Pair(
      key: Data(key.utf8), value: row.value, create_revision: String(row.created),
      mod_revision: String(row.modified), version: String(row.version), lease: row.lease)
  }

  private static func text(_ bytes: Data) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The order of etcd's keys, that of their bytes.
  static func isBefore(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
