import Foundation
import LMDB
import SceneState

extension MisuseCase {
  /// Rows 18 and 19: places that are not one's own.
  static let ofPlaces: [MisuseCase] = [
    MisuseCase("18 network and FUSE file systems are refused") { folder in
      for type in [0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x517B, 0x0102_1997, 0x6573_5546] as [UInt32] {
        var options = SceneStore.Options()
        options.environmentHook = { $0.fileSystemType = FileSystemType(rawValue: type) }
        let store = try SceneStore.open(URL(filePath: folder + "/\(type)"), options: options)
        if store.isUsable { return "type \(type) was opened" }
        store.abandon()
        options.allowsAnyFileSystem = true
        let allowed = try SceneStore.open(URL(filePath: folder + "/\(type)"), options: options)
        if !allowed.isUsable { return "type \(type) was asked for and refused" }
        allowed.close()
      }
      return nil
    },
    MisuseCase("19 links are refused and their targets left alone") { folder in
      let victim = folder + "/victim"
      let names = ["data.mdb", "lock.mdb", "open.lock", "use.lock", "writer.lock"]
      for name in names {
        for content in ["mine", ""] {
          let own = folder + "/\(name)-\(content)"
          try makeFolder(place(own).path)
          try Data(content.utf8).write(to: URL(filePath: victim))
          try FileManager.default.createSymbolicLink(
            atPath: place(own).path + "/" + name, withDestinationPath: victim)
          if let wrong = wanted(.insecureLocation, refusal(place(own))) {
            // A lock file that is no store file may also make the store unusable; never usable.
            let store = try SceneStore.open(place(own))
            if store.isUsable { return "\(name): \(wrong)" }
          }
          guard fileBytes(victim) == Array(content.utf8) else { return "\(name): written through" }
        }
      }
      return nil
    },
    MisuseCase("19 a store folder behind a link is refused") { folder in
      try open(folder).close()
      let link = folder + "/link"
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: place(folder).path)
      return wanted(.insecureLocation, refusal(URL(filePath: link)))
    },
    MisuseCase("19 a data file with a second name is refused") { folder in
      try open(folder).close()
      let path = place(folder).path + "/data.mdb"
      try FileManager.default.linkItem(atPath: path, toPath: folder + "/second")
      return wanted(.insecureLocation, refusal(place(folder)))
    },
    MisuseCase("19 what others own or may write is refused") { folder in
      try open(folder).close()
      let store = place(folder).path
      for (path, isFolder) in [(store, true), (store + "/data.mdb", false)] {
        guard unsafe chmod(path, isFolder ? 0o770 : 0o660) == 0 else { return "no chmod" }
        if let wrong = wanted(.insecureLocation, refusal(place(folder))) {
          return "group may write: \(wrong)"
        }
        guard unsafe chmod(path, isFolder ? 0o700 : 0o600) == 0 else { return "no chmod" }
        guard geteuid() == 0 else {
          tell("skipped another owner: giving a file away needs root")
          continue
        }
        guard unsafe chown(path, 65_534, 65_534) == 0 else { return "no chown" }
        if let wrong = wanted(.insecureLocation, refusal(place(folder))) {
          return "another owner: \(wrong)"
        }
        guard unsafe chown(path, 0, 0) == 0 else { return "no chown" }
      }
      return refusal(place(folder)).map { "put right, it is still \($0)" }
    },
    MisuseCase("19 a fifo, a folder and a device in the place of a file are no hang") { folder in
      for name in ["data.mdb", "lock.mdb", "open.lock"] {
        for kind in 0..<2 {
          let own = folder + "/\(name)-\(kind)"
          try makeFolder(place(own).path)
          let path = place(own).path + "/" + name
          if kind == 0 {
            guard unsafe mkfifo(path, 0o600) == 0 else { return "no fifo" }
          } else {
            try makeFolder(path)
          }
          let store = try? SceneStore.open(place(own))
          if store?.isUsable == true { return "\(name) of kind \(kind) was opened" }
        }
      }
      return nil
    },
  ]
}
