import Dispatch
import Foundation
import LMDB
import SceneState
import StoreFormat
import Synchronization

/// Sends what commits changed to the cluster, on a queue of its own.
///
/// Threads that write to the store never wait for it: it reads what they committed. Everything
/// that asks the cluster runs on ``queue``, one after the other.
///
/// It is large, in a file for each thing that it asks: what one answer tells (a head that went back,
/// another owner) decides what all of them do next, in ``Work``.
final class Carrier: Sendable {
  /// What only the queue touches.
  struct Work {
    /// By the number of the session, which copies, moves and later windows of a name do not have.
    var scenes: [UInt32: CarriedScene] = [:]
    /// The sequence up to which every commit was looked at.
    var seen: UInt64?
    /// The transaction that was looked at last.
    var transaction: UInt64?
    /// Sessions with something that the cluster has not.
    var behind: Set<UInt32> = []
    /// Sessions that were discarded here, and may be in the cluster still.
    var gone: [UInt32: RoamingRow] = [:]
    /// Which store this is; nil until it was asked.
    var identity: StoreIdentity?
    var storeID = ""
    /// Since when there is an owner with this store's number, by its mark, which the store lacks.
    var strangers: [String: Duration] = [:]
    var lease: Int64?
    var leaseIsKeptUntil = Duration.zero
    /// Whether copies are gone of what was discarded before this carrier began.
    var knowsGone = false
    /// Under which the cluster says what was discarded.
    var leaseOfGone: (id: Int64, isUsedUntil: Duration)?
    var nextTry = Duration.zero
    /// What a look found out that keeps nothing back.
    var remark: RoamingProblem?
    /// How often the cluster went back, as far as it was taken in.
    var timesBack = 0
    /// Who wants which scene, and what of it the app was told.
    var asks: [String: SceneWish] = [:]
    var toldAsks: [String: SceneWish] = [:]

    var isBehind: Bool { !behind.isEmpty || !gone.isEmpty }

    func number(of id: String) -> UInt32? { scenes.first { $0.value.id == id }?.key }
  }

  /// What others may ask at any time.
  struct Report {
    var backlog = Roaming.Backlog()
    var forks: [Roaming.Fork] = []
    var isClosed = false
  }

  let store: SceneStore
  let client: ClusterClient
  let names: ClusterNames
  let device: String
  let options: Roaming.Options
  let queue = DispatchQueue(label: "scene-roaming")
  let work = Mutex(Work())
  let report = Mutex(Report())
  /// Whether a look is due.
  private let isWoken = Atomic(false)
  /// Whether one is due at once.
  private let isFlushed = Atomic(false)
  /// When the last look began, in milliseconds; who flushes all the time is not carried all the time.
  private let lastLook = Atomic(Int.min)
  let asks: AsyncStream<Roaming.Ask>
  let asking: AsyncStream<Roaming.Ask>.Continuation
  let followers = PlaceFollowers()
  /// What was heard last and nobody looked at yet.
  let heard: Mutex<(table: ClusterTable, hasPlaces: Bool)?> = Mutex(nil)
  /// What the watch knows.
  let lastHeard = Mutex<ClusterTable?>(nil)
  /// Ends what the watch waits for; nil where nobody watches.
  let bell: Bell?

  init(
    _ store: SceneStore, _ client: ClusterClient, _ names: ClusterNames, device: String,
    _ options: Roaming.Options, bell: Bell? = nil
  ) {
    (self.store, self.client, self.names) = (store, client, names)
    (self.device, self.options, self.bell) = (device, options, bell)
    (asks, asking) = AsyncStream.makeStream()
  }

  // MARK: The clockwork

  /// Looks a moment after each commit from now on, at once after a flush, and keeps the lease; else
  /// nothing wakes it.
  func start() {
    store.onCommit { [weak self] isFlush in
      if isFlush { self?.lookNow() } else { self?.lookSoon() }
    }
    lookSoon()
    renew(after: 1)
  }

