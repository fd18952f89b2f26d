internal import CLMDB
internal import Glibc

/// Gives a file the place of another one, which is gone then.
func renameFile(_ old: String, to new: String) throws(LMDBError) {
  guard unsafe rename(old, new) == 0 else { throw .lastSystemError("rename", new) }
}

/// Gives a file a second name.
///
/// Where something has that name and may have it, the answer is false.
func linkFile(
  _ path: String, to other: String, mayExist: Bool
) throws(LMDBError) -> Bool {
  if unsafe link(path, other) == 0 { return true }
  guard errno == EEXIST, mayExist else { throw .lastSystemError("link", other) }
  return false
}

/// Makes a folder that only this user can enter, whatever the umask is.
///
/// - Returns: Whether it was made here; false if there is one.
func makeFolder(_ path: String) throws(LMDBError) -> Bool {
  guard unsafe mkdir(path, 0o700) == 0 else {
    if errno == EEXIST { return false }
    throw .lastSystemError("making the folder", path)
  }
  // The umask may have taken bits away from the owner.
  let made = try FileDescriptor.folder(path)
  guard fchmod(made.raw, 0o700) == 0 else { throw .lastSystemError("chmod", path) }
  return true
}

/// The folder that relative paths begin in.
func workingFolder(for path: String) throws(LMDBError) -> String {
  guard let raw = unsafe getcwd(nil, 0) else { throw .lastSystemError("getcwd", path) }
  defer { unsafe free(raw) }
  return unsafe String(cString: raw)
}

// MARK: Descriptors that are LMDB's

func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// Keeps a descriptor from programs that this process starts.
func closeAtExec(_ descriptor: Int32, _ path: @autoclosure () -> String) throws(LMDBError) {
  guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
    throw .lastSystemError("fcntl", path())
  }
}

/// The size of a file; the cheapest way there is to ask.
@inline(__always)
func descriptorBytes(
  _ descriptor: Int32, _ path: @autoclosure () -> String
) throws(LMDBError) -> Int {
  let size = lseek(descriptor, 0, SEEK_END)
  guard size >= 0 else { throw .lastSystemError("lseek", path()) }
  return size
}

/// Reserves blocks of a file and leaves its size as it is; answers what the system says, or 0.
func reserveRoom(_ descriptor: Int32, from start: Int, _ count: Int) -> Int32 {
  // FALLOC_FL_KEEP_SIZE
  while fallocate(descriptor, 1, off_t(start), off_t(count)) != 0 {
    if errno != EINTR { return errno }
  }
  return 0
}
