import FoundationEssentials

extension SourceFile {
  /// The largest scenario that is read.
  package static let byteLimit = 1 << 20

  /// What stands under a path is a device, a pipe or a socket, and may never end.
  package struct NoFile: Error {}

  /// Reads a file.
  ///
  /// Of a file that is longer than anything a person writes nothing is read: that it is too big is
  /// said where its bytes would be looked at.
  ///
  /// - Throws: What the system says of a file that cannot be read; `NoFile`.
  package convenience init(
    readingFileAt path: String, limit: Int = byteLimit, includer: String? = nil
  ) throws {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    // What cannot be looked at cannot be read, and then the reading says why.
    let facts = try? FileManager.default.attributesOfItem(atPath: target)
    if let type = facts?[.type] as? FileAttributeType,
      type != .typeRegular, type != .typeDirectory
    {
      throw NoFile()
    }
    if let size = facts?[.size] as? UInt, size > limit {
      self.init(path: path, bytes: [], size: Int(size), includer: includer)
    } else {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      self.init(path: path, bytes: bytes, size: nil, includer: includer)
    }
  }
}
