import LMDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoreEditor {
  /// Writes everything that is stored into one file while apps go on; see ``SceneStore/backup(to:)``.
  package func backup(toFile path: String) throws(SceneProblem) {
    try store.backup(to: URL(filePath: path))
  }

  /// Makes a store with the same content, and no more, in another folder.
  package func copy(toFolder path: String) throws(SceneProblem) {
    try store.compact(to: URL(filePath: path))
  }

  /// Makes the file as small as what is stored.
  package func compact() throws(SceneProblem) { try store.compact() }

  /// Makes the store forget for good what was deleted, in backups and old files, too.
  package func purge() throws(SceneProblem) { try store.purge() }

  /// Makes a store of a backup file.
  package static func restore(
    _ backup: String, toFolder directory: String
  ) throws(SceneProblem) {
    try SceneStore.restore(
      URL(filePath: backup), to: URL(filePath: directory), options: options())
  }

  /// Makes a sound store of what can be saved of another one, which stays as it is.
  ///
  /// The damaged file is copied first, and its backups: what follows is what an app does when it
  /// finds such a file. Only the owner can read the new folder.
  ///
  /// - Parameters:
  ///   - directory: The store that is damaged.
  ///   - new: A folder that is not there, or has nothing in it.
  /// - Returns: What came from where, and what is lost.
  /// - Throws: `file-exists`; `store-not-usable` if nothing can be read or written.
  package static func repair(
    _ directory: String, into new: String
  ) throws(SceneProblem) -> RecoveryReport {
    let files = FileManager.default
    do {
      try files.createDirectory(
        atPath: new, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      guard try files.contentsOfDirectory(atPath: new).isEmpty else {
        throw SceneProblem(.fileExists, detail: "there is something in '\(new)'")
      }
      try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: new)
      try copy("data.mdb", from: directory, to: new)
      for name in backups(of: directory) {
        try files.createDirectory(
          atPath: new + "/backup", withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        try copy("backup/" + name, from: directory, to: new)
      }
    } catch let problem as SceneProblem {
      throw problem
    } catch {
      throw SceneProblem(.storeNotUsable, detail: "the damaged file cannot be copied: \(error)")
    }
    return try salvage(new)
  }

  private static func salvage(_ directory: String) throws(SceneProblem) -> RecoveryReport {
    var options = options()
    options.recovery = .salvage
    do throws(LMDBError) {
      let report = try StorePlace.withClosedStore(
        in: directory, options: .building(options)
      ) { place throws(LMDBError) in
        try StoreRecovery(options: options).run(place, .damaged(reason: "a repair was asked for"))
      }
      // What was damaged is where it was; here it would only be in the way.
      for name in ["quarantine", "backup"] { removeDirectory(directory + "/" + name) }
      guard let report else { throw .damaged(reason: "there is no store in '\(directory)'") }
      return report
    } catch { throw SceneProblem(error) }
  }

  private static func backups(of directory: String) -> [String] {
    // A store without backups is the usual case.
    let names = try? FileManager.default.contentsOfDirectory(atPath: directory + "/backup")
    return (names ?? []).filter { $0.hasSuffix(".snap") }.sorted()
  }

  /// Copies a file for its owner only.
  private static func copy(_ name: String, from: String, to: String) throws {
    let bytes = try Data(contentsOf: URL(filePath: "\(from)/\(name)"))
    let path = "\(to)/\(name)"
    // The folder lets nobody else in; so the moment before the mode is set does no harm.
    try bytes.write(to: URL(filePath: path), options: .withoutOverwriting)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }
}
