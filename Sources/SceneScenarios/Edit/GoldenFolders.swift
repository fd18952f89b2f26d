import FoundationEssentials

/// Which folders keep golden traces; each is looked at once, before anything is written into it.
package struct GoldenFolders {
  private var known: [String: String?] = [:]

  package init() {}

  /// The name of a golden trace in the folder of another one; nil if none of its scenarios has one.
  mutating func golden(besides path: String) -> String? {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? "."
    if let answer = known[folder] { return answer }
    // Whoever writes or reads a golden there hears what is wrong with the folder.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let scenarios = Set(names.filter { $0.hasSuffix(".scene.yaml") })
    let answer = names.filter { name in
      name.hasSuffix(".trace")
        && scenarios.contains(name.dropLast(".trace".count) + ".scene.yaml")
    }.min()
    known[folder] = .some(answer)
    return answer
  }
}
