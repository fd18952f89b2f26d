import FoundationEssentials
import LMDB
import Synchronization

/// Asks a cluster, one request at a time; no thread that writes to a store ever does.
///
/// A member that does not answer is left for the next one with the next request: what became of
/// the request that failed is not known, and only who sent it can find out.
final class ClusterClient: Sendable {
  private struct State {
    var connection: any ClusterConnection
    var member = 0
    /// The latest revision that an answer named, and how often a later answer named an older one.
    var newest: Int64 = 0
    var timesBack = 0
    /// What the last request heard that nobody answered.
    var silence: RoamingProblem?
  }

  private let address: ClusterAddress
  private let credentials: Roaming.Credentials
  private let seal: (any Sealing)?
  private let connect: @Sendable () -> sending any ClusterConnection
  private let timeout: Int
  private let state: Mutex<State>
  /// How many requests nobody answered.
  private let silences = Atomic(0)

  /// A client that gives each request so many milliseconds.
  init(
    _ address: ClusterAddress, _ credentials: Roaming.Credentials, _ seal: (any Sealing)?,
    timeout: Int = 2000, connect: @escaping @Sendable () -> sending any ClusterConnection
  ) {
    (self.address, self.credentials, self.timeout) = (address, credentials, timeout)
    (self.seal, self.connect) = (seal, connect)
    state = Mutex(State(connection: connect()))
  }

  var timesBack: Int { state.withLock { $0.timesBack } }

  /// Everything below a prefix as of one revision, page by page; keys alone have no values.
  func pairs(
    from first: String, to end: String, limit: Int = 256, keysOnly: Bool = false
  ) throws(RoamingProblem) -> (pairs: [ClusterPair], revision: Int64) {
    var pairs: [ClusterPair] = []
    var (start, revision): (String, Int64?) = (first, nil)
    while true {
      let answer: ClusterMessage.RangeAnswer = try ask(
        "kv/range",
        ClusterMessage.Range(
          from: start, to: end, limit: limit, revision: revision, keysOnly: keysOnly))
      for pair in answer.kvs ?? [] {
        pairs.append(keysOnly ? try ClusterPair(pair) : try opened(pair))
      }
      let seen = try Self.revision(answer.header)
      revision = revision ?? seen
      guard answer.more == true, let last = pairs.last else { return (pairs, revision ?? seen) }
      start = last.key + "\0"
    }
  }

  func pair(_ key: String) throws(RoamingProblem) -> ClusterPair? {
    let answer: ClusterMessage.RangeAnswer = try ask("kv/range", ClusterMessage.Range(key))
    return try answer.kvs?.first.map(opened)
  }

  /// Several keys at one moment, now or as of a revision.
  func pairs(
    _ keys: [String], revision: Int64? = nil
  ) throws(RoamingProblem) -> (pairs: [ClusterPair?], revision: Int64) {
    let answer = try transact([], keys.map { .get($0, revision: revision) })
    return (answer.read, answer.revision)
  }

  /// What became of a transaction.
  struct Transacted {
    let isDone: Bool
    let revision: Int64
    /// What its ranges of single keys found, in their order.
    let read: [ClusterPair?]
  }

  /// Does everything or, if one of the comparisons fails, nothing.
  func transact(
    _ comparisons: [ClusterMessage.Compare], _ operations: [ClusterMessage.Operation]
  ) throws(RoamingProblem) -> Transacted {
    let answer: ClusterMessage.TransactionAnswer = try ask(
      "kv/txn", ClusterMessage.Transaction(compare: comparisons, success: operations))
    var read: [ClusterPair?] = []
    for response in answer.responses ?? [] {
      guard let range = response.response_range else { continue }
      read.append(try range.kvs?.first.map(opened))
    }
    return Transacted(
      isDone: answer.succeeded ?? false, revision: try Self.revision(answer.header), read: read)
  }

  /// A value on its way to the cluster, sealed if there is a key.
  func put(_ key: String, _ bytes: [UInt8], lease: Int64? = nil) -> ClusterMessage.Put {
    ClusterMessage.Put(key, seal?.sealed(bytes, under: Array(key.utf8)) ?? bytes, lease: lease)
  }

