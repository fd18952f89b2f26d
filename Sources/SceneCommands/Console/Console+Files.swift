import SceneState
import SceneScenarios

/// The files of a command: all are written here, so that a dry run writes none.
extension Console {
  /// What becomes of a file that is there already.
  enum Saving {
    case replacing
    /// It stays as it is, and that is a failure.
    case creating
    /// It gets longer; others write to it as well.
    case appending
    /// As `replacing`, and nobody else may read it: it holds what is in a store.
    case replacingPrivately
  }

  /// Writes a file; in a dry run says that it would, after looking whether it could.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  func save(
    _ bytes: [UInt8], to path: String, _ saving: Saving
  ) throws(CommandFailure) -> Bool {
    if isDryRun, !OutputFile.isDevice(path) {
      try OutputFile.checkFolder(of: path)
      tellWould("write", path)
      return false
    }
    if !OutputFile.isDevice(path) { try OutputFile.checkFolder(of: path) }
    switch saving {
    case .replacing: try OutputFile.write(bytes, to: path)
    case .creating: try OutputFile.create(bytes, at: path)
    case .appending: try OutputFile.append(bytes, to: path)
    case .replacingPrivately: try OutputFile.writePrivately(bytes, to: path)
    }
    return true
  }

  /// Writes a file into a folder that is made if there is none; a dry run says that it would.
  func saveWithFolder(
    _ bytes: [UInt8], to path: String, isShared: Bool = false
  ) throws(CommandFailure) {
    if isDryRun, !OutputFile.hasFolder(path) { return tellWould("write", path) }
    if !isDryRun { try OutputFile.makeFolder(of: path, isShared: isShared) }
    try save(bytes, to: path, .replacing)
  }

  /// Says what a dry run leaves undone: `would write notes.scene.yaml`.
  func tellWould(_ verb: String, _ what: String) {
    guard !isQuiet else { return }
    complain("would \(verb) \(SafeText.escaped(what))\n")
  }

  /// Says that a scenario was written, and how it is run.
  func tellWritten(_ scenario: String) {
    guard !isQuiet else { return }
    let path = SafeText.escaped(scenario)
    complain("wrote \(path)\nnext  scenesim run \(ShellText.word(path))\n")
  }
}