  private func lookNow() {
    let last = lastLook.load(ordering: .relaxed)
    guard Self.milliseconds() > last &+ Self.interval else { return lookSoon() }
    guard !isFlushed.exchange(true, ordering: .relaxed) else { return }
    queue.async { [weak self] in
      guard let self else { return }
      isFlushed.store(false, ordering: .relaxed)
      if !look() { lookSoon(after: .seconds(1)) }
    }
  }

  /// So many milliseconds lie between two looks.
  private static let interval = 250

  private static func milliseconds() -> Int { Int(sleeplessNow() / .milliseconds(1)) }

  /// Many commits in a row are one look.
  private func lookSoon(after time: DispatchTimeInterval = .milliseconds(interval)) {
    guard !isWoken.exchange(true, ordering: .relaxed) else { return }
    queue.asyncAfter(deadline: .now() + time) { [weak self] in
      guard let self else { return }
      isWoken.store(false, ordering: .relaxed)
      if !look() { lookSoon(after: .seconds(1)) }
    }
  }

  private func renew(after count: Int) {
    let time = DispatchTimeInterval.milliseconds(max(1, options.leaseSeconds) * 1000 / 3)
    queue.asyncAfter(deadline: .now() + time) { [weak self] in
      guard let self, !report.withLock({ $0.isClosed }) else { return }
      if !look() { lookSoon(after: .seconds(1)) }
      // Once in the time of a lease; who does not answer is told by the look.
      if count.isMultiple(of: 3) { try? doubtWatch() }
      renew(after: count + 1)
    }
  }

  /// - Returns: False if there is something left to do.
  private func look() -> Bool {
    guard !report.withLock({ $0.isClosed }) else { return true }
    lastLook.store(Self.milliseconds(), ordering: .relaxed)
    return work.withLock { work in
      guard sleeplessNow() >= work.nextTry else { return false }
      // What failed is in the backlog, and tried again.
      guard case .success = tried({ () throws(RoamingProblem) in try carry(&work) }) else {
        // A watch at a member that went would wait for ever.
        bell?.ring()
        return false
      }
      return !work.isBehind
    }
  }

  /// Runs something, and keeps what went wrong for who asks.
  func tried<Value>(
    _ body: () throws(RoamingProblem) -> Value
  ) -> Result<Value, RoamingProblem> {
    do throws(RoamingProblem) { return .success(try body()) } catch {
      report.withLock { $0.backlog.problem = error }
      return .failure(error)
    }
  }

  // MARK: Carrying

  /// Brings the cluster to what is committed now.
  func carry(_ work: inout Work) throws(RoamingProblem) {
    work.nextTry = sleeplessNow() + .seconds(1)
    let wentBack = forgetIfBack(&work)
    do throws(RoamingProblem) { try keepLease(&work) } catch {
      // No lease ends while there is no cluster.
      work.strangers = [:]
      // How far behind it is can be told without a cluster.
      _ = try lookHere(&work, isReached: false)
      throw error
    }
    let transaction = store.lastTransaction
    if transaction != work.transaction || work.isBehind || work.seen == nil {
      work.remark = nil
      do throws(RoamingProblem) { try look(&work) } catch {
        // A lease may have ended before its time, as when somebody revokes it.
        if error.code == .refused { (work.leaseIsKeptUntil, work.leaseOfGone) = (.zero, nil) }
        throw error
      }
    }
    if wentBack { work.remark = work.remark ?? RoamingProblem(.wentBack) }
    work.transaction = transaction
    work.nextTry = .zero
    let backlog = Roaming.Backlog(
      sceneCount: work.behind.count + work.gone.count, problem: work.remark)
    report.withLock { $0.backlog = backlog }
    try tellAsks(&work)
  }

  /// What a cluster that went back said before counts no more; all is compared, and sent if it differs.
  ///
  /// - Returns: Whether it did, which is told until the next change is carried.
  private func forgetIfBack(_ work: inout Work) -> Bool {
    let times = client.timesBack
    guard times != work.timesBack else { return false }
    (work.timesBack, work.lease) = (times, nil)
    for (number, scene) in work.scenes where scene.standing != .elsewhere {
      work.scenes[number] = CarriedScene(id: scene.id, local: scene.local)
      work.scenes[number]?.tick = scene.tick
      work.behind.insert(number)
    }
    return true
  }

