/// Who may use something in a store's folder, as its owner and its permissions say.
package struct FileRights: Sendable {
  /// The number of the user to whom it belongs.
  package let owner: UInt32
  /// Whether that user may write it.
  package let isWritable: Bool

  /// Nil for what is not there, and for a link, which has no rights of its own.
  package init?(_ path: String) {
    // What cannot be looked at tells nothing.
    guard let status = try? linkStatus(path), !status.isLink else { return nil }
    owner = status.owner
    isWritable = status.permissions & 0o200 != 0
  }
}
