import SceneRoaming
import SceneScenarios

/// Which scene of a cluster a word means: its name on its machine, or its name in the cluster.
enum ChosenScene {
  static func find(
    _ word: String, among places: [Roaming.Place], of cluster: ClusterPlace
  ) throws(CommandFailure) -> Roaming.Place {
    if let exact = places.first(where: { $0.scene.rawValue == word }) { return exact }
    // As a look at the whole cluster names it.
    let named = places.filter { $0.name == word || "\($0.name)@\($0.device)" == word }
    guard named.count < 2 else {
      let scenes = named.map { "\($0.scene.rawValue) on \($0.device)" }.joined(separator: ", ")
      throw .usage(
        "\(named.count) scenes are called '\(word)'", hint: "say which one: \(scenes)",
        next: "scenesim roam places \(ShellText.word(cluster.text))")
    }
    guard let place = named.first else {
      let names = Set(places.map(\.name)).sorted()
      throw CommandFailure(
        .no, "no scene '\(word)' of \(cluster.user) in this cluster", code: "no-such-scene",
        hint: ErrorText.suggestion(for: word, among: names)
          ?? (names.isEmpty
            ? "there is none at all" : "there are \(names.joined(separator: ", "))"),
        next: "scenesim roam places \(ShellText.word(cluster.text))")
    }
    return place
  }
}
