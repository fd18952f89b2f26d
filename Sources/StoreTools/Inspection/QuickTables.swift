import LMDB
package import SceneState
import StoreFormat

/// The few rows of one scene, read from the file alone: quicker than opening the store.
///
/// Only the pages that lead to the rows are read, each is checked before it is used, and afterwards
/// nobody may have committed: then the snapshot that was read is still whole, because a writer
/// uses pages of it again only after the commit that follows.
struct QuickTables: StoreTables {
  private let file: DataFile
  private let snapshot: DataFile.Snapshot

  /// Nil if there is anything unusual about the file: somebody else has to look.
  ///
  /// The list of free pages is looked at, too: damage there is no scene's, and told with each.
  init?(directory: String) {
    // Whatever the reason is, whoever opens the store properly finds and tells it.
    guard let file = try? DataFile.open(directory + "/data.mdb"), file.findings.isEmpty,
      let newest = file.snapshots.first, file.freePageFindings(of: newest).isEmpty
    else { return nil }
    self.file = file
    snapshot = newest
  }

  func copy(_ ranges: [RowRange]) throws(LMDBError) -> CopiedRanges {
    try file.copy(ranges, of: snapshot, requiresSound: true)
  }

  func figures(countingFreePages: Bool) -> StoreFigures { file.figures(of: snapshot) }

  /// The table of readers is LMDB's.
  func readerSlots() throws(LMDBError) -> [ReaderSlot] { [] }

  func close() {}
}

extension StoreInspector {
  /// Takes the values of the app or of one scene from the file alone; nil if somebody has to look
  /// who may open the store.
  ///
  /// - Parameters:
  ///   - directory: The folder of the store.
  ///   - selection: Which values, found with the look that it gets.
  /// - Returns: Nil for anything unusual: a store that has moved meanwhile, damage, a newer format.
  package static func quickSnapshot(
    _ directory: String,
    _ selection: (StoreLook) throws(Failure) -> StoreLook.Selection
  ) -> StoreSnapshot? {
    guard let tables = QuickTables(directory: directory) else { return nil }
    let look = StoreLook(directory: directory, tables: tables)
    do {
      let version = try look.version()
      guard version.format != nil, !version.isNewer else { return nil }
      let chosen = try selection(look)
      return chosen == .everything ? nil : try look.snapshot(of: chosen)
    } catch {
      return nil  // what stands in the way is found and told by whoever opens the store
    }
  }
}
