public import Synchronization

/// The values that fit in a machine word, which are read without a lock.
///
/// The types are named one by one: once a read is compiled for its type, one comparison of those
/// below is left of all this.
@usableFromInline
enum WordValue {
  /// The value of the bits that a coding's `word` made; nil for types that have none.
  @inlinable
  @inline(__always)
  static func value<Value>(of bits: UInt64, as _: Value.Type) -> Value? {
    if Value.self == Int.self { return Int(truncatingIfNeeded: bits) as? Value }
    if Value.self == Bool.self { return (bits != 0) as? Value }
    if Value.self == Double.self { return Double(bitPattern: bits) as? Value }
    if Value.self == UInt.self { return UInt(truncatingIfNeeded: bits) as? Value }
    if Value.self == Int64.self { return Int64(truncatingIfNeeded: bits) as? Value }
    if Value.self == UInt64.self { return bits as? Value }
    if Value.self == Int32.self { return Int32(truncatingIfNeeded: bits) as? Value }
    if Value.self == UInt32.self { return UInt32(truncatingIfNeeded: bits) as? Value }
    if Value.self == Float.self {
      return Float(bitPattern: UInt32(truncatingIfNeeded: bits)) as? Value
    }
    return nil
  }
}

/// A copy of a cell's value for reads; it is changed only while the cell's lock is held.
@usableFromInline
struct WordCopy: ~Copyable, Sendable {
  // NB: in this order the cell's next fields fit in behind it.
  @usableFromInline let bits = Atomic<UInt64>(0)
  /// Whether the bits are the value; it is set after them.
  @usableFromInline let isCurrent = Atomic<Bool>(false)

  init() {}

  @inlinable
  func publish(_ new: UInt64) {
    bits.store(new, ordering: .releasing)
    isCurrent.store(true, ordering: .releasing)
  }

  func withdraw() { isCurrent.store(false, ordering: .releasing) }
}
