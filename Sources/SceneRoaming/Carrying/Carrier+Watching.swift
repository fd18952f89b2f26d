import Dispatch
import LMDB
import SceneState
import StoreFormat
import Synchronization

extension Carrier {
  /// Follows what other machines do, on a thread of its own, until the end.
  ///
  /// One request that goes on as long as the member does: their asks, what they discard and whose
  /// scenes are always, and what these are called while somebody follows that.
  func watch(until bell: Bell) {
    while !report.withLock({ $0.isClosed }) {
      let began = sleeplessNow()
      do throws(RoamingProblem) { try watchOnce(until: bell) } catch {
        // The carrier meets the same, and tells it; it is not to wait for this thread's requests.
        pause(.milliseconds(500))
        continue
      }
      // A watch that is refused ends at once, and the next one would.
      if sleeplessNow() - began < .seconds(1) { pause(.milliseconds(250)) }
    }
  }

  private func watchOnce(until bell: Bell) throws(RoamingProblem) {
    let hasPlaces = followers.isWanted
    let short: [ClusterNames.Prefix] = [(names.asks.first, names.gone.end), names.owners]
    let ranges = hasPlaces ? [(names.asks.first, names.owners.end)] : short
    var (pairs, revision): ([ClusterPair], Int64?) = ([], nil)
    for range in ranges {
      let found = try client.pairs(from: range.first, to: range.end)
      pairs += found.pairs
      // What changes between two of them is heard once more.
      revision = revision ?? found.revision
    }
    var table = ClusterTable(pairs, at: revision ?? 0, names)
    hear(table, hasPlaces)
    try client.follow(
      ranges, after: revision ?? 0, until: bell
    ) { (changes) throws(RoamingProblem) in
      table.apply(changes)
      self.hear(table, hasPlaces)
    }
  }

  /// Hands on what there is; of many changes in a row the last one counts.
  private func hear(_ table: ClusterTable, _ hasPlaces: Bool) {
    let isAwaited = heard.withLock { heard in
      defer { heard = (table, hasPlaces) }
      return heard != nil
    }
    lastHeard.withLock { $0 = table }
    guard !isAwaited else { return }
    queue.async { [weak self] in
      guard let self, let (table, hasPlaces) = takeHeard() else { return }
      work.withLock { work in
        work.asks = table.asks
        let result = tried { () throws(RoamingProblem) in
          try takeIn(table, &work)
          try tellAsks(&work)
          if hasPlaces { followers.tell(try places(in: table, &work)) }
        }
        // What was not taken in is read once more when the watch is doubted the next time.
        if case .failure = result { lastHeard.withLock { $0 = ClusterTable([], at: 0, names) } }
      }
    }
  }

  /// Finds out what was discarded and what was taken from here, also where there is nothing to send by
  /// which that would come to light.
  func takeIn(_ table: ClusterTable, _ work: inout Work) throws(RoamingProblem) {
    try forgetDiscarded(table.gone, &work)
    var isTaken = false
    for (number, scene) in work.scenes {
      // Who took it may have ended since: then nobody has it, and here is no more than a copy.
      guard case .owned(let ownership) = scene.standing, ownership.since <= table.revision,
        table.owners[scene.id]?.epoch != ownership.epoch, table.unreadable[scene.id] == nil
      else { continue }
      // Who has it the look asks itself; perhaps the lease has ended under which it stood.
      work.scenes[number]?.standing = .unknown
      work.behind.insert(number)
      work.leaseIsKeptUntil = .zero
      isTaken = true
    }
    if isTaken { try carryAllThatCan(&work) }
  }

  /// Begins the watch anew if it did not hear what there is: it may wait for somebody who is gone.
  func doubtWatch() throws(RoamingProblem) {
    guard let bell, let known = lastHeard.withLock({ $0 }) else { return }
    // Not the heads, which are most of it: whoever moves one has the scene.
    let before = try client.pairs(from: names.asks.first, to: names.gone.end)
    let after = try client.pairs(from: names.owners.first, to: names.owners.end)
    let table = ClusterTable(before.pairs + after.pairs, at: after.revision, names)
    if !table.agrees(with: known) { bell.ring() }
  }

