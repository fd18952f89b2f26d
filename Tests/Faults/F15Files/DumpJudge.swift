import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools

/// Loads changed dumps into new stores and into full ones; what is accepted must be usable.
enum DumpJudge {
  /// A job is the number of a dump; the answer `refused`, `loaded`, or what is wrong.
  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 2, let seed = UInt64(arguments[1]) else { return 64 }
    let folder = arguments[0]
    var dumps: [String] = []
    for index in 0..<5 {
      let files = try StoryFiles(Story(seed: seed, index: index), in: "\(folder)/base-\(index)")
      let place = "\(folder)/dumped-\(index)"
      var random = SeededRandom(seed, -1 - index)
      let moment = random.number(below: files.images.count)
      try makeFolder(place)
      try writeFile(place + "/data.mdb", files.images[moment])
      dumps.append(DumpWriter(try StoreInspector.contents(place)).text)
    }
    while let line = readLine() {
      guard let number = Int(line) else { return 64 }
      var random = SeededRandom(seed, number)
      let index = random.number(below: dumps.count)
      var mutator = DumpMutator(dumps[index], random)
      let isNew = !random.oneIn(3)
      let place = "\(folder)/loaded"
      removeDirectory(place)
      if !isNew { try copyStore("\(folder)/dumped-\(index)", to: place) }
      let policy = isNew ? .replace : random.pick([LoadPolicy.merge, .keep, .replace])
      let text = mutator.mutated()
      // Whoever dies of it leaves it behind.
      try writeFile("\(folder)/last.jsonl", text.utf8)
      tell(
        look(text, place, policy, isNew: isNew).replacing("\n", with: " "))
    }
    return 0
  }

  /// Loads as `scenesim store load` does.
  private static func look(
    _ text: String, _ place: String, _ policy: LoadPolicy, isNew: Bool
  ) -> String {
    let contents: StoreContents
    do { contents = try DumpReader.contents(Array(text.utf8)) } catch {
      return "refused: \(error)"
    }
    do throws(SceneProblem) {
      let editor = try StoreEditor(place, firstSequence: contents.sequence)
      do throws(SceneProblem) { _ = try editor.load(contents, policy, isNew: isNew) } catch {
        // The first failure is the one that counts.
        try? editor.close()
        // A store that was there must be what it was: usable.
        return isNew ? "refused" : usable(place, "refused")
      }
      try editor.close()
    } catch { return isNew ? "refused" : usable(place, "refused") }
    return usable(place, "loaded")
  }

  /// Opens it as an app, writes and opens it again.
  private static func usable(_ place: String, _ answer: String) -> String {
    do throws(StoreInspector.Failure) {
      let examination = try StoreInspector.examine(place)
      if let finding = examination.findings.first(where: { $0.severity == .damage }) {
        return "\(answer), and check says: \(finding.sentence)"
      }
    } catch { return "\(answer), and check fails: \(error)" }
    do throws(SceneProblem) {
      for time in 1...2 {
        var options = SceneStore.Options(lockDeadline: .seconds(1))
        options.commitsByItself = false
        let store = try SceneStore.open(URL(filePath: place), options: options)
        defer { store.abandon() }
        guard store.isUsable else {
          return "\(answer), and not usable: \(store.reportedProblems.first?.detail ?? "")"
        }
        if let report = store.recoveryReport { return "\(answer), and recovered: \(report)" }
        let scene = store.scene(SceneID(rawValue: "made-\(time)"))
        for entry in try store.inspect().entries { _ = entry.json }
        scene[SceneKey("after", default: "")] = String(repeating: "x", count: 5_000)
        store.scene("A")[SceneKey("after", default: "")] = "x"
        store.setRecord([1, 2, 3], for: "A")
        try store.flush()
        if (try? verifyStoreFile(place + "/data.mdb")) == nil {
          return "\(answer), and not sound after a commit"
        }
      }
    } catch { return "\(answer), and \(error)" }
    return answer
  }
}
