import Foundation
import LMDB
import SceneState
import StoreFormat

extension MisuseCase {
  /// Rows 3, 4, 5, 7, 20 and 24: files that change under an open store.
  static let ofFiles: [MisuseCase] = [
    MisuseCase("3 lock.mdb is deleted while the store is open") { folder in
      let store = try open(folder)
      try FileManager.default.removeItem(atPath: place(folder).path + "/lock.mdb")
      guard let problem = commit(store) else { return "a commit was acknowledged" }
      return problem.detail.contains("lock.mdb") ? nil : "said \(problem)"
    },
    MisuseCase("3 lock.mdb is replaced while the store is open") { folder in
      let store = try open(folder)
      let path = place(folder).path + "/lock.mdb"
      try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
      try writeFile(path, [UInt8](repeating: 0, count: 8_192))
      guard let problem = commit(store) else { return "a commit was acknowledged" }
      return problem.detail.contains("lock.mdb") ? nil : "said \(problem)"
    },
    MisuseCase("4 data.mdb is deleted, moved or replaced while the store is open") { folder in
      for way in 0..<3 {
        let own = folder + "/\(way)"
        try makeFolder(own)
        let store = try open(own)
        let path = place(own).path + "/data.mdb"
        try FileManager.default.moveItem(atPath: path, toPath: own + "/kept")
        if way == 1 { try FileManager.default.removeItem(atPath: own + "/kept") }
        if way == 2 {
          try FileManager.default.copyItem(atPath: own + "/kept", toPath: path)
        }
        guard let problem = commit(store) else { return "way \(way): it was acknowledged" }
        guard problem.detail.contains("data.mdb") else { return "way \(way): said \(problem)" }
        if store.scene("A")[note] != "second" { return "way \(way): the app lost what it wrote" }
        store.abandon()
      }
      return nil
    },
    MisuseCase("4 the folder of the store is deleted or moved") { folder in
      for way in 0..<2 {
        let own = folder + "/\(way)"
        try makeFolder(own)
        let store = try open(own)
        if way == 0 {
          removeDirectory(place(own).path)
        } else {
          try FileManager.default.moveItem(atPath: place(own).path, toPath: own + "/moved")
        }
        guard commit(store) != nil else { return "way \(way): a commit was acknowledged" }
        store.abandon()
      }
      return nil
    },
    MisuseCase("5 data.mdb is cut short under the map") { folder in
      for bytes in [0, 4_096, 8_192, 12_288] {
        let own = folder + "/\(bytes)"
        try makeFolder(own)
        let store = try open(own)
        store.scene("A")[SceneKey("large", default: "")] = String(repeating: "x", count: 90_000)
        try store.flush()
        guard unsafe truncate(place(own).path + "/data.mdb", off_t(bytes)) == 0 else {
          return "it could not be cut"
        }
        // Another scene has to be read from the file.
        _ = store.scene("B")[note]
        guard commit(store) != nil else { return "at \(bytes): a commit was acknowledged" }
        _ = try? store.inspect()
        store.abandon()
      }
      return nil
    },
    MisuseCase("7 the blocks of lock.mdb are reserved") { folder in
      let store = try open(folder)
      defer { store.close() }
      var status = stat()
      guard unsafe stat(place(folder).path + "/lock.mdb", &status) == 0 else { return "no file" }
      return status.st_blocks * 512 >= 8_192 ? nil : "only \(status.st_blocks) blocks"
    },
    MisuseCase("20 files are private under any umask") { folder in
      for mask in [0, 0o022, 0o077, 0o777] as [mode_t] {
        let own = folder + "/\(mask)"
        try makeFolder(own)
        umask(mask)
        let store = try open(own)
        defer { store.close() }
        for path in [""] + (try FileManager.default.subpathsOfDirectory(atPath: place(own).path)) {
          var status = stat()
          guard unsafe lstat(place(own).path + "/" + path, &status) == 0 else { continue }
          let wanted: mode_t = status.st_mode & S_IFMT == S_IFDIR ? 0o700 : 0o600
          let mode = status.st_mode & 0o777
          if mode != wanted { return "umask \(mask): '\(path)' has mode \(String(mode, radix: 8))" }
        }
      }
      return nil
    },
    MisuseCase("24 a newer store keeps every byte") { folder in
      try open(folder).close()
      let options = Environment.Options(databases: ["info"])
      let environment = try Environment.open(place(folder).path, options: options)
      guard let info = environment.database("info") else { return "no info" }
      try environment.write { txn throws(LMDBError) in
        try txn.put(InfoKey.incompatibleFeatures, InfoKey.bytes(UInt64(1) << 40), in: info)
      }
      environment.close()
      let before = fileBytes(place(folder).path + "/data.mdb")
      let code = refusal(place(folder))
      guard code == .storeFromNewerVersion else { return "said \(code.map { "\($0)" } ?? "-")" }
      return fileBytes(place(folder).path + "/data.mdb") == before ? nil : "bytes changed"
    },
  ]
}
