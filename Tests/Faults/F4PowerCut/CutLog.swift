/// One change of a file or a name, as the shim recorded it.
struct CutRecord {
  enum Change {
    case write(file: UInt64, offset: Int, bytes: ArraySlice<UInt8>, isSynchronous: Bool)
    case sync(file: UInt64)
    case size(file: UInt64, Int)
    /// A commit was begun (negative) or acknowledged.
    case mark(Int)
    case created(String, file: UInt64)
    case renamed(String, String, file: UInt64)
    case made(String)
    case removed(String)
    case linked(String, file: UInt64)
  }

  let change: Change
  /// Of the first path, below the watched folder; empty for marks.
  let path: String

  /// Reads a log; paths become relative to the watched folder.
  static func all(in log: [UInt8], below folder: String) throws -> [CutRecord] {
    var records: [CutRecord] = []
    var start = 0
    while start + 32 <= log.count {
      let head = Head(log, start)
      let names = start + 32
      let bytes = names + head.pathBytes
      start = bytes + head.bytes
      guard start <= log.count else { break }  // the recorder was killed in the middle
      let paths = log[names..<bytes].split(separator: 0).map { path in
        String(String(decoding: path, as: UTF8.self).dropFirst(folder.count + 1))
      }
      records.append(
        CutRecord(
          change: try change(head, paths, log[bytes..<start]), path: paths.first ?? ""))
    }
    return records
  }

  private static func change(
    _ head: Head, _ paths: [String], _ bytes: ArraySlice<UInt8>
  ) throws -> Change {
    switch (head.kind, paths.first, paths.last) {
    case (1, _, _):
      .write(
        file: head.file, offset: head.offset, bytes: bytes, isSynchronous: head.isSynchronous)
    case (2, _, _): .sync(file: head.file)
    case (3, _, _): .size(file: head.file, head.offset)
    case (4, _, _): .mark(head.offset)
    case (5, let path?, _): .created(path, file: head.file)
    case (6, let from?, let to?): .renamed(from, to, file: head.file)
    case (7, let path?, _): .made(path)
    case (8, let path?, _): .removed(path)
    case (9, _, let to?): .linked(to, file: head.file)
    default: throw HarnessError("the log has a line of kind \(head.kind)")
    }
  }

  /// The fixed part of a line.
  private struct Head {
    let kind: UInt32
    let isSynchronous: Bool
    let file: UInt64
    let offset: Int
    let pathBytes: Int
    let bytes: Int

    init(_ log: [UInt8], _ start: Int) {
      func number(_ offset: Int, _ count: Int) -> UInt64 {
        log[(start + offset)..<(start + offset + count)].reversed().reduce(0) {
          $0 << 8 | UInt64($1)
        }
      }
      kind = UInt32(number(0, 4))
      isSynchronous = number(4, 4) != 0
      file = number(8, 8)
      offset = Int(bitPattern: UInt(number(16, 8)))
      pathBytes = Int(number(24, 4))
      bytes = Int(number(28, 4))
    }
  }
}
