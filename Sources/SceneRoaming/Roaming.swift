public import FoundationEssentials
import LMDB
public import SceneState
import StoreFormat
import Synchronization

/// Carries the scenes of a store into a cluster, and brings those of other machines here.
///
/// The store stays what the app reads and writes: nothing of it ever waits for the network. What
/// was committed is sent from a queue of this object's own, in whole ticks.
///
/// ```swift
/// let roaming = try Roaming(
///   store, cluster: "etcd://127.0.0.1:2379", user: "ann", device: "desk-7")
/// for await places in roaming.places { show(places.filter { !$0.isHere }) }
/// ```
public final class Roaming: Sendable {
  private let carrier: Carrier
  private let lock: Mutex<FileLock?>
  private let watch: Mutex<WorkerThread?>

  #if Roaming
    /// Begins to carry a store.
    ///
    /// Returns before the cluster was asked for anything: an app starts as fast without it.
    /// - Parameters:
    ///   - store: A store in a folder, opened with an `appID`.
    ///   - cluster: The members, as `etcds://HOST:PORT,HOST:PORT`; `etcd` is without TLS.
    ///   - user: Whose scenes they are; those of others are not seen.
    ///   - device: What people call this machine.
    ///   - options: Times, credentials, and what may leave this machine as it is.
    /// - Throws: `bad-address`, `plain-text` (also for a store that was carried with a key, and is
    ///   given none), `bad-credentials`, `store-not-usable`, `already-carried`.
    public convenience init(
      _ store: SceneStore, cluster: String, user: String, device: String,
      options: Options = Options()
    ) throws(RoamingProblem) {
      try self.init(
        store, cluster: cluster, user: user, device: device, options: options,
        seal: try Seal(options.sealedBy)
      ) { CurlConnection(options.credentials) }
    }

    /// What everything begins with that the cluster has of a user's scenes of an app.
    ///
    /// A role of etcd that may read and write below it lets that user in, and nobody else.
    /// - Throws: `sealed` if libsodium finds no source of random numbers.
    public static func prefix(
      app: String, user: String, sealedBy keys: [SealingKey] = []
    ) throws(RoamingProblem) -> String {
      ClusterNames(app: app, user: user, hiddenBy: try Seal(keys)).root
    }
  #else
    /// Needs the package trait `Roaming`.
    @available(*, unavailable, message: "needs the package trait Roaming: traits: [\"Roaming\"]")
    public convenience init(
      _ store: SceneStore, cluster: String, user: String, device: String,
      options: Options = Options()
    ) throws(RoamingProblem) { throw RoamingProblem(.storeNotUsable) }
  #endif

  /// The same through connections of somebody's, such as those to a cluster in memory.
  package init(
    _ store: SceneStore, cluster: String, user: String, device: String, options: Options,
    seal: (any Sealing)?, connect: @escaping @Sendable () -> sending any ClusterConnection
  ) throws(RoamingProblem) {
    let address = try ClusterAddress(cluster, allowsPlainText: options.allowsPlainText)
    try options.credentials.check()
    guard let folder = store.directory?.path, !store.appID.isEmpty else {
      throw RoamingProblem(.storeNotUsable, detail: "it has no folder, or no appID")
    }
    try Self.check(store, isOf: store.appID)
    lock = Mutex(try Self.lock(folder, isSealed: seal != nil))
    do throws(LMDBError) {
      let bell = try Bell("roaming")
      let carrier = Carrier(
        store, ClusterClient(address, options.credentials, seal, connect: connect),
        ClusterNames(app: store.appID, user: user, hiddenBy: seal), device: device, options,
        bell: bell)
      self.carrier = carrier
      watch = Mutex(
        try WorkerThread(name: "roaming-watch", stackBytes: 512 << 10) {
          // A child could do nothing with the connection anyway: no fork waits for this.
          ForkGate.rest { carrier.watch(until: bell) }
        })
    } catch { throw RoamingProblem(.storeNotUsable, detail: "\(error)") }
    carrier.start()
  }

  deinit { close() }

  /// Scenes of one app are no other one's.
  static func check(_ store: SceneStore, isOf app: String) throws(RoamingProblem) {
    guard let made = store.appOfFile, made != app else { return }
    throw RoamingProblem(
      .storeNotUsable, detail: "it has the scenes of '\(made)', and '\(app)' is another app")
  }

  /// One process carries a store; the lock goes with the process that has it, and its file says that
  /// a key hides what leaves this machine.
  private static func lock(
    _ folder: String, isSealed: Bool
  ) throws(RoamingProblem) -> FileLock? {
    let (isTaken, wasSealed): (Bool, Bool)
    do throws(LMDBError) {
      let lock = try FileLock(path: folder + "/roaming.lock")
      (isTaken, wasSealed) = (try !lock.tryExclusive(), lock.text == Self.sealedMark)
      if !isTaken, isSealed || !wasSealed {
        if isSealed, !wasSealed { try lock.replaceText(Self.sealedMark) }
        return lock
      }
    } catch { throw RoamingProblem(.storeNotUsable, detail: "\(error)") }
    throw isTaken
      ? RoamingProblem(.alreadyCarried, detail: folder)
      : RoamingProblem(.plainText, detail: RoamingProblem.withoutKey)
  }

