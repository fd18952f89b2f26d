internal import CLMDB
internal import Glibc

/// The kind of file system a path is on, as `statfs` numbers it.
package struct FileSystemType: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt32

  /// Asks for the file system of an open folder.
  init(of folder: borrowing FileDescriptor) throws(LMDBError) {
    var status = statfs()
    guard unsafe fstatfs(folder.raw, &status) == 0 else {
      throw .lastSystemError("statfs", folder.path)
    }
    rawValue = UInt32(truncatingIfNeeded: status.f_type)
  }

  /// Wraps a number of `statfs`.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The name of a file system on which locks or maps differ between machines; `nil` for others.
  package var refusedName: String? {
    switch rawValue {
    case 0x6969: "NFS"
    case 0xFF53_4D42: "CIFS"
    case 0x517B, 0xFE53_4D42: "SMB"
    case 0x0102_1997: "9p"
    case 0x6573_5546: "FUSE"
    default: nil
    }
  }

  /// The name of a file system in layers; `nil` for others.
  ///
  /// A file of a lower layer becomes another file at its first write, and maps and locks of those
  /// who have it open stay with the old one. A store that was made in the upper layer is safe.
  package var layeredName: String? {
    switch rawValue {
    case 0x794C_7630: "overlay"
    case 0x6175_6673: "aufs"
    default: nil
    }
  }
}

/// Refuses to go on when the file system has less room than the store needs to open safely.
func requireFreeSpace(_ bytes: UInt64, at path: String) throws(LMDBError) {
  var status = statvfs()
  guard unsafe statvfs(path, &status) == 0 else { throw .lastSystemError("statvfs", path) }
  guard UInt64(status.f_bavail) * UInt64(status.f_frsize) >= bytes else { throw .diskFull }
}
