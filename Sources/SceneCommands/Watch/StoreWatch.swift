import SceneState
import StoreTools

/// Follows a store through its commits, and through its replacement by another file.
///
/// Between two looks nothing is held: no lock, no reader's slot, no moment of the store.
struct StoreWatch {
  private static let mostLooksBehind = 100
  private let source: StoreSource
  private let pattern: AddressPattern
  /// What the store looked like from outside when it was read last.
  private var moment: StoreMoment?
  private var snapshot: StoreSnapshot?
  /// How often in a row what was read was older than what is seen from outside.
  private var looksBehind = 0
  private var entries: [StoredEntry] = []
  /// Why what stands there could not be read when it was looked at last.
  private(set) var obstacle: CommandFailure?

  init(_ source: StoreSource, _ pattern: AddressPattern) {
    (self.source, self.pattern) = (source, pattern)
  }

  /// What of it could not be shown when it was read last.
  var shortfall: Shortfall? { snapshot.map { Shortfall($0, entries) } }

  /// Whether the file as a whole is damaged, and not only a value in it.
  var isDamaged: Bool { snapshot?.remarks.contains { $0.code == .damaged } ?? false }

  var isThere: Bool { snapshot != nil }

  /// What has changed since the last time; the first time gives what there is.
  ///
  /// A store that is not there, not yet whole or being replaced has not changed.
  mutating func next() throws(CommandFailure) -> [ListedChange] {
    if source.cluster != nil { return try nextInCluster() }
    let now = StoreMoment(source.directory)
    guard let now else {
      // No file of a store at all; whoever begins to wait is told what stands there instead.
      let isThere = ProcessEdge.size(of: source.directory + "/data.mdb") != nil
      let isFile = OutputFile.exists(source.directory) && !OutputFile.isFolder(source.directory)
      if isThere || isFile, obstacle == nil, snapshot == nil {
        (snapshot, entries) = try read() ?? (nil, [])
      }
      return []
    }
    guard now != moment else { return [] }
    obstacle = nil
    guard let (found, foundEntries) = try read() else { return [] }
    // LMDB writes the page of a commit before it makes it known to readers (`mti_txnid`): who reads
    // in between gets the one before, and looks again. A damaged file may stay so for ever.
    let isBehind =
      found.lastTransaction < now.transaction && looksBehind < Self.mostLooksBehind
    looksBehind = isBehind ? looksBehind + 1 : 0
    defer {
      // A commit between the look from outside and the one inside is told the next time, as none.
      if !isBehind { moment = now }
      snapshot = found
      entries = foundEntries
    }
    guard let snapshot, let moment, now.isSameFile(as: moment) else {
      return try changesOfFile(found)
    }
    return sceneChanges(snapshot, found) + entryChanges(foundEntries, snapshot, found)
  }

  /// Numbers of sessions are those of a reading; places say what has changed.
  private mutating func nextInCluster() throws(CommandFailure) -> [ListedChange] {
    obstacle = nil
    guard let (found, foundEntries) = try read() else { return [] }
    defer { (snapshot, entries) = (found, foundEntries) }
    return try changesOfFile(found)
  }

  private mutating func read() throws(CommandFailure) -> (StoreSnapshot, [StoredEntry])? {
    do throws(CommandFailure) {
      let found = try source.contents(of: pattern)
      do throws(CommandFailure) { return (found, try pattern.entries(in: found)) } catch {
        // The scene is not there yet, or no more.
        guard error.code == "no-such-scene" else { throw error }
        return (found, [])
      }
    } catch {
      // It is being made, replaced or repaired.
      guard error.exit == .unusable else { throw error }
      obstacle = error
      return nil
    }
  }

  /// Another file: numbers of sessions say nothing any more.
  private func changesOfFile(_ found: StoreSnapshot) throws(CommandFailure)
    -> [ListedChange]
  {
    let before: StoreSide =
      try snapshot.map { (old) throws(CommandFailure) in try side(of: old) }
      ?? StoreSide()
    let after = try side(of: found)
    return StoreSide.changes(from: before, to: after).map {
      var change = $0
      change.transaction = found.lastTransaction
      return change
    }
  }

  private func side(of snapshot: StoreSnapshot) throws(CommandFailure) -> StoreSide {
    do throws(CommandFailure) { return try StoreSide(snapshot, pattern) } catch {
      guard error.code == "no-such-scene" else { throw error }
      return StoreSide()
    }
  }

  private func sceneChanges(_ old: StoreSnapshot, _ new: StoreSnapshot) -> [ListedChange] {
    guard pattern == .everything else { return [] }
    func change(
      _ operation: ListedChange.Operation, _ id: SceneID, _ snapshot: StoreSnapshot
    ) -> ListedChange {
      ListedChange(
        operation: operation, subject: .scene, address: snapshot.scenePart(of: id), scene: id,
        transaction: new.lastTransaction)
    }
    let (before, after) = (Set(old.sessions.map(\.id)), Set(new.sessions.map(\.id)))
    return old.sessions.filter { !after.contains($0.id) }.map { change(.remove, $0.id, old) }
      + new.sessions.filter { !before.contains($0.id) }.map { change(.add, $0.id, new) }
  }

  private func entryChanges(
    _ found: [StoredEntry], _ old: StoreSnapshot, _ new: StoreSnapshot
  ) -> [ListedChange] {
    StoredEntry.changes(from: entries, to: found).compactMap { pair in
      guard let entry = pair.new ?? pair.old else { return nil }
      let facts = entry.facts
      func json(_ entry: StoredEntry?) -> String? {
        entry.map { $0.facts.value?.jsonText ?? "(damaged)" }
      }
      let types = (pair.old?.type, pair.new?.type)
      let isOtherType = types.0 != nil && types.1 != nil && types.0 != types.1
      return ListedChange(
        operation: pair.old == nil ? .add : pair.new == nil ? .remove : .change, subject: .value,
        address: (pair.new == nil ? old : new).addressText(of: entry), scene: entry.scene,
        path: facts.path, key: facts.key, old: json(pair.old), new: json(pair.new),
        oldType: isOtherType ? types.0 : nil, newType: isOtherType ? types.1 : nil,
        transaction: pair.new == nil ? new.lastTransaction : facts.transaction)
    }
  }
}
