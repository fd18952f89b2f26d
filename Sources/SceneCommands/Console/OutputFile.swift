#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Files the tool writes for people.
enum OutputFile {
  /// Replaces the file as a whole, so that nobody sees half of it.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: isDevice(path) ? [] : .atomic)
    } catch {
      throw CommandFailure(
        .unusable, "cannot write '\(path)': \(SystemText.reason(error))", code: "not-written")
    }
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Makes a new file; one that is there already stays as it is.
  static func create(_ bytes: [UInt8], at path: String) throws(CommandFailure) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .withoutOverwriting)
    } catch {
      throw CommandFailure(
        .unusable, "cannot write '\(path)': \(SystemText.reason(error))", code: "not-written")
    }
  }

  /// `-o /dev/stdout` must not be replaced by a file.
  private static func isDevice(_ path: String) -> Bool { path.hasPrefix("/dev/") }
}
