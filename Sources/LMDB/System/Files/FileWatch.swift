internal import CLMDB
internal import Glibc
internal import Synchronization

/// Hears that somebody wrote into a file, in whatever process of this machine (`inotify`).
///
/// What is written through a map is not heard; LMDB writes by calls.
package final class FileWatch: Sendable {
  private let events: FileDescriptor
  /// Ends a wait that no write ends.
  private let bell: FileDescriptor
  private let watched: Mutex<(file: FileIdentity, number: Int32)?> = Mutex(nil)

  /// Hears of an open file.
  ///
  /// - Throws: What the system says where a user or a process has too many of these.
  init(_ descriptor: Int32, _ file: FileIdentity, _ path: String) throws(LMDBError) {
    let (events, bell) = (
      inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)), eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    )
    let failure = LMDBError.lastSystemError("watching", path)
    self.events = FileDescriptor(raw: events, path: path)
    self.bell = FileDescriptor(raw: bell, path: path)
    guard events >= 0, bell >= 0 else { throw failure }
    try follow(descriptor, file)
  }

  /// Hears of another file from now on, which has taken the place of the first.
  func follow(_ descriptor: Int32, _ file: FileIdentity) throws(LMDBError) {
    try watched.withLock { (watched) throws(LMDBError) in
      guard watched?.file != file else { return }
      // By its descriptor: its name may be another file's by now.
      let number = unsafe inotify_add_watch(
        events.raw, "/proc/self/fd/\(descriptor)", UInt32(IN_MODIFY))
      guard number >= 0 else { throw .lastSystemError("watching", events.path) }
      // That of a file that is gone is gone with it.
      if let old = watched { _ = inotify_rm_watch(events.raw, old.number) }
      watched = (file, number)
    }
    ring()
  }

  /// Ends a wait that is under way, or the next one.
  func ring() {
    var one: UInt64 = 1
    // It fails only if it was rung that often that nobody can have missed it.
    _ = unsafe write(bell.raw, &one, MemoryLayout<UInt64>.size)
  }

  /// Waits for a write or for the bell, up to a time.
  ///
  /// - Returns: Whether there was one.
  func wait(timeout: Duration?) -> Bool {
    var places = [events.raw, bell.raw].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let count = unsafe poll(&places, nfds_t(places.count), timeout.map(Self.milliseconds) ?? -1)
    guard count > 0 else { return false }
    for place in places where place.revents != 0 { drain(place.fd) }
    return true
  }

  /// Rounded up: whoever comes too early has to come again.
  private static func milliseconds(_ timeout: Duration) -> Int32 {
    let (seconds, attoseconds) = max(timeout, .zero).components
    return Int32(clamping: min(seconds, 1 << 32) * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }

  private func drain(_ descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while unsafe read(descriptor, &bytes, bytes.count) == bytes.count {}
  }
}
