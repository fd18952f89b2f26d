import Foundation
import FuzzTargets
import Testing

@testable import SceneRoaming

/// The cluster in memory answers what etcd answers, so that the schedules say something of etcd.
@Suite(.enabled(if: Etcd.isInstalled, "no etcd or no curl: Scripts/install gets them"))
struct ModelConformanceTests {
  /// One request, in the words of both; leases are named by how many were granted before.
  private enum Request {
    case range(ClusterMessage.Range)
    case transaction(ClusterMessage.Transaction)
    case grant, keep(Int), revoke(Int), keys(Int), leases
  }

  /// What both have to say alike.
  private struct Answer: Hashable {
    var revision: String?
    var isDone: Bool?
    var ranges: [[String]] = []
    var more: [Bool] = []
    var isLive: Bool?
    var refusal: String?
  }

  private static let keys = (0..<6).map { "/s/k\($0)" }

  @Test(arguments: [20, 21] as [UInt64])
  func `the model and etcd answer alike`(seed: UInt64) throws {
    let etcd = try Etcd()
    defer { etcd.end() }
    let model = ModelCluster()
    var random = FuzzRandom(seed)
    var leases: [(model: String, etcd: String)] = []
    var revision: Int64 = 1
    for number in 0..<150 {
      let request = Self.request(&random, leases.count, revision)
      let here = try Self.ask(request, leases.map(\.model)) { .init(model.answer($0, $1)) }
      let there = try Self.ask(request, leases.map(\.etcd)) { try etcd.post($0, $1) }
      try #require(here.answer == there.answer, "request \(number): \(request)")
      if let one = here.lease, let other = there.lease { leases.append((one, other)) }
      revision = here.answer.revision.flatMap { Int64($0) } ?? revision
    }
    #expect(leases.count > 3 && revision > 15)
  }

  // MARK: Requests

  private static func request(
    _ random: inout FuzzRandom, _ leases: Int, _ revision: Int64
  ) -> Request {
    switch random.number(below: 14) {
    case 0: return .grant
    case 1 where leases > 0: return .keep(random.number(below: leases))
    case 2 where leases > 0 && random.oneIn(3): return .revoke(random.number(below: leases))
    case 3: return .range(ClusterMessage.Range(random.pick(keys)))
    case 4, 5:
      let limit = random.oneIn(2) ? 1 + random.number(below: 4) : nil
      return .range(
        ClusterMessage.Range(
          from: random.pick(keys), to: random.pick(keys), limit: limit,
          keysOnly: random.oneIn(4)))
    case 6 where leases > 0: return .keys(random.number(below: leases))
    case 7: return .leases
    default:
      var compare: [ClusterMessage.Compare] = []
      for _ in 0..<random.number(below: 3) {
        let key = random.pick(keys)
        let before = random.oneIn(2) ? 0 : max(0, revision - Int64(random.number(below: 4)))
        compare.append(
          random.pick([
            .created(key, before), .modified(key, before),
            .value(key, Data([UInt8(random.number(below: 3))])),
          ]))
      }
      let success = operations(&random, leases)
      return .transaction(
        ClusterMessage.Transaction(
          compare: compare, success: success, failure: operations(&random, leases)))
    }
  }

  private static func operations(
    _ random: inout FuzzRandom, _ leases: Int
  ) -> [ClusterMessage.Operation] {
    (0..<random.number(below: 4)).map { _ in
      switch random.number(below: 4) {
      case 0: return .get(random.pick(keys))
      case 1:
        let end = random.oneIn(2) ? random.pick(keys) : nil
        return .delete(ClusterMessage.DeleteRange(random.pick(keys), to: end))
      default:
        var put = ClusterMessage.Put(random.pick(keys), [UInt8(random.number(below: 3))])
        if leases > 0, random.oneIn(3) { put.lease = String(random.number(below: leases)) }
        return .put(put)
      }
    }
  }

