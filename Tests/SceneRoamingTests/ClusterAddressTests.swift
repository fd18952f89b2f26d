import FoundationEssentials
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
