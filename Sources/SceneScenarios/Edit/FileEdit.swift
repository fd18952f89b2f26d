import FoundationEssentials

/// Replaces a text file as a whole, or leaves it as it is.
///
/// The new text goes into a file beside it, which then takes its name: nobody ever sees half of
/// it. The permissions stay.
package struct FileEdit {
  /// Why a file is left as it is.
  package enum Failure: Error {
    case isLink(String)
    case isNoFile(String)
    case isReadOnly(String)
    case system(String, any Error)

    package var path: String {
      switch self {
      case .isLink(let path), .isNoFile(let path), .isReadOnly(let path), .system(let path, _): path
      }
    }
  }

  private static let ownerMayWrite = 0o200

  private let path: String

  package init(path: String) { self.path = path }

  /// Writes the bytes; a file that is not there yet is made.
  ///
  /// - Throws: That the file is a link, no file, or not to be written; or what the system says.
  package func replace(with bytes: [UInt8]) throws(Failure) {
    let mode = try checkedMode()
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
      if let mode {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      }
    } catch {
      throw .system(path, error)
    }
  }

  /// Looks whether the file could be replaced, and changes nothing.
  package func check() throws(Failure) { _ = try checkedMode() }

  /// The permissions of the file; nil if there is none.
  private func checkedMode() throws(Failure) -> Int? {
    let attributes: [FileAttributeKey: Any]
    do {
      attributes = try FileManager.default.attributesOfItem(atPath: path)
    } catch {
      let code = (error as? CocoaError)?.code
      if code == .fileNoSuchFile || code == .fileReadNoSuchFile { return nil }
      throw .system(path, error)
    }
    switch attributes[.type] as? FileAttributeType {
    case FileAttributeType.typeRegular: break
    // A link would be replaced by a file, and what it leads to would stay as it was.
    case FileAttributeType.typeSymbolicLink: throw .isLink(path)
    default: throw .isNoFile(path)
    }
    let mode = attributes[.posixPermissions] as? Int
    // The new file would take the name of one that nobody was to change.
    let isLocked = mode.map { $0 & Self.ownerMayWrite == 0 } ?? false
    guard !isLocked, FileManager.default.isWritableFile(atPath: path) else {
      throw .isReadOnly(path)
    }
    return mode
  }
}