  /// Asks one of both, and leaves out of the answer what may differ: the numbers of leases, times.
  private static func ask(
    _ request: Request, _ leases: [String], _ post: (String, [UInt8]) throws -> Etcd.Reply
  ) throws -> (answer: Answer, lease: String?) {
    func named(_ lease: String) -> String {
      leases.firstIndex(of: lease).map { "lease \($0)" } ?? lease
    }
    func shown(_ found: ClusterMessage.RangeAnswer) -> [String] {
      (found.kvs ?? []).map { pair in
        let lease = pair.lease.map(named) ?? ""
        return "\(String(decoding: pair.key, as: UTF8.self)) \([UInt8](pair.value ?? Data())) "
          + "\(pair.create_revision ?? "") \(pair.mod_revision) \(pair.version ?? "") \(lease)"
      }
    }
    let (path, body) = try words(of: request, leases)
    let reply = try post(path, [UInt8](body))
    guard reply.status == 200 else {
      return (Answer(refusal: try read(reply, ClusterMessage.Refusal.self).error ?? ""), nil)
    }
    switch request {
    case .range:
      let found = try read(reply, ClusterMessage.RangeAnswer.self)
      let answer = Answer(
        revision: found.header?.revision, ranges: [shown(found)], more: [found.more ?? false])
      return (answer, nil)
    case .transaction:
      let found = try read(reply, ClusterMessage.TransactionAnswer.self)
      let ranges = (found.responses ?? []).map { $0.response_range.map(shown) ?? ["none"] }
      let answer = Answer(
        revision: found.header?.revision, isDone: found.succeeded ?? false, ranges: ranges)
      return (answer, nil)
    case .grant:
      let lease = try read(reply, ClusterMessage.LeaseAnswer.self).ID
      return (Answer(isLive: lease != nil), lease)
    case .keep:
      let kept = try read(reply, ClusterMessage.LeaseAnswer.Wrapped.self).result
      return (Answer(isLive: kept?.TTL != nil), nil)
    case .revoke: return (Answer(), nil)
    case .keys:
      let found = try read(reply, ClusterMessage.LeaseKeysAnswer.self)
      let keys = (found.keys ?? []).map { String(decoding: $0, as: UTF8.self) }.sorted()
      return (Answer(ranges: [keys], isLive: found.TTL.flatMap { Int($0) } ?? 0 > 0), nil)
    case .leases:
      let found = try read(reply, ClusterMessage.LeasesAnswer.self)
      return (Answer(ranges: [(found.leases ?? []).map { named($0.ID) }.sorted()]), nil)
    }
  }

  private static func words(
    of request: Request, _ leases: [String]
  ) throws -> (path: String, body: Data) {
    let encoder = JSONEncoder()
    switch request {
    case .range(let range): return ("kv/range", try encoder.encode(range))
    case .transaction(var transaction):
      func settle(_ operation: inout ClusterMessage.Operation) {
        guard let lease = operation.request_put?.lease.flatMap({ Int($0) }) else { return }
        operation.request_put?.lease = leases[lease]
      }
      for index in transaction.success.indices { settle(&transaction.success[index]) }
      for index in transaction.failure.indices { settle(&transaction.failure[index]) }
      return ("kv/txn", try encoder.encode(transaction))
    case .grant: return ("lease/grant", try encoder.encode(["TTL": "60"]))
    case .keep(let lease): return ("lease/keepalive", try encoder.encode(["ID": leases[lease]]))
    case .revoke(let lease): return ("lease/revoke", try encoder.encode(["ID": leases[lease]]))
    case .keys(let lease):
      let question = ClusterMessage.LeaseKeys(ID: leases[lease])
      return ("lease/timetolive", try encoder.encode(question))
    case .leases: return ("lease/leases", Data("{}".utf8))
    }
  }

  private static func read<Value: Decodable>(_ reply: Etcd.Reply, _: Value.Type) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(reply.body))
  }
}

/// One member of its own, asked by `curl`.
private struct Etcd {
  struct Reply {
    var status: Int
    var body: [UInt8]

    init(status: Int, body: [UInt8]) { (self.status, self.body) = (status, body) }

    init(_ outcome: ClusterOutcome) {
      switch outcome {
      case .answered(let status, let body): self.init(status: status, body: body)
      case .failed(let words), .notConnected(let words), .notTrusted(let words):
        self.init(status: 0, body: Array(words.utf8))
      }
    }
  }

  static var isInstalled: Bool {
    ["etcd", "curl"].allSatisfy { name in
      ["/usr/bin/", "/usr/local/bin/", "/bin/"].contains {
        FileManager.default.isExecutableFile(atPath: $0 + name)
      }
    }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let script = root.appending(path: "Scripts/cluster").path

  private let folder: URL
  private var address = ""

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let member = String(decoding: try run(Self.script, [folder.path]), as: UTF8.self)
    address = member.trimmingCharacters(in: .newlines).replacing("etcd://", with: "http://")
  }

  func end() {
    do {
      _ = try run(Self.script, ["stop", folder.path])
      try FileManager.default.removeItem(at: folder)
    } catch { Issue.record(error) }
  }

  func post(_ path: String, _ body: [UInt8]) throws -> Reply {
    let output = try run(
      "/usr/bin/env",
      ["curl", "-s", "-w", "\n%{http_code}", "--data-binary", "@-", "\(address)/v3/\(path)"], body)
    let lines = output.split(separator: UInt8(ascii: "\n"))
    let status = lines.last.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    return Reply(status: status, body: [UInt8](lines.first ?? []))
  }

  /// Runs a program; what it reads and says goes through files, since a member that goes on would
  /// keep a pipe open.
  private func run(_ program: String, _ arguments: [String], _ input: [UInt8] = []) throws
    -> [UInt8]
  {
    let process = Process()
    let files = ["input", "output"].map { folder.appending(path: $0) }
    try Data(input).write(to: files[0])
    try Data().write(to: files[1])
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let (reading, writing) = (
      try FileHandle(forReadingFrom: files[0]), try FileHandle(forWritingTo: files[1])
    )
    (process.standardInput, process.standardOutput) = (reading, writing)
    try process.run()
    process.waitUntilExit()
    try reading.close()
    try writing.close()
    return [UInt8](try Data(contentsOf: files[1]))
  }
}
