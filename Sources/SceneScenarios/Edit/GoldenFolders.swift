import FoundationEssentials

/// Which folders keep golden traces; each is looked at once, before anything is written into it.
package struct GoldenFolders {
  private var known: [String: Bool] = [:]

  package init() {}

  /// Whether a scenario in the folder of a golden trace has one.
  mutating func hasGoldens(besides path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? "."
    if let answer = known[folder] { return answer }
    // Whoever writes or reads a golden there hears what is wrong with the folder.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let scenarios = Set(names.filter { $0.hasSuffix(".scene.yaml") })
    let answer = names.contains { name in
      name.hasSuffix(".trace")
        && scenarios.contains(name.dropLast(".trace".count) + ".scene.yaml")
    }
    known[folder] = answer
    return answer
  }
}
