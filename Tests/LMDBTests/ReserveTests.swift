import Foundation
import Glibc
import LMDB
import Testing

/// Removing needs new pages too: some room is kept for them.
struct ReserveTests {
  private func status(_ store: TemporaryStore) throws -> stat {
    var status = stat()
    try #require(unsafe stat("\(store.path)/data.mdb", &status) == 0)
    return status
  }

  @Test func `room for removals is kept behind the data, and costs no bytes of the file`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    let first = try environment.first
    for round in 0..<30 {
      try environment.write { (transaction) throws(LMDBError) in
        try transaction.put(
          Array("key \(round)".utf8), [UInt8](repeating: 7, count: 9_000), in: first)
      }
      let status = try status(store)
      #expect(Int(status.st_blocks) * 512 - Int(status.st_size) >= 32 << 10, "round \(round)")
    }
    let size = try status(store).st_size
    environment.close()
    let file = try DataFile.open("\(store.path)/data.mdb")
    #expect(file.verdict().isSound)
    #expect(Int(size) == file.byteCount && file.byteCount < 600 << 10)
  }

  @Test func `a store that wants no reserve has none`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.reserveBytes = 0 })
    let first = try environment.first
    try environment.write { (transaction) throws(LMDBError) in
      try transaction.put(Array("key".utf8), [1], in: first)
    }
    let status = try status(store)
    #expect(Int(status.st_blocks) * 512 - Int(status.st_size) < 32 << 10)
  }
}
