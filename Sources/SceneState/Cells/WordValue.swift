public import Synchronization

/// The values that fit in a machine word, which are read without a lock.
///
/// The types are named one by one: once a read is compiled for its type, one comparison of those
/// below is left of all this.
@usableFromInline
enum WordValue {
  /// The most bytes that such a value takes in the store.
  @inlinable static var byteLimit: Int { 8 }

  /// The bits of a value, which are equal only if its stored bytes are; nil for other types.
  @inlinable
  @inline(__always)
  static func bits<Value>(of value: Value) -> UInt64? {
    if Value.self == Int.self, let value = value as? Int {
      return UInt64(truncatingIfNeeded: value)
    }
    if Value.self == Bool.self, let value = value as? Bool { return value ? 1 : 0 }
    if Value.self == Double.self, let value = value as? Double { return value.bitPattern }
    if Value.self == UInt.self, let value = value as? UInt {
      return UInt64(truncatingIfNeeded: value)
    }
    if Value.self == Int64.self, let value = value as? Int64 {
      return UInt64(truncatingIfNeeded: value)
    }
    if Value.self == UInt64.self, let value = value as? UInt64 { return value }
    if Value.self == Int32.self, let value = value as? Int32 {
      return UInt64(truncatingIfNeeded: value)
    }
    if Value.self == UInt32.self, let value = value as? UInt32 {
      return UInt64(truncatingIfNeeded: value)
    }
    if Value.self == Float.self, let value = value as? Float { return UInt64(value.bitPattern) }
    return nil
  }

  /// The value of the bits; nil for types that have none.
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
