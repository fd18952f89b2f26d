import FoundationEssentials
import LMDB
import Testing

@testable import SceneRoaming

struct ClusterAddressTests {
  @Test func `an address has members in their order`() throws {
    let address = try ClusterAddress(
      "etcd://127.0.0.1:2379,localhost:1,[::1]:65535", allowsPlainText: false)
    #expect(address.members == ["127.0.0.1:2379", "localhost:1", "[::1]:65535"])
  }

  @Test(arguments: [
    "", "127.0.0.1:2379", "http://127.0.0.1:1", "etcd://", "etcd://localhost", "etcd://:1",
    "etcd://localhost:", "etcd://localhost:65536", "etcd://localhost:1,", "etcd://a b:1",
    "etcd://user@localhost:1", "etcd://localhost:1/path", "etcds://localhost",
  ])
  func `what is no address is refused`(text: String) {
    let problem = #expect(throws: RoamingProblem.self) {
      try ClusterAddress(text, allowsPlainText: true)
    }
    #expect(problem?.code == .badAddress)
  }

  @Test(arguments: [
    "10.0.0.1:2379", "127.0.0.1.example.com:1", "localhost.example.com:1", "127.1:1", "127.0.0.x:1",
  ])
  func `plain text leaves this machine only where it is allowed`(member: String) throws {
    let problem = #expect(throws: RoamingProblem.self) {
      try ClusterAddress("etcd://127.0.0.1:1,\(member)", allowsPlainText: false)
    }
    #expect(problem?.code == .plainText)
    _ = try ClusterAddress("etcd://\(member)", allowsPlainText: true)
  }

  @Test func `with TLS every machine will do`() throws {
    let address = try ClusterAddress("etcds://10.0.0.1:2379,db:1", allowsPlainText: false)
    #expect(address.isSecure && address.members == ["10.0.0.1:2379", "db:1"])
    #expect(try !ClusterAddress("etcd://127.0.0.1:1", allowsPlainText: false).isSecure)
  }

  /// Members of which only the last one is there.
  private final class OneOfThree: ClusterConnection {
    var token: String?

    func post(_ address: String, _ body: [UInt8], timeout: Int) -> ClusterOutcome {
      guard address.hasPrefix("http://127.0.0.1:3/") else {
        return .notConnected(words: "nobody listens")
      }
      return .answered(status: 200, body: Array(#"{"header":{"revision":"7"}}"#.utf8))
    }

    func follow(
      _ address: String, _ body: [UInt8], until bell: Bell, take: @escaping ([UInt8]) -> Bool
    ) {}
  }

  @Test func `what a member never heard is asked of the next one at once`() throws {
    let members = "etcd://127.0.0.1:1,127.0.0.1:2,127.0.0.1:3"
    let client = ClusterClient(
      try ClusterAddress(members, allowsPlainText: false), Roaming.Credentials(), nil
    ) { OneOfThree() }
    #expect(try client.pairs(from: "a", to: "b").revision == 7)
    let nobody = ClusterClient(
      try ClusterAddress("etcd://127.0.0.1:1,127.0.0.1:2", allowsPlainText: false),
      Roaming.Credentials(), nil
    ) { OneOfThree() }
    let problem = #expect(throws: RoamingProblem.self) { try nobody.pairs(from: "a", to: "b") }
    #expect(problem?.code == .notReachable)
  }

  @Test func `a password in an address is not said again`() {
    let problem = #expect(throws: RoamingProblem.self) {
      try ClusterAddress("etcds://ann:secret@10.0.0.1:2379", allowsPlainText: false)
    }
    #expect(problem?.code == .badAddress && problem?.description.contains("secret") == false)
  }

  @Test(
    arguments: [
      (#"{"error":"etcdserver: permission denied","code":7}"#, .notAllowed),
      (#"{"error":"etcdserver: invalid auth token","code":16}"#, .notAllowed),
      (#"{"error":"etcdserver: user name is empty","code":3}"#, .notAllowed),
      (#"{"error":"etcdserver: revision of auth store is old","code":3}"#, .notAllowed),
      (#"{"error":"etcdserver: mvcc: database space exceeded","code":8}"#, .full),
      (#"{"error":"etcdserver: no leader","code":14}"#, .notReachable),
      (#"{"error":"etcdserver: too many requests","code":8}"#, .refused), ("{}", .refused),
    ] as [(String, RoamingProblem.Code)])
  func `a refusal is told for what it is`(text: String, code: RoamingProblem.Code) throws {
    let refusal = try JSONDecoder().decode(ClusterMessage.Refusal.self, from: Data(text.utf8))
    #expect(refusal.meaning == code)
  }

  @Test func `a problem is a sentence with a next step`() {
    let problem = RoamingProblem(.plainText, detail: "'10.0.0.1' is another machine")
    #expect(
      problem.description
        == "values would travel in plain text: '10.0.0.1' is another machine; use etcds:// or a "
        + "member on this machine, or allow plain text in a network you trust [plain-text]")
  }
}
