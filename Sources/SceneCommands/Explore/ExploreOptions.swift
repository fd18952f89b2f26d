import SceneExplorer
import SceneScenarios
import SceneState

/// Options that do nothing beside others, and choices that leave nothing to look at: they are
/// refused, so that nobody takes "nothing found" for an answer.
enum ExploreOptions {
  /// What stands behind the file; a number was meant as one of steps.
  static func severalFiles(_ invocation: Invocation) -> CommandFailure {
    .usage(
      "explore takes one FILE; several are for --merge",
      hint: invocation.operands.last.flatMap { Int($0) }.map { "did you mean --steps \($0)?" })
  }

  /// Looks whether each option does something beside the others.
  static func check(_ invocation: Invocation) throws(CommandFailure) {
    func refuse(_ names: [String], _ message: (String) -> String) throws(CommandFailure) {
      for name in names where invocation.value(name) != nil { throw .usage(message(name)) }
    }
    let isExhaustive = invocation.has("exhaustive")
    if invocation.has("kills") {
      try refuse(["steps", "for", "only", "except", "seed", "shard", "corpus"]) {
        "--kills plays the steps of the file: --\($0) says nothing to it"
      }
    } else if isExhaustive {
      try refuse(["steps", "for", "seed", "shard", "corpus"]) {
        "--exhaustive plays every sequence: --\($0) says nothing to it"
      }
    }
    guard !isExhaustive else { return }
    try refuse(["depth", "windows"]) { "--\($0) says nothing without --exhaustive" }
  }

  /// Looks whether what follows a property, as in `isolated:draft`, is something of the app.
  ///
  /// Of several choices those of nothing are told; where `--only` chooses nothing else, that is all
  /// there would be to look at.
  static func checkWords(
    _ invocation: Invocation, _ file: ExploreFile, _ console: Console
  ) throws(CommandFailure) {
    let only = choices("only", invocation)
    let app = file.app.declaration
    let names = app.keys.map(\.name) + app.lists.map(\.name) + app.activities.map(\.type)
    func message(_ word: String) -> String {
      let near = ErrorText.suggestion(for: word, among: names).map { "; \($0)" } ?? ""
      return "the app has no key, list or activity '\(SafeText.escaped(word))'\(near)"
    }
    func unknown(_ choice: String) -> String? {
      let parts = choice.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2, PropertyChoice.ofNames.contains(parts[0]) else { return nil }
      return (names + PropertyChoice.parts).contains(parts[1]) ? nil : parts[1]
    }
    if let word = only.first.flatMap(unknown), only.allSatisfy({ unknown($0) != nil }) {
      throw .usage(message(word), hint: "--only leaves nothing to look at")
    }
    for word in (only + choices("except", invocation)).compactMap(unknown) {
      console.complain("note: \(message(word))\n")
    }
  }

  private static func choices(_ option: String, _ invocation: Invocation) -> [String] {
    invocation.values(option).flatMap { $0.split(separator: ",").map(String.init) }
  }
}
