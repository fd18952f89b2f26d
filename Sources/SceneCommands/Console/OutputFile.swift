import FoundationEssentials
import SceneScenarios

/// Files the tool writes for people.
enum OutputFile {
  /// Replaces the file as a whole, so that nobody sees half of it.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: isDevice(path) ? [] : .atomic)
    } catch {
      throw notWritten(path, SystemText.reason(error))
    }
  }

  /// Replaces the file by one that only its owner can read, from its first byte on.
  static func writePrivately(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    if isDevice(path) { return try write(bytes, to: path) }
    if let code = ProcessEdge.writePrivately(bytes, to: path) {
      throw notWritten(path, SystemText.reason(code))
    }
  }

  /// The bytes of a file that somebody names; of one that has more than the limit, the beginning.
  static func read(_ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    do { return try ProcessEdge.bytes(of: path, limit: limit).get() } catch {
      throw notRead(path, error)
    }
  }

  static func notRead(_ path: String, _ error: any Error) -> CommandFailure {
    let isStream = (error as? SystemFailure)?.code == SystemFailure.noFile.code
    if isFolder(path) { return folder(path) }
    if !exists(path), ProcessEdge.kind(of: path) == .other {
      return CommandFailure(
        .unusable, "cannot read '\(path)': \(SystemText.reason(error))", code: "not-read",
        hint: NearbyFile.hint(for: path))
    }
    return CommandFailure(
      .unusable, "cannot read '\(path)': \(SystemText.reason(error))", code: "not-read",
      hint: isStream ? "what is no file is read as '-': < \(ShellText.word(path))" : nil)
  }

  /// A folder where a file is wanted: a store is named as one, and of others a file in them.
  private static func folder(_ path: String) -> CommandFailure {
    if exists(path + "/data.mdb") {
      return CommandFailure(
        .unusable, "cannot read '\(path)': it is a store, and no file", code: "not-read",
        hint: "`store` commands look into it", next: "scenesim store ls \(ShellText.word(path))")
    }
    return CommandFailure(
      .unusable, "cannot read '\(path)': it is a folder", code: "not-read",
      hint: NearbyFile.first(in: path).map { "name a file in it, such as \($0)" }
        ?? "name a file in it")
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  /// Whether a folder can be made there, or is there with nothing in it.
  static func isEmptyOrMissing(_ path: String) -> Bool {
    guard exists(path) else { return true }
    // What cannot be listed may hold anything.
    return (try? FileManager.default.contentsOfDirectory(atPath: path).isEmpty) ?? false
  }

  /// Makes a new file; one that is there already stays as it is.
  static func create(_ bytes: [UInt8], at path: String) throws(CommandFailure) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .withoutOverwriting)
    } catch {
      throw notWritten(path, SystemText.reason(error))
    }
  }

  /// Adds to a file that others write to as well.
  static func append(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    if let code = ProcessEdge.append(bytes, to: path) {
      throw notWritten(path, SystemText.reason(code))
    }
  }

  /// Says before long work that a file could not be written after it.
  static func checkFolder(of path: String) throws(CommandFailure) {
    let url = URL(filePath: path)
    let folder = url.deletingLastPathComponent().path(percentEncoded: false)
    guard isFolder(folder) else {
      throw notWritten(path, "there is no folder '\(folder)'")
        .with(next: "mkdir -p \(ShellText.word(folder))")
    }
    if !exists(path), let locked = ProcessEdge.lockedPlace(of: [folder]) {
      throw notWritten(path, "'\(locked.path)' belongs to \(locked.owner)")
    }
    if isFolder(path) { throw notWritten(path, "it is a folder") }
  }

  /// Says before anything is done that a file is there, which is not to be replaced.
  static func checkIsNew(_ path: String) throws(CommandFailure) {
    guard exists(path) else { return }
    throw .taken("a file '\(path)'", hint: "choose another name; nothing was changed")
  }

  /// Says before long work that a folder could not be made after it.
  static func checkIsNoFile(_ folder: String) throws(CommandFailure) {
    if exists(folder), !isFolder(folder) { throw notWritten(folder, SystemText.existing) }
  }

  /// Makes the folder in which a report is to be written, if it is not there yet; whoever may read
  /// the report may look into it.
  static func makeFolder(
    of path: String, isShared: Bool = true
  ) throws(CommandFailure) {
    let folder = URL(filePath: path).deletingLastPathComponent().standardizedFileURL
      .path(percentEncoded: false)
    // Without the slash at its end a file in its place is seen, too.
    let name = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    if !exists(name) { try makeFolder(name, isShared: isShared) }
    try checkFolder(of: path)
  }

  /// Whether anything stands where the folder of a file would be.
  static func hasFolder(_ path: String) -> Bool {
    exists(URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
  }

  /// Makes a folder and those above it, which nobody else can read unless it is shared.
  static func makeFolder(_ path: String, isShared: Bool = false) throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true,
        attributes: isShared ? nil : [.posixPermissions: 0o700])
    } catch {
      throw notWritten(path, SystemText.reason(error))
    }
  }

  /// Takes away what a command made and could not finish.
  static func removeFolder(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)  // The failure before it is the one to tell.
  }

  private static func notWritten(_ path: String, _ reason: String) -> CommandFailure {
    CommandFailure(.unusable, "cannot write '\(path)': \(reason)", code: "not-written")
  }

  /// Whether bytes go through it to somebody: a device, a pipe, a name of a descriptor.
  ///
  /// `-o /dev/stdout` must not be replaced by a file, which a file in `/dev/shm` has to be.
  static func isDevice(_ path: String) -> Bool {
    switch ProcessEdge.kind(of: path) {
    case .device: true
    case .link: ["/dev/", "/proc/"].contains(where: path.hasPrefix) && !path.hasPrefix("/dev/shm/")
    case .other: false
    }
  }
}
