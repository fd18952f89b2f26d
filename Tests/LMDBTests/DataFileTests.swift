import Foundation
import LMDB
import Testing

/// Data files that LMDB must not be given; it would divide by their page size.
struct DataFileTests {
  /// Bytes written at an offset, and what is said of it.
  struct Damage: Sendable {
    let offset: Int
    let bytes: [UInt8]
    let reason: String
  }

  private static let damages = [
    Damage(offset: 16, bytes: [0xBE, 0xEF, 0xC0, 0xDE], reason: "another byte order"),
    Damage(offset: 16, bytes: [1], reason: "page 0: it is no first page of an LMDB file"),
    Damage(offset: 10, bytes: [2, 0], reason: "page 0: it is no first page"),
    Damage(offset: 4096 + 10, bytes: [0, 0], reason: "page 1: it is no first page"),
    Damage(offset: 20, bytes: [2, 0, 0, 0], reason: "version 2"),
    Damage(offset: 40, bytes: [0, 0, 0, 0], reason: "page 0: it says that pages have 0 bytes"),
    Damage(offset: 40, bytes: [0, 4, 0, 0], reason: "pages have 1024 bytes"),
    Damage(offset: 40, bytes: [0, 0x18, 0, 0], reason: "pages have 6144 bytes"),
    Damage(offset: 40, bytes: [0, 0, 2, 0], reason: "pages have 131072 bytes"),
    Damage(offset: 4096 + 40, bytes: [0, 0, 0, 0], reason: "page 1: it says"),
    Damage(offset: 4096 + 40, bytes: [0, 0x20, 0, 0], reason: "pages of 4096 and of 8192"),
  ]

  @Test(arguments: damages)
  func `first pages that are not sound are refused and left alone`(damage: Damage) throws {
    let store = try TemporaryStore()
    try store.open().close()
    let url = URL(fileURLWithPath: "\(store.path)/data.mdb")
    var bytes = try Data(contentsOf: url)
    bytes.replaceSubrange(damage.offset..<(damage.offset + damage.bytes.count), with: damage.bytes)
    try bytes.write(to: url)
    try restoreMode(url)
    let error = #expect(throws: LMDBError.self) { try store.open() }
    #expect(error?.description.contains(damage.reason) == true, "\(String(describing: error))")
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test(arguments: [1, 100, 4096, 8191])
  func `a file that is too short is refused`(size: Int) throws {
    let store = try TemporaryStore()
    try store.open().close()
    #expect(unsafe truncate("\(store.path)/data.mdb", size) == 0)
    let error = #expect(throws: LMDBError.self) { try store.open() }
    #expect(error?.description.contains("two pages at least") == true)
  }

  @Test func `a text and a file of zeros are no stores`() throws {
    for bytes in [Data(repeating: 65, count: 10_000), Data(count: 10_000)] {
      let store = try TemporaryStore()
      try store.open().close()
      let url = URL(fileURLWithPath: "\(store.path)/data.mdb")
      try bytes.write(to: url)
      try restoreMode(url)
      let error = #expect(throws: LMDBError.self) { try store.open() }
      #expect(error?.description.contains("page 0: it is no first page of an LMDB file") == true)
    }
  }

  private func restoreMode(_ url: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
  }
}