  /// The same until nothing is behind: a scene may get its name, be found elsewhere and go on as one
  /// of its own, each at a look of its own.
  func carryAll(_ work: inout Work) throws(RoamingProblem) {
    for _ in 0..<6 {
      try carry(&work)
      if !work.isBehind { return }
    }
    throw RoamingProblem(.isElsewhere, detail: "other machines take scenes of this one")
  }

  /// The same for the sake of one scene: what keeps another one back is told by the next look.
  func carryAllThatCan(_ work: inout Work) throws(RoamingProblem) {
    let forks = report.withLock { $0.forks.count }
    do throws(RoamingProblem) { try carryAll(&work) } catch {
      guard error.code.concernsOneScene else { throw error }
      // What goes on as a scene of its own is sent by another look.
      if report.withLock({ $0.forks.count }) > forks { try carryAllThatCan(&work) }
    }
  }

  /// What there is to send; the cluster is not asked.
  private func lookHere(
    _ work: inout Work, isReached: Bool = true
  ) throws(RoamingProblem) -> RowsOfScenes {
    var found = try lookAtStore(&work, work.seen, work.behind, isReached: isReached)
    work.behind.formUnion(found.scenes.map(\.session.number))
    work.seen = found.sequence
    try nameScenes(&found)
    work.gone = found.roaming.filter { found.sessions[$0.key] == nil }
    for number in work.gone.keys { work.scenes[number] = nil }
    // Of what came and went between two looks there is nothing to send.
    work.behind.formIntersection(found.sessions.keys)
    let waiting = work.behind.count + work.gone.count
    report.withLock { $0.backlog.sceneCount = waiting }
    return found
  }

  private func look(_ work: inout Work) throws(RoamingProblem) {
    if !work.knowsGone {
      work.knowsGone = true
      try forgetDiscarded(&work)
    }
    let found = try lookHere(&work)
    var (moves, failure): ([SceneMove], RoamingProblem?) = ([], nil)
    for rows in found.scenes {
      // To settle many of them may take longer than a lease lasts.
      try keepLease(&work)
      // A scene that cannot be carried keeps no other one back; without a cluster none can.
      do throws(RoamingProblem) {
        if let move = try prepare(rows, found, &work) { moves.append(move) }
      } catch {
        guard error.code.concernsOneScene else { throw error }
        failure = failure ?? error
      }
    }
    try sendAll(moves, &work)
    // After what came out of them: of a tab that went to another window one of the two is there.
    try removeGone(&work)
    if let failure { throw failure }
  }

  /// Finds out what has to be sent of a scene; nil for one of which nothing has to be, or may.
  private func prepare(
    _ rows: SceneRows, _ found: RowsOfScenes, _ work: inout Work
  ) throws(RoamingProblem) -> SceneMove? {
    let number = rows.session.number
    guard let row = found.roaming[number] else { return nil }
    var scene = work.scenes[number] ?? CarriedScene(id: row.id, local: rows.session.id)
    if scene.id != row.id { scene = CarriedScene(id: row.id, local: rows.session.id) }
    defer { work.scenes[number] = scene }
    if scene.standing == .unknown { try settle(&scene, row, rows, &work) }
    switch scene.standing {
    case .owned(let ownership):
      if let move = try move(of: &scene, ownership, rows, found, work.storeID) {
        // As it arrived it is known no more: to go back to that is a change as any other.
        if row.digest != nil {
          try stored { () throws(SceneProblem) in
            try store.setRoaming([number: RoamingRow(id: row.id)])
          }
        }
        return move
      }
    case .elsewhere:
      // If it does, it is a scene of its own from here on, and carried at the next look.
      if try forkIfLater(&scene, rows, row, work) { return nil }
    case .unknown: return nil
    }
    work.behind.remove(number)
    return nil
  }
}
