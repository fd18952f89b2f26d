import Foundation
import LMDB
import SceneState
import StoreFormat
import Testing

/// What a store makes of the folder it is given.
@Suite struct DurabilityPlaceTests {
  @Test func `the folder has mode 0700 and its files 0600 when the umask is 0`() async throws {
    let folder = try DurabilityFolder()
    let path = folder.store
    // The umask belongs to the whole process, so the test has one of its own.
    await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
      umask(0)
      let store = try SceneStore.open(URL(filePath: path))
      DurabilityWorkload(store, scene: "A").round(1)
      try store.flush()
      exit(0)
    }
    let files = FileManager.default
    func mode(_ path: String) throws -> Int? {
      try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(path) == 0o700)
    let names = try files.contentsOfDirectory(atPath: path)
    #expect(names.contains("data.mdb") && names.contains("lock.mdb"))
    for name in names { #expect(try mode(path + "/" + name) == 0o600, "\(name)") }
  }

  @Test func `a store behind a symbolic link is refused`() throws {
    let folder = try DurabilityFolder()
    let link = folder.path + "/link"
    do { _ = try SceneStore.open(folder.storeURL) }
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.store)
    #expect(
      try problem { () throws(SceneProblem) in
        _ = try SceneStore.open(URL(filePath: link))
      }.code == .insecureLocation)
  }

  @Test func `a data file that is a symbolic link is refused and its target left alone`() throws {
    let folder = try DurabilityFolder()
    let files = FileManager.default
    let victim = folder.path + "/victim"
    #expect(files.createFile(atPath: victim, contents: Data("mine".utf8)))
    try files.createDirectory(
      atPath: folder.store, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    for name in ["data.mdb", "lock.mdb"] {
      let link = folder.store + "/" + name
      try files.createSymbolicLink(atPath: link, withDestinationPath: victim)
      #expect(
        try problem { () throws(SceneProblem) in
          _ = try SceneStore.open(folder.storeURL)
        }.code == .insecureLocation)
      try files.removeItem(atPath: link)
    }
    #expect(files.contents(atPath: victim) == Data("mine".utf8))
  }

  @Test func `a second opening in one process is refused, by any path`() throws {
    let folder = try DurabilityFolder()
    let store = try SceneStore.open(folder.storeURL)
    let detour = URL(filePath: folder.path + "/./scenes.store")
    for place in [folder.storeURL, detour] {
      #expect(
        try problem { () throws(SceneProblem) in
          _ = try SceneStore.open(place)
        }.code == .alreadyOpen)
    }
    DurabilityWorkload(store, scene: "A").round(1)
    try store.flush()
    #expect(DurabilityState(try store.inspect(), scene: "A").pairRight == 1)
    store.close()
    _ = try SceneStore.open(folder.storeURL)
  }

  @Test(arguments: [
    (InfoKey.format, InfoKey.bytes(UInt32(2))),
    (InfoKey.incompatibleFeatures, InfoKey.bytes(UInt64(1) << 40)),
  ])
  func `a store of a newer version is refused and keeps every byte`(
    key: [UInt8], value: [UInt8]
  ) throws {
    let folder = try DurabilityFolder()
    do {
      let store = try SceneStore.open(folder.storeURL)
      DurabilityWorkload(store, scene: "A").round(1)
      try store.flush()
    }
    // A newer version need not keep the databases that this one knows.
    let environment = try Environment.open(
      folder.store, options: .init(databases: ["info", "things-to-come"]))
    let info = try #require(environment.database("info"))
    try environment.write { txn throws(LMDBError) in try txn.put(key, value, in: info) }
    environment.close()
    let data = URL(filePath: folder.store + "/data.mdb")
    let before = try Data(contentsOf: data)
    #expect(
      try problem { () throws(SceneProblem) in
        _ = try SceneStore.open(folder.storeURL)
      }.code == .storeFromNewerVersion)
    #expect(try Data(contentsOf: data) == before)
  }

  @Test func `a newer store without the databases of this version keeps every byte`() throws {
    let folder = try DurabilityFolder()
    let environment = try Environment.open(
      folder.store, options: .init(databases: ["info", "things-to-come"]))
    let info = try #require(environment.database("info"))
    try environment.write { txn throws(LMDBError) in
      try txn.put(InfoKey.format, InfoKey.bytes(UInt32(2)), in: info)
    }
    environment.close()
    let data = URL(filePath: folder.store + "/data.mdb")
    let before = try Data(contentsOf: data)
    #expect(
      try problem { () throws(SceneProblem) in
        _ = try SceneStore.open(folder.storeURL)
      }.code == .storeFromNewerVersion)
    #expect(try Data(contentsOf: data) == before)
  }

  /// The problem that a body throws; the test fails without one.
  private func problem(_ body: () throws(SceneProblem) -> Void) throws -> SceneProblem {
    var problem: SceneProblem?
    do throws(SceneProblem) { try body() } catch { problem = error }
    return try #require(problem)
  }
}
