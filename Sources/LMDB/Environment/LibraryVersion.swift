import CLMDB

/// The LMDB that is linked.
package enum LibraryVersion {
  /// Its number, such as 0.9.24.
  ///
  /// mdb_version
  package static var number: String {
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    _ = unsafe mdb_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }
}
