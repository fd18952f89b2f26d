internal import CLMDB
internal import Glibc

/// Compares bytes as LMDB compares keys: negative, zero or positive.
@inline(__always)
func compareBytes(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Int32 {
  unsafe memcmp(left, right, count)
}
