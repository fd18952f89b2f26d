import FaultShim
import Glibc

/// One way in which calls of the system fail.
struct CallFault {
  let name: String
  let kinds: UInt32
  let error: Int32
  var isSticky = false
  var isShortened = false

  static let all: [CallFault] = [
    CallFault(name: "write EIO once", kinds: shim_write, error: EIO),
    CallFault(name: "write ENOSPC from then on", kinds: shim_write, error: ENOSPC, isSticky: true),
    CallFault(name: "write EDQUOT once", kinds: shim_write, error: EDQUOT),
    CallFault(name: "short write once", kinds: shim_write, error: EIO, isShortened: true),
    CallFault(name: "write EINTR once", kinds: shim_write, error: EINTR),
    CallFault(name: "fsync EIO once", kinds: shim_sync, error: EIO),
    CallFault(name: "fsync EIO from then on", kinds: shim_sync, error: EIO, isSticky: true),
    CallFault(name: "ftruncate ENOSPC once", kinds: shim_truncate, error: ENOSPC),
    CallFault(name: "fallocate ENOSPC once", kinds: shim_reserve, error: ENOSPC),
    CallFault(name: "fallocate EOPNOTSUPP once", kinds: shim_reserve, error: EOPNOTSUPP),
    CallFault(name: "open EMFILE once", kinds: shim_open, error: EMFILE),
    CallFault(name: "open EACCES once", kinds: shim_open, error: EACCES),
    CallFault(name: "open EINTR once", kinds: shim_open, error: EINTR),
    CallFault(name: "open EMFILE from then on", kinds: shim_open, error: EMFILE, isSticky: true),
    CallFault(name: "mmap ENOMEM once", kinds: shim_map, error: ENOMEM),
    CallFault(name: "mmap ENOMEM from then on", kinds: shim_map, error: ENOMEM, isSticky: true),
    CallFault(name: "fcntl lock ENOLCK once", kinds: shim_lock, error: ENOLCK),
    CallFault(name: "fcntl lock EINTR once", kinds: shim_lock, error: EINTR),
    CallFault(name: "flock ENOLCK once", kinds: shim_flock, error: ENOLCK),
    CallFault(name: "flock EINTR once", kinds: shim_flock, error: EINTR),
    CallFault(name: "read EIO once", kinds: shim_read, error: EIO),
    CallFault(name: "read EIO from then on", kinds: shim_read, error: EIO, isSticky: true),
    CallFault(name: "read EINTR once", kinds: shim_read, error: EINTR),
    CallFault(name: "lseek EIO once", kinds: shim_seek, error: EIO),
    CallFault(name: "rename EIO once", kinds: shim_rename, error: EIO),
    CallFault(name: "mkdir ENOSPC once", kinds: shim_folder, error: ENOSPC),
    CallFault(name: "link and unlink EIO once", kinds: shim_link, error: EIO),
    CallFault(name: "malloc in LMDB once", kinds: shim_memory, error: ENOMEM),
    CallFault(
      name: "malloc in LMDB from then on", kinds: shim_memory, error: ENOMEM, isSticky: true),
  ]

  /// Those that a commit of an open store can meet.
  static let ofCommits = all.filter {
    $0.kinds & UInt32(shim_write | shim_sync | shim_flock | shim_read | shim_memory) != 0
  }

  private init(
    name: String, kinds: Int, error: Int32, isSticky: Bool = false,
    isShortened: Bool = false
  ) {
    self.name = name
    self.kinds = UInt32(kinds)
    self.error = error
    self.isSticky = isSticky
    self.isShortened = isShortened
  }
}
