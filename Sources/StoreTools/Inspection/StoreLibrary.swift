import LMDB

/// What stores are made with.
package enum StoreLibrary {
  /// The number of the LMDB that is linked.
  package static var version: String { LibraryVersion.number }
}
