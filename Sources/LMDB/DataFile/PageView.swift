/// A look at the bytes of one page; outside of it everything is 0, so no bytes can make it trap.
///
/// The numbers in a data file have the byte order of the machine that wrote it.
@safe struct PageView {
  private let start: UnsafeRawPointer?
  let count: Int

  /// Looks at memory that has to outlive the view.
  @inline(__always) init(_ memory: UnsafeRawBufferPointer) {
    unsafe start = memory.baseAddress
    count = unsafe memory.baseAddress == nil ? 0 : memory.count
  }

  @inline(__always) func number16(at offset: Int) -> Int { Int(number(at: offset) as UInt16) }

  @inline(__always) func number32(at offset: Int) -> Int { Int(number(at: offset) as UInt32) }

  @inline(__always) func number64(at offset: Int) -> UInt64 { number(at: offset) }

  @inline(__always)
  private func number<N: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> N {
    guard offset >= 0, offset <= count - MemoryLayout<N>.size, let start = unsafe start else {
      return 0
    }
    return unsafe start.loadUnaligned(fromByteOffset: offset, as: N.self)
  }

  func byte(at offset: Int) -> UInt8 { number(at: offset) }

  /// Whether every byte is 0: the first one is, and each is as the one before.
  var isZero: Bool {
    guard let start = unsafe start, count > 0 else { return true }
    return unsafe byte(at: 0) == 0 && compareBytes(start, start + 1, count - 1) == 0
  }

  /// The bytes of a range, as far as they are in the page.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    guard let start = unsafe start else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// Adds bytes to a checksum, as far as they are in the page.
  func add(_ range: Range<Int>, to checksum: inout CRC32C) {
    let range = range.clamped(to: 0..<count)
    guard let start = unsafe start else { return }
    unsafe checksum.update(
      UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// Compares bytes as LMDB compares keys: the shorter one first.
  ///
  /// - Returns: A negative number, zero or a positive one.
  func compare(_ range: Range<Int>, with other: PageView, _ otherRange: Range<Int>) -> Int {
    let (left, right) = (range.clamped(to: 0..<count), otherRange.clamped(to: 0..<other.count))
    guard let start = unsafe start, let otherStart = unsafe other.start else {
      return left.count - right.count
    }
    let order = unsafe compareBytes(
      start + left.lowerBound, otherStart + right.lowerBound, min(left.count, right.count))
    return order == 0 ? left.count - right.count : Int(order)
  }

  func compare(_ range: Range<Int>, with key: [UInt8]) -> Int {
    unsafe key.withUnsafeBytes { bytes in
      unsafe compare(range, with: PageView(bytes), 0..<bytes.count)
    }
  }
}

/// Memory for some pages, one after the other.
@safe final class PageMemory {
  private let memory: UnsafeMutableRawBufferPointer
  private let pageBytes: Int

  /// Which pages have been made 0: a way through a tree needs few of those that it might.
  private var ready: UInt64 = 0

  init(pageBytes: Int, count: Int) {
    self.pageBytes = pageBytes
    unsafe memory = .allocate(byteCount: max(pageBytes * count, 8), alignment: 16)
    if count > UInt64.bitWidth { clear() }
  }

  deinit { unsafe memory.deallocate() }

  /// The page with an index; the view is valid as long as the memory lives.
  @inline(__always) func page(_ index: Int) -> PageView {
    unsafe PageView(UnsafeRawBufferPointer(slice(index)))
  }

  /// Makes every byte 0.
  func clear() {
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    ready = .max
  }

  private func makeReady(_ index: Int) {
    // A shift beyond the width gives 0.
    let bit: UInt64 = 1 << index
    guard ready != .max, ready & bit == 0 else { return }
    unsafe slice(index).initializeMemory(as: UInt8.self, repeating: 0)
    ready |= bit
  }

  /// Fills the page with an index, or its beginning, from a place of the file.
  func load(
    _ index: Int, count: Int? = nil, from source: borrowing PageSource, at offset: Int
  ) -> Bool {
    makeReady(index)
    let page = unsafe slice(index)
    let count = min(max(count ?? page.count, 0), page.count)
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: page[..<count])
    return unsafe source.read(into: part, at: offset)
  }

  @inline(__always) private func slice(_ index: Int) -> UnsafeMutableRawBufferPointer {
    let start = index * pageBytes
    guard index >= 0, unsafe start <= memory.count - pageBytes else {
      return unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + pageBytes])
  }
}
