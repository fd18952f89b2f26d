import FoundationEssentials
import LMDB
extension StoreEditor {
  package static func restore(
    _ backup: String, toFolder directory: String
  ) throws(SceneProblem) {
    try SceneStore.restore(
      URL(filePath: backup), to: URL(filePath: directory), options: options())
  }

  /// Makes a sound store of what can be saved of another one, which stays as it is.
  ///
  /// What is done is what an app does when it finds such a file. Only the owner can read the new
  /// folder.
  ///
  /// - Parameters:
  ///   - directory: The store that is damaged.
  ///   - new: A folder that is not there, or has nothing in it.
  ///   - onProgress: Is told how much of the file has been read.
  /// - Returns: What came from where, and what is lost.
  /// - Throws: `file-exists`; `store-not-usable` if nothing can be read or written.
  package static func repair(
    _ directory: String, into new: String,
    onProgress: ((RecoveryProgress) -> Void)? = nil
  ) throws(SceneProblem) -> RecoveryReport {
    let files = FileManager.default
    do {
      try files.createDirectory(
        atPath: new, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      guard try files.contentsOfDirectory(atPath: new).isEmpty else {
        throw SceneProblem(.fileExists, detail: "there is something in '\(new)'")
      }
      try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: new)
    } catch let problem as SceneProblem {
      throw problem
    } catch {
      throw SceneProblem(.storeNotUsable, detail: "'\(new)' cannot be made: \(error)")
    }
    var options = options()
    options.recovery = .salvage
    do throws(LMDBError) {
      let recovery = StoreRecovery(options: options, source: directory, onProgress: onProgress)
      let report = try StorePlace.withClosedStore(in: new, options: .building(options)) {
        place throws(LMDBError) in
        try recovery.run(place, .damaged(reason: "a repair was asked for"))
      }
      guard let report else { throw .damaged(reason: "there is no store in '\(directory)'") }
      return report
    } catch { throw SceneProblem(error) }
  }
}