  private static let sealedMark = "sealed\n"

  /// Carries what is committed, gives the leases back and ends; the scenes stay this machine's.
  ///
  /// Waits for the cluster, 2 s for a request that it does not answer, and not for one that did not
  /// answer the last look. What cannot be sent waits in the store for the next time.
  public func close() {
    guard carrier.close() else { return }
    watch.withLock { $0 = nil }
    lock.withLock { $0 = nil }
  }

  // MARK: How far behind

  /// How far the cluster is behind the store.
  public struct Backlog: Hashable, Sendable {
    /// How many scenes have something that the cluster has not.
    public internal(set) var sceneCount = 0
    /// Why, if something went wrong the last time.
    public internal(set) var problem: RoamingProblem?
  }

  /// How far the cluster is behind the store, as of the last look at it.
  public var backlog: Backlog { carrier.report.withLock { $0.backlog } }

  /// Makes durable what was written, and sends it; on return the cluster has it.
  /// - Throws: Why it could not be sent; it stays in the store, and is sent later.
  public func carry() async throws(RoamingProblem) {
    try await carrier.run { (carrier, work) throws(RoamingProblem) in
      try carrier.stored { () throws(SceneProblem) in try carrier.store.flush() }
      try carrier.carryAll(&work)
    }
  }

  // MARK: Scenes of other machines

  /// The name of a scene in the cluster, the same on every machine.
  public struct SceneName: RawRepresentable, Hashable, Sendable {
    /// 32 hexadecimal digits.
    public let rawValue: String

    /// Makes a name of its digits.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// One scene of this user, and where it is.
  public struct Place: Hashable, Sendable {
    /// What ``Roaming/bring(_:)`` takes.
    public let scene: SceneName
    /// What the scene is called on the machine that wrote it last.
    public let name: String
    /// The title of its window, if it had one.
    public let title: String?
    /// The machine that wrote it last.
    public let device: String
    /// Whether a machine has it and is there.
    public let isOwned: Bool
    /// Whether that is this one.
    public let isHere: Bool
    /// When the machine that has it took it, by its clock; nil if none has it.
    public let since: Date?
    /// Whether this machine holds all that the cluster has of it.
    public let isCurrent: Bool
  }

  /// The scenes of this user that the cluster has, on whatever machine, in the order of their names:
  /// what there is, and all of it again after each change.
  ///
  /// Nothing comes while no member answers, and nothing is lost by it: the next list is whole. Whoever
  /// is slow gets the last one. Any number of loops can follow; all end with ``close()``.
  public var places: some AsyncSequence<[Place], Never> & Sendable {
    carrier.followers.follow(ringing: carrier.bell)
  }

  /// The same once, or why not.
  /// - Throws: `not-reachable` and other words of the cluster.
  public func currentPlaces() async throws(RoamingProblem) -> [Place] {
    try await carrier.run { (carrier, work) throws(RoamingProblem) in
      try carrier.places(&work)
    }
  }

  /// Brings a scene here, with everything that was carried of it.
  ///
  /// The machine that has it is asked to let it go. If it does not within ``Options/patience``, the
  /// scene is taken: from then on that machine can write nothing of it into the cluster, and what
  /// it wrote and had not carried becomes a scene of its own there.
  /// - Returns: The scene in this store, durable; connect it as any other.
  /// - Throws: `no-such-scene`, `is-elsewhere` if a third machine was quicker, `not-reachable`,
  ///   `store-not-usable`, `waits-for-lease` for one that is here while nobody knows whose it is.
  public func bring(_ scene: SceneName) async throws(RoamingProblem) -> SceneID {
    try await carrier.bring(scene.rawValue)
  }

  /// A machine that wants a scene of this one.
  public struct Ask: Sendable {
    /// The scene in this store.
    public let scene: SceneID
    /// Who asks.
    public let device: String
    let id: String
    let carrier: Carrier

    /// Sends the rest and lets the scene go; disconnect its window first.
    /// - Throws: Why it could not be sent; the scene stays here then.
    public func letGo() async throws(RoamingProblem) {
      let id = id
      try await carrier.run { (carrier, work) throws(RoamingProblem) in
        try carrier.letGo(id, &work)
      }
    }
  }

  /// What other machines ask for; who does not answer loses the scene after their patience.
  ///
  /// One ask may come more than once. Only one loop can go over it.
  public var asks: some AsyncSequence<Ask, Never> & Sendable { carrier.asks }

  /// A scene of this machine that another one took while both wrote.
  public struct Fork: Hashable, Sendable {
    /// The scene here, which goes on as one of its own.
    public let scene: SceneID
    /// What it was a copy of, to be brought from ``otherDevice``.
    public let from: SceneName
    /// The machine that has it; empty if it was discarded there.
    public let otherDevice: String
  }

  /// What was written apart since this object was made.
  public var forks: [Fork] { carrier.report.withLock { $0.forks } }

  /// Whether a scene was handed over: leave it out at launch, it is another machine's.
  ///
  /// Asks the store alone, so it is there without a network and before there is a `Roaming`.
  public static func isElsewhere(_ scene: SceneID, in store: SceneStore) -> Bool {
    store.roaming(scene)?.isElsewhere ?? false
  }
}
