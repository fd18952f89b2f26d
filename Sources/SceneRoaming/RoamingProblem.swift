/// What went wrong between this machine and the cluster, and what to do about it.
public struct RoamingProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public let code: Code

  /// The particulars, as part of a sentence.
  public let detail: String

  package init(_ code: Code, detail: String = "") { (self.code, self.detail) = (code, detail) }

  /// The kinds of problems.
  public enum Code: String, Hashable, Sendable {
    /// The address of the cluster cannot be read.
    case badAddress = "bad-address"
    /// The cluster is on another machine, and nothing would hide what is sent to it.
    case plainText = "plain-text"
    /// What this machine shows the cluster to be let in is incomplete or cannot be read.
    case badCredentials = "bad-credentials"
    /// This machine does not trust the cluster's certificate, or the cluster not this machine's.
    case notTrusted = "not-trusted"
    /// The cluster does not know the user, or the user may not do this.
    case notAllowed = "not-allowed"
    /// No member of the cluster answered in time.
    case notReachable = "not-reachable"
    /// The cluster answered, and refused.
    case refused = "refused"
    /// The cluster has no room: its quota is used up.
    case full = "full"
    /// The cluster has less than it said to have, as after its data was restored.
    case wentBack = "went-back"
    /// What the cluster sent is nothing that this version wrote.
    case notReadable = "not-readable"
    /// What the cluster holds does not open with the keys that are given.
    case sealed = "sealed"
    /// The cluster has no such scene.
    case noSuchScene = "no-such-scene"
    /// Another machine was quicker, or has the scene.
    case isElsewhere = "is-elsewhere"
    /// Who has the scene is not known before a lease has ended, as after this store was put back.
    case waitsForLease = "waits-for-lease"
    /// The store has no name of an app, or cannot be used.
    case storeNotUsable = "store-not-usable"
    /// Another process carries this store already.
    case alreadyCarried = "already-carried"
    /// Roaming was closed.
    case isClosed = "is-closed"

    /// Whether other scenes can be carried all the same.
    var concernsOneScene: Bool {
      switch self {
      case .storeNotUsable, .notReadable, .sealed, .waitsForLease: true
      case .badAddress, .plainText, .badCredentials, .notTrusted, .notAllowed, .notReachable,
        .refused, .full, .wentBack, .noSuchScene, .isElsewhere, .alreadyCarried, .isClosed:
        false
      }
    }
  }

  /// One sentence with the particulars, and the next step.
  public var description: String {
    "\(whatHappened); \(nextStep) [\(code.rawValue)]"
  }

  /// The sentence without the next step.
  package var whatHappened: String { detail.isEmpty ? sentence : "\(sentence): \(detail)" }

  private var sentence: String {
    switch code {
    case .badAddress: "the cluster's address cannot be read"
    case .plainText: "values would travel in plain text"
    case .badCredentials: "the credentials cannot be used"
    case .notTrusted: "a certificate is not accepted"
    case .notAllowed: "the cluster does not allow this"
    case .notReachable: "the cluster does not answer"
    case .refused: "the cluster refused"
    case .full: "the cluster has no room"
    case .wentBack: "the cluster has less than it had"
    case .notReadable: "what the cluster holds cannot be read"
    case .sealed: "what the cluster holds does not open"
    case .noSuchScene: "the cluster has no such scene"
    case .isElsewhere: "another machine has the scene"
    case .waitsForLease: "a copy of this store may have the scene"
    case .storeNotUsable: "the store cannot be carried"
    case .alreadyCarried: "another process carries this store"
    case .isClosed: "roaming was closed"
    }
  }

  /// That a store was carried with a key that seals, and is to be carried without one.
  package static let withoutKey = "this store was carried sealed, and no key is given"

  /// What to do now.
  package var nextStep: String {
    switch code {
    case .badAddress: "write etcds://HOST:PORT, and more members behind commas"
    case .plainText where detail == Self.withoutKey:
      "give its key; who wants to send it in clear from now on removes roaming.lock in its folder"
    case .plainText:
      "use etcds:// or a member on this machine, or allow plain text in a network you trust"
    case .badCredentials:
      detail.hasPrefix("'")
        ? "look at that file"
        : "give a certificate with its key, and a user with the password"
    case .notTrusted: "look at the files and the dates of ca, certificate and key"
    case .notAllowed: "give the user and the password, and look at the role with etcdctl role get"
    case .notReachable: "nothing is lost, and it is tried again; look at the network and at etcd"
    case .refused: "look at etcd's log and its users"
    case .full:
      "nothing is lost, and it is tried again; its operator makes room: scenesim roam compact"
    case .wentBack: "nothing is lost here: each scene of this machine is sent again"
    case .notReadable: "update this app, or look at the keys with etcdctl"
    case .sealed: "give every key that the other machines seal with, the oldest one first"
    case .noSuchScene: "ask for the places again"
    case .isElsewhere: "ask for the places again, and bring it from there"
    case .waitsForLease: "nothing is lost, and it is tried again until a lease has ended"
    case .storeNotUsable: "open a store in a folder, with an appID"
    case .alreadyCarried: "end it, or let it do the carrying"
    case .isClosed: "make another one"
    }
  }
}