  private func opened(_ answer: ClusterMessage.Pair) throws(RoamingProblem) -> ClusterPair {
    var pair = try ClusterPair(answer)
    if let seal { pair.value = try seal.opened(pair.value, under: [UInt8](answer.key)) }
    return pair
  }

  // MARK: Leases

  func grantLease(seconds: Int) throws(RoamingProblem) -> Int64 {
    let answer: ClusterMessage.LeaseAnswer = try ask("lease/grant", ["TTL": String(seconds)])
    guard let lease = answer.ID.flatMap({ Int64($0) }) else {
      throw RoamingProblem(.notReadable, detail: "a lease without a number")
    }
    return lease
  }

  /// Keeps a lease for its whole time from now on; false if it has ended.
  func keepLease(_ lease: Int64) throws(RoamingProblem) -> Bool {
    let answer: ClusterMessage.LeaseAnswer.Wrapped = try ask(
      "lease/keepalive", ["ID": String(lease)])
    return answer.result?.TTL.flatMap { Int64($0) } ?? 0 > 0
  }

  /// Ends a lease, and with it the keys that were put under it.
  func revokeLease(_ lease: Int64) throws(RoamingProblem) {
    let _: ClusterMessage.LeaseAnswer = try ask("lease/revoke", ["ID": String(lease)])
  }

  // MARK: Watches

