internal import CLMDB
internal import Glibc
internal import Synchronization

/// Hears that somebody wrote into a file, in whatever process of this machine (`inotify`).
///
/// What is written through a map is not heard; LMDB writes by calls.
package final class FileWatch: Sendable {
  private let events: FileDescriptor
  /// Ends a wait that no write ends.
  private let bell: Bell
  private let watched: Mutex<(file: FileIdentity, number: Int32)?> = Mutex(nil)

  /// Hears of an open file.
  ///
  /// - Throws: What the system says where a user or a process has too many of these.
  init(_ descriptor: Int32, _ file: FileIdentity, _ path: String) throws(LMDBError) {
    bell = try Bell(path)
    let events = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    let failure = LMDBError.lastSystemError("watching", path)
    self.events = FileDescriptor(raw: events, path: path)
    guard events >= 0 else { throw failure }
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
    bell.ring()
  }

  /// Ends a wait that is under way, or the next one.
  func ring() { bell.ring() }

  /// Waits for a write or for the bell, up to a time.
  ///
  /// - Returns: Whether there was one.
  func wait(timeout: Duration?) -> Bool {
    var places = [events.raw, bell.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let milliseconds = timeout.map(Self.milliseconds) ?? -1
    let count = unsafe places.withUnsafeMutableBufferPointer { places in
      ForkGate.rest { unsafe poll(places.baseAddress, nfds_t(places.count), milliseconds) }
    }
    guard count > 0 else { return false }
    if places[0].revents != 0 { drain(events.raw) }
    if places[1].revents != 0 { bell.hush() }
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