  /// All that a watch is told of, as it is now.
  func wholeTable() throws(RoamingProblem) -> ClusterTable {
    let found = try client.pairs(from: names.asks.first, to: names.owners.end)
    return ClusterTable(found.pairs, at: found.revision, names)
  }

  private func takeHeard() -> (table: ClusterTable, hasPlaces: Bool)? {
    heard.withLock { heard in
      defer { heard = nil }
      return heard
    }
  }

  /// Hands on who wants a scene that is this machine's, once.
  func tellAsks(_ work: inout Work) throws(RoamingProblem) {
    for (id, wish) in work.toldAsks where work.asks[id] != wish { work.toldAsks[id] = nil }
    var isLacking = false
    for (id, wish) in work.asks.sorted(by: { $0.key < $1.key }) where wish.store != work.storeID {
      guard let scene = work.scenes.values.first(where: { $0.id == id }),
        case .owned = scene.standing
      else {
        work.toldAsks[id] = nil
        continue
      }
      guard work.toldAsks[id] != wish else { continue }
      // After a sleep all of the past is heard: who asked may have taken it long ago.
      guard try client.pair(names.ask(id)) != nil else {
        work.asks[id] = nil
        continue
      }
      work.toldAsks[id] = wish
      guard wish.lacksParts == nil else {
        if let number = work.number(of: id) {
          work.scenes[number]?.isChainBroken = true
          work.behind.insert(number)
          isLacking = true
        }
        continue
      }
      asking.yield(
        Roaming.Ask(scene: scene.local, device: wish.device, id: id, carrier: self))
    }
    if isLacking { try carryAllThatCan(&work) }
  }

  // MARK: Places

  func places(_ work: inout Work) throws(RoamingProblem) -> [Roaming.Place] {
    try places(in: client.table(names), &work)
  }

  /// Where each scene is, and whether what is here of it is all there is.
  func places(
    in table: ClusterTable, _ work: inout Work
  ) throws(RoamingProblem) -> [Roaming.Place] {
    let found = try lookAtStore(&work, .max, [])
    var copies: [String: RoamingRow] = [:]
    for (number, row) in found.roaming where found.sessions[number] != nil { copies[row.id] = row }
    if let problem = table.unreadable.min(by: { $0.key < $1.key })?.value {
      report.withLock { $0.backlog.problem = problem }
    }
    return table.places(here: work.storeID, holding: copies)
  }
}

/// Those who follow where scenes are.
final class PlaceFollowers: Sendable {
  private struct State {
    var streams: [Int: AsyncStream<[Roaming.Place]>.Continuation] = [:]
    var count = 0
    var last: [Roaming.Place]?
    var isOver = false
  }

  private let state = Mutex(State())

  var isWanted: Bool { state.withLock { !$0.streams.isEmpty } }

  /// A new one, which is told at once what the others know.
  func follow(ringing bell: Bell?) -> AsyncStream<[Roaming.Place]> {
    let (stream, follower) = AsyncStream.makeStream(
      of: [Roaming.Place].self, bufferingPolicy: .bufferingNewest(1))
    let number: Int? = state.withLock { state in
      guard !state.isOver else { return nil }
      state.count += 1
      state.streams[state.count] = follower
      if let last = state.last { follower.yield(last) }
      return state.count
    }
    guard let number else {
      follower.finish()
      return stream
    }
    follower.onTermination = { [weak self] _ in
      self?.state.withLock { state in
        state.streams[number] = nil
        // Nobody goes on to look.
        if state.streams.isEmpty { state.last = nil }
      }
    }
    bell?.ring()
    return stream
  }

  /// Tells all of them, if it is something new.
  func tell(_ places: [Roaming.Place]) {
    state.withLock { state in
      guard state.last != places, !state.streams.isEmpty else { return }
      state.last = places
      for stream in state.streams.values { stream.yield(places) }
    }
  }

  func end() {
    let streams = state.withLock { state in
      defer { (state.streams, state.isOver) = ([:], true) }
      return state.streams.values
    }
    // Outside the lock, which a stream that ends takes.
    for stream in streams { stream.finish() }
  }
}
