public import Synchronization

/// A reference that is set once, by whoever comes first, and read without a lock.
///
/// NB: the library's `AtomicLazyReference` does the same, but is not inlined: each load looks up the
/// metadata of its own type, which takes longer than the rest of a read (Swift 6.3.1). What is unsafe
/// here is the count that the storage holds: it is taken once, by who sets it, and given back in
/// `deinit`, when nobody can load any more.
@safe @usableFromInline
struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  @usableFromInline let storage = unsafe Atomic<Unmanaged<Object>?>(nil)

  init() {}

  deinit { unsafe storage.load(ordering: .acquiring)?.release() }

  @inlinable
  @inline(__always)
  func load() -> Object? { unsafe storage.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Sets the reference unless there is one; answers the one that stays.
  func storeIfNil(_ object: Object) -> Object {
    let mine = unsafe Unmanaged.passRetained(object)
    let (_, other) = unsafe storage.compareExchange(
      expected: nil, desired: mine, ordering: .acquiringAndReleasing)
    guard let other = unsafe other else { return object }
    unsafe mine.release()
    return unsafe other.takeUnretainedValue()
  }
}
