/// Which data file is in a folder, and which commit is its last: what changes when it is written
/// to or replaced.
///
/// Found without opening the environment: whoever waits for a change holds no lock and no slot,
/// and does not keep others from being alone with the store.
package struct DataFileMoment: Sendable, Hashable {
  private let identity: FileIdentity
  /// The number of the last commit.
  package let transaction: UInt64

  /// Bytes from the start of the first page up to the transaction number and behind it.
  private static let transactionOffset = 144
  private static let pageSizeOffset = 40
  private static let byteCount = 152

  /// Looks at a folder; nil while there is no data file, or one that is not whole.
  package init?(directory: String) {
    let path = "\(directory)/data.mdb"
    // Whatever the reason is: there is nothing to see yet.
    guard let file = try? FileDescriptor.reading(path),
      // The same holds for what was opened and is no file.
      let status = try? descriptorStatus(file.raw, path)
    else { return nil }
    let first = file.bytes(Self.byteCount, at: 0)
    guard first.count == Self.byteCount else { return nil }
    let pageBytes: UInt32 = Self.number(first, at: Self.pageSizeOffset)
    let second = file.bytes(Self.byteCount, at: Int(pageBytes))
    guard second.count == Self.byteCount else { return nil }
    let numbers: [UInt64] = [first, second].map {
      Self.number($0, at: Self.transactionOffset)
    }
    identity = FileIdentity(status)
    transaction = max(numbers[0], numbers[1])
  }

  package func isSameFile(as other: DataFileMoment) -> Bool { identity == other.identity }

  /// A number in the byte order of the machine.
  private static func number<N: FixedWidthInteger>(_ bytes: [UInt8], at offset: Int) -> N {
    let big = bytes[offset..<(offset + N.bitWidth / 8)].reduce(N(0)) { $0 << 8 | N($1) }
    return N(littleEndian: 1) == 1 ? big.byteSwapped : big
  }
}
