internal import CLMDB
internal import Synchronization

/// Room on the disk behind the end of the data file.
///
/// LMDB never writes over a page in use, so even a removal needs a few new pages. They are reserved
/// while there is room: on a full disk values can then be removed and made shorter, and what grows
/// is refused. The file's size does not change by it.
struct RoomReserve: ~Copyable, Sendable {
  /// Where the reserved room ends, in the files of one generation.
  let end = Atomic(0)
  let generation = Atomic(-1)
  /// Whether the disk had no room for it.
  let isShort = Atomic(false)
}

extension Environment {
  /// Sees to it that there is room for a few pages; called by the writing thread.
  ///
  /// - Parameters:
  ///   - lease: Has the file.
  ///   - growth: What the next commit may put behind the end of the file, for which there has to be
  ///     room too: a commit that used up the reserve would leave none for removals.
  func keepReserve(_ lease: Lease, beyond growth: Int = 0) {
    guard options.reserveBytes > 0 else { return }
    let wanted = options.reserveBytes + growth
    if reserve.generation.exchange(lease.generation, ordering: .relaxed) != lease.generation {
      reserve.end.store(0, ordering: .relaxed)
    }
    let size = knownBytes.load(ordering: .relaxed)
    let end = reserve.end.load(ordering: .relaxed)
    guard end < size + growth + options.reserveBytes / 2 else {
      reserve.isShort.store(false, ordering: .relaxed)
      return
    }
    let code = reserveRoom(lease.raw.descriptor, from: size, wanted)
    let isShort = SystemCode.isFull(code)
    reserve.isShort.store(isShort, ordering: .relaxed)
    // A file system that cannot promise room is not asked again.
    if !isShort { reserve.end.store(code == 0 ? size + wanted : .max, ordering: .relaxed) }
  }
}
