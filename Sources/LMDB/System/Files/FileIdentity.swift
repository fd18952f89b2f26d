/// What makes a file or folder the same one, whatever path leads to it.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt
  let inode: UInt

  /// The identity of what a path leads to; nil if nothing is there or it cannot be looked at.
  package init?(of path: String) {
    // What cannot be looked at is no known folder either.
    guard let status = try? targetStatus(path) else { return nil }
    self.init(status)
  }

  /// The identity in the result of a `stat` call.
  init(_ status: FileStatus) { self = status.identity }

  init(device: UInt, inode: UInt) { (self.device, self.inode) = (device, inode) }
}
