package import LMDB

/// What carries requests to a member of a cluster: libcurl, or a model in tests.
///
/// Used by one thread at a time.
package protocol ClusterConnection: AnyObject {
  /// Whom requests are from, as the cluster named them at the login.
  var token: String? { get set }

  /// Sends a body and waits for the answer.
  ///
  /// After so many milliseconds the request has failed, whatever became of it.
  func post(_ address: String, _ body: [UInt8], timeout: Int) -> ClusterOutcome

  /// Sends a body, and takes the pieces of an answer that has no end.
  ///
  /// Returns when somebody rings, when a piece is the last one that is wanted, as `take` says, or when
  /// the member ends it.
  func follow(
    _ address: String, _ body: [UInt8], until bell: Bell, take: @escaping ([UInt8]) -> Bool)
}

/// What became of a request.
package enum ClusterOutcome {
  case answered(status: Int, body: [UInt8])
  case failed(words: String)
  /// It never left this machine.
  case notConnected(words: String)
  /// One of the two did not accept the other's certificate.
  case notTrusted(words: String)
}

/// Hides what leaves this machine: libsodium.
package protocol Sealing: Sendable {
  /// A name as the cluster sees it, the same from every machine that has the oldest key.
  func hidden(_ name: String) -> String

  /// What the cluster gets to see of some bytes, which only open again under the same key.
  func sealed(_ bytes: [UInt8], under address: [UInt8]) -> [UInt8]

  /// What was sealed.
  func opened(_ sealed: [UInt8], under address: [UInt8]) throws(RoamingProblem) -> [UInt8]
}
