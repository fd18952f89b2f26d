import FaultShim
import Foundation

/// What a block device was told, in order.
struct BlockLog {
  struct Record {
    let isFlush: Bool
    /// Where on the disk a write begins, and where in the log its bytes are.
    let offset: Int
    let bytes: Range<Int>
    /// Where in the log the record ends: what was told by then has happened.
    let end: Int
  }

  let records: [Record]
  private let log: [UInt8]

  init(_ path: String) throws {
    guard let log = fileBytes(path) else { throw HarnessError("the disk left no log") }
    var records: [Record] = []
    var start = 0
    func number(_ place: Int, _ count: Int) -> Int {
      log[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    while start + 16 <= log.count {
      let bytes = start + 16..<start + 16 + number(start + 4, 4)
      guard bytes.upperBound <= log.count else { break }
      records.append(
        Record(
          isFlush: number(start, 4) == shim_block_flush, offset: number(start + 8, 8),
          bytes: bytes, end: bytes.upperBound))
      start = bytes.upperBound
    }
    (self.log, self.records) = (log, records)
  }

  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> { log[range] }
}

/// A disk at one place of its log: what was flushed is on it for good, of the rest any part.
struct BlockDisk {
  /// What a cut leaves of the writes since the last flush.
  enum Remains: CaseIterable {
    case nothing, all, someWrites, someSectors
  }

  private let log: BlockLog
  /// What the disk writes whole or not at all.
  private let sectorBytes: Int
  /// The image with everything that was flushed.
  private let base: String
  private let forgetsFlushes: Bool
  private var pending: [Int] = []
  /// How many records have happened.
  private(set) var position = 0

  /// - Parameters:
  ///   - log: What happens to the disk.
  ///   - base: The image before the first record; it is changed.
  ///   - sectorBytes: What the disk writes whole or not at all.
  ///   - forgetsFlushes: Whether a flush does nothing: the control.
  init(_ log: BlockLog, base: String, sectorBytes: Int, forgetsFlushes: Bool) {
    (self.log, self.base, self.sectorBytes) = (log, base, sectorBytes)
    self.forgetsFlushes = forgetsFlushes
  }

  /// Lets so many records have happened.
  mutating func advance(to count: Int) throws {
    while position < count {
      if !log.records[position].isFlush {
        pending.append(position)
      } else if !forgetsFlushes {
        try settle()
      }
      position += 1
    }
  }

  /// Puts on the disk for good what was written.
  mutating func settle() throws {
    try write(pending.map { ($0, log.records[$0].bytes) }, into: base)
    pending = []
  }

  /// Makes the image that a cut leaves here.
  func image(_ remains: Remains, _ random: inout SeededRandom, at path: String) throws {
    guard unsafe shim_copy_holes(base, path) else { throw HarnessError("no room for an image") }
    var kept: [(Int, Range<Int>)] = []
    for index in pending {
      let bytes = log.records[index].bytes
      switch remains {
      case .nothing: break
      case .all: kept.append((index, bytes))
      case .someWrites: if random.oneIn(2) { kept.append((index, bytes)) }
      case .someSectors:
        for start in stride(from: bytes.lowerBound, to: bytes.upperBound, by: sectorBytes)
        where random.oneIn(2) {
          kept.append((index, start..<min(start + sectorBytes, bytes.upperBound)))
        }
      }
    }
    try write(kept, into: path)
  }

  private func write(_ parts: [(index: Int, bytes: Range<Int>)], into path: String) throws {
    guard !parts.isEmpty else { return }
    let file = try FileHandle(forUpdating: URL(filePath: path))
    defer { try? file.close() }
    for (index, bytes) in parts {
      let record = log.records[index]
      try file.seek(toOffset: UInt64(record.offset + bytes.lowerBound - record.bytes.lowerBound))
      try file.write(contentsOf: Data(log.bytes(bytes)))
    }
  }
}
