import Foundation
import LMDB
import SceneState
import StoreTools

extension MisuseCase {
  /// Rows 1, 2, 15, 16, 17 and 30: more than one opening.
  static let ofOpening: [MisuseCase] = [
    MisuseCase("1 the same store twice in a process") { folder in
      let store = try open(folder)
      let files = FileManager.default
      try files.createSymbolicLink(atPath: folder + "/way", withDestinationPath: folder)
      for path in ["/scenes.store", "/./scenes.store", "/way/scenes.store", "/scenes.store/"] {
        if let wrong = wanted(.alreadyOpen, refusal(URL(filePath: folder + path))) {
          return "\(path): \(wrong)"
        }
      }
      if let problem = commit(store) { return "the first one is broken: \(problem)" }
      store.close()
      return refusal(place(folder)).map { "closed, it is still \($0)" }
    },
    MisuseCase("2 nothing here drops this process's locks in lock.mdb") { folder in
      let store = try open(folder)
      let before = try lockCount(folder)
      guard before > 0 else { return "there are no locks to look at" }
      _ = try? StoreInspector.look(place(folder).path)
      _ = try store.inspect()
      _ = try store.damage(isReadable: { _, _, _ in true })
      _ = refusal(place(folder))
      if let problem = commit(store) { return "\(problem)" }
      return try lockCount(folder) == before ? nil : "locks went away"
    },
    MisuseCase("8 two hundred processes read at once, and one more writes") { folder in
      try open(folder).close()
      let readers = try (0..<200).map { _ in try Child("lasting-reader", [place(folder).path]) }
      defer { for reader in readers { _ = reader.kill() } }
      for reader in readers where reader.line() != "inside" { return "a reader has no place" }
      let slots = try StoreInspector.readers(place(folder).path)
      if Set(slots.map(\.processID)).count != 200 { return "the tool sees \(slots.count) readers" }
      let store = try SceneStore.open(place(folder))
      guard store.isUsable else { return "\(store.reportedProblems)" }
      return commit(store).map { "\($0)" }
    },
    MisuseCase("15 a writer that stands still is named at the deadline") { folder in
      try open(folder).close()
      let holder = try Child("misuse-holder", [place(folder).path])
      guard holder.line() == "inside" else { return "no holder" }
      holder.signal(SIGSTOP)
      defer { holder.signal(SIGCONT) }
      let store = try SceneStore.open(
        place(folder), options: .init(commitDelay: .seconds(60), lockDeadline: .milliseconds(500)))
      var waited = Duration.seconds(60)
      var problem: SceneProblem?
      // The goal is the deadline and 100 ms; time in which the machine ran others is not ours.
      let limit: Duration = .milliseconds(600)
      for _ in 0..<3 where waited > limit {
        let (start, delayed) = (ContinuousClock.now, delayedTime())
        problem = commit(store)
        waited = ContinuousClock.now - start - (delayedTime() - delayed)
      }
      guard problem?.detail.contains("process \(holder.pid)") == true else {
        return "said \(problem.map { "\($0)" } ?? "nothing")"
      }
      if waited > limit { return "waited \(waited), the goal is \(limit)" }
      if store.scene("A")[note] != "second" { return "the app does not see what it wrote" }
      holder.signal(SIGCONT)
      holder.send("go")
      _ = holder.end()
      return commit(store, "third").map { "\($0)" }
    },
    MisuseCase("16 every descriptor is closed in a child that is started") { folder in
      let store = try open(folder)
      defer { store.close() }
      for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\(name)")
        guard let target, target.hasPrefix(folder), let number = Int32(name) else { continue }
        if fcntl(number, F_GETFD) & FD_CLOEXEC == 0 { return "\(target) stays open" }
      }
      return nil
    },
    MisuseCase("17 a process of another container is refused") { folder in
      let holder = try Child("misuse-holder", [place(folder).path])
      guard holder.line() == "inside" else { return "no holder" }
      try Data("pid:[1] another-boot\n".utf8).write(
        to: URL(filePath: place(folder).path + "/use.lock"), options: [])
      let store = try SceneStore.open(place(folder))
      guard let problem = store.reportedProblems.first, !store.isUsable else {
        return "it was opened"
      }
      return problem.detail.contains("container") ? nil : "said \(problem)"
    },
    MisuseCase("30 eight processes open and close all the time") { folder in
      let children = try (0..<8).map { _ in
        try Child("misuse-reopener", [place(folder).path, "40"])
      }
      for child in children {
        guard child.end(within: 25_000)?.status == 0 else { return "failed: \(child.rest())" }
      }
      let store = try SceneStore.open(place(folder))
      let count = try store.inspect().entries.filter { $0.json == "39" }.count
      return count == 8 ? nil : "\(count) of 8 last values are there"
    },
  ]

  /// The locks of this process in `lock.mdb`, as the system lists them.
  private static func lockCount(_ folder: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: place(folder).path + "/lock.mdb")
    let inode = attributes[.systemFileNumber] as? Int ?? 0
    return try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
      .filter { line in
        let parts = line.split(separator: " ")
        return parts.contains("POSIX") && parts.contains("\(getpid())")
          && parts.contains { $0.hasSuffix(":\(inode)") }
      }.count
  }
}
