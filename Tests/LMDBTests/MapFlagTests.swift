import Foundation
import LMDB
import Testing

/// What no store is ever opened with.
struct MapFlagTests {
  @Test func `the data file is mapped for reading only, at no fixed place`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    let lines = maps.split(separator: "\n").filter { $0.hasSuffix(store.path + "/data.mdb") }
    #expect(!lines.isEmpty, "\(store.path): \(maps)")
    // `MDB_WRITEMAP` would let a stray pointer write the store, and a full disk end the process.
    #expect(lines.allSatisfy { $0.split(separator: " ")[1].hasPrefix("r--") }, "\(lines)")
    // `MDB_FIXEDMAP` would note the address in the first page.
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: store.path + "/data.mdb")))
    #expect(bytes[24..<32].allSatisfy { $0 == 0 })
    #expect(try DataFile.open(store.path + "/data.mdb").findings == [])
    environment.close()
  }
}