  /// Follows what changes in some ranges after a revision, in each in the order of its making.
  ///
  /// Returns when somebody rings, when what followed was compacted, and when the member ends it or
  /// loses its leader: whoever follows reads again what there is, and goes on from there.
  func follow(
    _ ranges: [ClusterNames.Prefix], after revision: Int64, until bell: Bell,
    _ take: @escaping ([ClusterChange]) throws(RoamingProblem) -> Void
  ) throws(RoamingProblem) {
    // One request may begin several watches, which share its answer.
    var request: [UInt8] = []
    for range in ranges {
      request += try RoamingJSON.bytes(
        ClusterMessage.Watch(
          create_request: .init(
            key: Data(range.first.utf8), range_end: Data(range.end.utf8),
            start_revision: String(revision + 1))))
    }
    let (token, member) = state.withLock { ($0.connection.token, $0.member) }
    let connection = connect()
    connection.token = token
    var text: [UInt8] = []
    var failure: RoamingProblem?
    connection.follow(url(member, "watch"), request, until: bell) { bytes in
      text += bytes
      // An answer is a line; the first one says that the watch has begun.
      while let end = text.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(text[..<end])
        text.removeSubrange(...end)
        do throws(RoamingProblem) {
          let answer: ClusterMessage.WatchAnswer = try RoamingJSON.read(line)
          // Refused, compacted, or without a leader.
          guard let result = answer.result, result.canceled != true else { return false }
          var changes: [ClusterChange] = []
          for event in result.events ?? [] { changes.append(try self.change(event)) }
          if !changes.isEmpty { try take(changes) }
        } catch {
          failure = error
          return false
        }
      }
      return true
    }
    if let failure { throw failure }
  }

  private func change(_ event: ClusterMessage.WatchAnswer.Event) throws(RoamingProblem)
    -> ClusterChange
  {
    // Of a key that went there is its name alone.
    guard event.type == "DELETE" else { return .put(try opened(event.kv)) }
    return .deleted(
      String(decoding: event.kv.key, as: UTF8.self), at: Int64(event.kv.mod_revision) ?? 0)
  }

  // MARK: Requests

  private func url(_ member: Int, _ path: String) -> String {
    "\(address.isSecure ? "https" : "http")://\(address.members[member % address.members.count])/v3/\(path)"
  }

  func ask<Question: Encodable, Answer: Decodable>(
    _ path: String, _ question: Question
  ) throws(RoamingProblem) -> Answer {
    let body: Data
    do { body = try JSONEncoder().encode(question) } catch {
      throw RoamingProblem(.notReadable, detail: "\(error)")
    }
    let before = silences.load(ordering: .acquiring)
    return try state.withLock { state throws(RoamingProblem) -> Answer in
      // Who waited behind a request that nobody answered would hear no more, and as late again.
      if silences.load(ordering: .acquiring) != before, let silence = state.silence {
        throw silence
      }
      try logIn(&state)
      do throws(RoamingProblem) {
        return try send(path, body, &state)
      } catch {
        // A token ends after a while, with the member that gave it, and with a change of rights.
        guard error.code == .notAllowed, state.connection.token != nil else { throw error }
        state.connection.token = nil
        try logIn(&state)
        return try send(path, body, &state)
      }
    }
  }

  /// Gets a token, where there is a user and none yet.
  private func logIn(_ state: inout State) throws(RoamingProblem) {
    guard let user = credentials.user, state.connection.token == nil else { return }
    let body: Data
    do {
      body = try JSONEncoder().encode(["name": user, "password": credentials.password ?? ""])
    } catch { throw RoamingProblem(.badCredentials, detail: "\(error)") }
    let answer: ClusterMessage.LoginAnswer = try send(
      "auth/authenticate", body, &state)
    state.connection.token = answer.token
  }

  private func send<Answer: Decodable>(
    _ path: String, _ body: Data, _ state: inout State
  ) throws(RoamingProblem) -> Answer {
    var outcome = state.connection.post(url(state.member, path), [UInt8](body), timeout: timeout)
    // What nobody heard can be said to the next one, and so can what only asks.
    for _ in 1..<address.members.count {
      switch outcome {
      case .notConnected: break
      case .failed where Self.questions.contains(path): break
      case .failed, .answered, .notTrusted: return try answer(outcome, &state)
      }
      state.member += 1
      outcome = state.connection.post(url(state.member, path), [UInt8](body), timeout: timeout)
    }
    return try answer(outcome, &state)
  }

  /// What changes nothing, whoever heard it.
  private static let questions: Set = ["kv/range", "auth/authenticate"]

  private func answer<Answer: Decodable>(
    _ outcome: ClusterOutcome, _ state: inout State
  ) throws(RoamingProblem) -> Answer {
    switch outcome {
    case .failed(let words), .notConnected(let words):
      state.member += 1
      let silence = RoamingProblem(.notReachable, detail: words)
      state.silence = silence
      silences.add(1, ordering: .releasing)
      throw silence
    case .notTrusted(let words):
      state.member += 1
      let isOther = words.contains("SSL connect error")
      throw RoamingProblem(
        .notTrusted, detail: isOther ? "\(words); etcd:// is without TLS" : words)
    case .answered(200, let body):
      let answer: Answer
      do { answer = try JSONDecoder().decode(Answer.self, from: Data(body)) } catch {
        throw RoamingProblem(.notReadable, detail: "\(error)")
      }
      if let dated = answer as? any ClusterMessage.Dated {
        try Self.check(try Self.revision(dated.header), &state)
      }
      return answer
    case .answered(let status, let body):
      if String(decoding: body, as: UTF8.self).contains("HTTP request to an HTTPS server") {
        throw RoamingProblem(.notTrusted, detail: "it wants TLS: etcds:// and no etcd://")
      }
      // What is no refusal of etcd's is told by its number.
      let refusal = try? JSONDecoder().decode(ClusterMessage.Refusal.self, from: Data(body))
      let words = refusal?.error ?? "the answer has the status \(status)"
      let code = refusal?.meaning ?? .refused
      if code == .notReachable { state.member += 1 }
      throw RoamingProblem(code, detail: words)
    }
  }

  /// Answers come one after the other, so no revision is below that of an answer before it.
  private static func check(_ revision: Int64, _ state: inout State) throws(RoamingProblem) {
    let before = state.newest
    state.newest = revision
    guard revision >= before else {
      state.timesBack += 1
      throw RoamingProblem(.wentBack, detail: "from revision \(before) to \(revision)")
    }
  }

  private static func revision(
    _ header: ClusterMessage.Header?
  ) throws(RoamingProblem) -> Int64 {
    guard let revision = header.flatMap({ Int64($0.revision) }) else {
      throw RoamingProblem(.notReadable, detail: "an answer without a revision")
    }
    return revision
  }
}
