import Foundation
import LMDB
import Testing

struct LocationTests {
  @Test func `a symbolic link as the folder is refused`() throws {
    let store = try TemporaryStore()
    try store.open().close()
    let link = "\(store.folder)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store.path)
    for path in [link, "\(link)/"] {
      #expect(throws: LMDBError.insecureLocation(path: link, reason: "it is a symbolic link")) {
        try Environment.open(path, options: .test)
      }
    }
  }

  @Test(arguments: ["data.mdb", "lock.mdb", "open.lock", "use.lock", "writer.lock"])
  func `a symbolic link as a file is refused and its target untouched`(name: String) throws {
    let store = try TemporaryStore()
    try store.open().close()
    let victim = URL(fileURLWithPath: "\(store.folder)/victim")
    try Data("precious".utf8).write(to: victim)
    let path = "\(store.path)/\(name)"
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: victim.path)
    #expect(throws: LMDBError.insecureLocation(path: path, reason: "it is a symbolic link")) {
      try store.open()
    }
    #expect(try Data(contentsOf: victim) == Data("precious".utf8))
  }

  @Test func `a second hard link is refused`() throws {
    let store = try TemporaryStore()
    try store.open().close()
    let path = "\(store.path)/data.mdb"
    try FileManager.default.linkItem(atPath: path, toPath: "\(store.folder)/twin")
    #expect(
      throws: LMDBError.insecureLocation(path: path, reason: "it has more than one hard link")
    ) { try store.open() }
  }

  @Test(arguments: ["", "/data.mdb", "/lock.mdb", "/writer.lock"])
  func `what the group may write is refused`(name: String) throws {
    let store = try TemporaryStore()
    try store.open().close()
    let path = store.path + name
    #expect(unsafe chmod(path, name.isEmpty ? 0o770 : 0o660) == 0)
    #expect(
      throws: LMDBError.insecureLocation(
        path: path, reason: "its group or everybody may write to it")
    ) { try store.open() }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `what belongs to another user is refused`() throws {
    let store = try TemporaryStore()
    try store.open().close()
    #expect(unsafe chown(store.path, 65534, 65534) == 0)
    #expect(
      throws: LMDBError.insecureLocation(path: store.path, reason: "it belongs to another user")
    ) { try store.open() }
  }

  @Test(
    arguments: [
      (0x6969, "NFS"), (0xFF53_4D42, "CIFS"), (0x517B, "SMB"), (0xFE53_4D42, "SMB"),
      (0x0102_1997, "9p"), (0x6573_5546, "FUSE"), (0xEF53, nil), (0x0102_1994, nil),
    ] as [(UInt32, String?)])
  func `network and FUSE file systems are refused`(number: UInt32, name: String?) {
    #expect(FileSystemType(rawValue: number).refusedName == name)
  }

  @Test func `a store on a network file system is refused unless it is wanted`() throws {
    let store = try TemporaryStore()
    let error = LMDBError.unsupportedFileSystem(path: store.path, type: "NFS")
    #expect(throws: error) {
      try store.open(.test { $0.fileSystemType = FileSystemType(rawValue: 0x6969) })
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.path).isEmpty)
    let environment = try store.open(
      .test {
        $0.fileSystemType = FileSystemType(rawValue: 0x6969)
        $0.allowsAnyFileSystem = true
      })
    try environment.put("a", "1")
    #expect(environment.remarks.isEmpty)
  }

  @Test func `a store on a file system in layers is told and works`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(
      .test { $0.fileSystemType = FileSystemType(rawValue: 0x794C_7630) })
    #expect(environment.remarks == [.layeredFileSystem(path: store.path, type: "overlay")])
    try environment.put("a", "1")
    environment.close()
    let again = try store.open(
      .test { $0.fileSystemType = FileSystemType(rawValue: 0xEF53) })
    #expect(again.remarks.isEmpty)
  }

  @Test func `a file where the folder should be is refused`() throws {
    let store = try TemporaryStore()
    try Data().write(to: URL(fileURLWithPath: store.path))
    #expect(throws: LMDBError.self) { try store.open() }
  }

  @Test func `a relative path names the same store after the working folder changes`() async throws
  {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .success) { [folder = store.folder as String] in
      #expect(unsafe chdir(folder) == 0)
      let environment = try Environment.open("store", options: .test)
      #expect(unsafe chdir("/") == 0)
      #expect(environment.path == "\(folder)/store")
      try environment.put("a", "1")
    }
  }

  @Test func `removing a folder never follows a link`() throws {
    let store = try TemporaryStore()
    let outside = "\(store.folder)/outside"
    let inside = "\(store.folder)/inside"
    for path in [outside, inside, "\(inside)/deep"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    try Data().write(to: URL(fileURLWithPath: "\(outside)/kept"))
    try FileManager.default.createSymbolicLink(
      atPath: "\(inside)/deep/link", withDestinationPath: outside)
    removeDirectory(inside)
    #expect(!FileManager.default.fileExists(atPath: inside))
    #expect(FileManager.default.fileExists(atPath: "\(outside)/kept"))
  }
}
