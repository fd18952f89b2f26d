import LMDB
/// Changes a store for `scenesim store` as an app does: same locks, same commit record.
///
/// Each change is one transaction that looks and writes. Apps that have the store open notice it as
/// they notice each other's commits.
package final class StoreEditor {
  package let store: SceneStore

  /// Opens a store that exists, or makes a new one.
  ///
  /// - Parameters:
  ///   - directory: The folder.
  ///   - firstSequence: If the store is new: the number of its first commit after the header.
  /// - Throws: Why the store cannot be written.
  package convenience init(
    _ directory: String, firstSequence: UInt64 = 0
  ) throws(SceneProblem) {
    var options = Self.options()
    options.firstSequence = firstSequence
    try self.init(directory, options)
  }

  /// Opens a store that exists only to copy it: what is in its folder stays as it is, apart from
  /// the locks.
  package convenience init(copying directory: String) throws(SceneProblem) {
    var options = Self.options()
    options.isOnlyCopied = true
    try self.init(directory, options)
  }

  private init(_ directory: String, _ options: SceneStore.Options) throws(SceneProblem) {
    store = SceneStore(.folder(directory), options: options)
    _ = try store.core.connection.open()
  }

  /// What was worth knowing when the store was opened.
  package var remarks: [StoreRemark] { store.remarks }

  /// How a tool opens a store: nothing happens that nobody asked for.
  static func options() -> SceneStore.Options {
    var options = SceneStore.Options(sceneBudget: nil, storeBudget: 1 << 30)
    options.commitsByItself = false
    options.allowsAnyFileSystem = true
    // A damaged store is repaired by the app, or in another place, and not in passing.
    options.recovery = .fail
    options.backups = nil
    return options
  }

  /// Closes the store; what was changed is on the disk.
  package func close() throws(SceneProblem) {
    defer { store.close() }
    try store.flush()
  }

  /// Runs a change and its commit record in one transaction.
  func write<Result>(
    _ body: (inout CommitWriter, inout WriteTransaction) throws(LMDBError) -> Result
  ) throws(SceneProblem) -> Result {
    let core = store.core
    let open = try core.connection.open()
    do throws(LMDBError) {
      try open.requireWritable()
      return try open.environment.write { txn throws(LMDBError) in
        var writer = CommitWriter(core, open, core.options, sequence: txn.id)
        // Tools change rows by their keys: whoever has the store open reads all of it again.
        writer.changed = .max
        let result = try body(&writer, &txn)
        try writer.finish(&txn)
        return result
      }
    } catch { throw SceneProblem(error) }
  }
}
