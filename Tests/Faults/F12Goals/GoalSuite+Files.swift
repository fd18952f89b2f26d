import Foundation
import LMDB
import SceneState

extension GoalSuite {
  /// Modes under every umask, descriptors that children inherit, and places that are refused.
  mutating func lookAtFiles() throws {
    var (files, wrong) = (0, 0)
    for (number, mask) in [mode_t(0), 0o022, 0o077, 0o777].enumerated() {
      let place = folder.place("modes-\(number)")
      let old = umask(mask)
      defer { umask(old) }
      let store = try SceneStore.open(URL(filePath: place), options: Self.silent())
      guard store.isUsable else { throw HarnessError("\(store.reportedProblems)") }
      store.scene("A")[SceneKey("draft", default: "")] = "x"
      try store.flush()
      let inherited = inheritedDescriptors(below: place)
      if inherited > 0 { report.violated("\(inherited) descriptors leak", goal: "G15") }
      store.close()
      for name in [""] + (FileManager.default.subpaths(atPath: place) ?? []) {
        let path = place + "/" + name
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
        files += 1
        guard attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600) else {
          wrong += 1
          report.violated("'\(name)' under umask \(mask) has another mode", goal: "G15")
          continue
        }
      }
    }
    let (accepted, places) = try acceptedPlaces()
    report.figures.append(
      "G15 files: \(wrong) of \(files) with other modes, \(accepted) of \(places) unsafe places "
        + "accepted [goal 0, 0]")
  }

  private func inheritedDescriptors(below place: String) -> Int {
    (0..<256).count { number in
      let link = "/proc/self/fd/\(number)"
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
      guard let path, path.hasPrefix(place) else { return false }
      return fcntl(Int32(number), F_GETFD) & FD_CLOEXEC == 0
    }
  }

  /// Links in the place of files, second names, and folders and files of others.
  private mutating func acceptedPlaces() throws -> (accepted: Int, places: Int) {
    let files = FileManager.default
    let victim = folder.place("victim")
    var (accepted, places) = (0, 0)
    let tricks: [(String, (String) throws -> Void)] = [
      (
        "a link as data file",
        {
          try files.createSymbolicLink(
            atPath: $0 + "/data.mdb", withDestinationPath: victim)
        }
      ),
      (
        "a link as lock table",
        {
          try files.createSymbolicLink(
            atPath: $0 + "/lock.mdb", withDestinationPath: victim)
        }
      ),
      (
        "a second name of the data file",
        {
          try files.linkItem(
            atPath: victim, toPath: $0 + "/data.mdb")
        }
      ),
      (
        "a folder for all",
        {
          try files.setAttributes(
            [.posixPermissions: 0o777], ofItemAtPath: $0)
        }
      ),
      (
        "a folder of somebody else",
        { path in
          guard geteuid() == 0 else { throw HarnessError("needs root") }
          try files.setAttributes([.ownerAccountID: 12_345], ofItemAtPath: path)
        }
      ),
    ]
    for (number, (name, trick)) in tricks.enumerated() {
      try? files.removeItem(atPath: victim)
      try writeFile(victim, Array("precious".utf8))
      let place = folder.place("unsafe-\(number)")
      try makeFolder(place)
      do { try trick(place) } catch {
        report.skipped.append("G15, \(name): \(error)")
        continue
      }
      places += 1
      if let store = try? SceneStore.open(URL(filePath: place), options: Self.silent()) {
        if store.isUsable { accepted += 1 }
        store.close()
      }
      if fileBytes(victim) != Array("precious".utf8) { accepted += 1 }
      if accepted > 0 { report.violated("\(name) was accepted", goal: "G15") }
    }
    return (accepted, places)
  }
}
