import SceneScenarios

// The command that words name, or what they may have been meant as.
extension ArgumentParser {
  func isGroup(_ words: [String]) -> Bool {
    words.count == 1 && commands.contains { $0.words.count > 1 && $0.words[0] == words[0] }
  }

  func help(about words: [String]) throws(CommandFailure) -> Invocation {
    var invocation = Invocation(command: try command(named: ["help"], in: []))
    invocation.operands = words
    return invocation
  }

  func command(
    named words: [String], in arguments: [String]
  ) throws(CommandFailure) -> Command {
    guard let first = words.first else {
      throw .usage("no command given", next: "scenesim help")
    }
    if let command = commands.first(where: { words.starts(with: $0.words) }) { return command }
    let verbs = commands.filter { $0.words.count > 1 && $0.words[0] == first }.map { $0.words[1] }
    if verbs.isEmpty {
      let meant = meant(by: first)
      throw .usage(
        "unknown command '\(first)'",
        hint: meant.isEmpty
          ? MeantCommand.ways[first] : "did you mean \(meant.joined(separator: " or "))?",
        next: Self.way(with: first) ?? retyped(arguments, [first], as: meant) ?? "scenesim help")
    }
    guard words.count > 1 else {
      throw .usage(
        "'\(first)' needs one of \(verbs.joined(separator: ", "))", next: "scenesim help \(first)")
    }
    let isPath = words[1].contains { "/.".contains($0) }
    let asked = words[1] == "help" ? words.dropFirst(2).filter(verbs.contains) : []
    let known = MeantCommand.meant(by: words[1], among: verbs)
    let near = known.map { [$0] } ?? (isPath ? [] : ErrorText.near(words[1], among: verbs))
    // `store demo.store ls`.
    let behind = words.dropFirst(2).first(where: verbs.contains)
    let line =
      isPath
      ? retyped(arguments, [first, behind].compactMap(\.self), as: ["\(first) \(behind ?? "ls")"])
      : retyped(arguments, [first, words[1]], as: near.map { "\(first) \($0)" })
    throw .usage(
      "unknown command '\(first) \(words[1])'",
      hint: known.map { "did you mean \(first) \($0)?" } ?? MeantCommand.ways[words[1]]
        ?? (isPath
          ? "what to do stands before the place: \(first) \(behind ?? verbs[0]) \(words[1])"
          : ErrorText.suggestion(for: words[1], among: verbs)),
      next: line ?? (["scenesim help", first] + asked).joined(separator: " "))
  }

  /// The command line with other words for its command; nil unless one command can be meant.
  private func retyped(
    _ arguments: [String], _ typed: [String], as meant: [String]
  ) -> String? {
    guard meant.count == 1, commands.contains(where: { $0.name == meant[0] }) else { return nil }
    var rest = arguments
    for word in typed { rest.firstIndex(of: word).map { _ = rest.remove(at: $0) } }
    return (["scenesim", meant[0]] + rest.map(ShellText.word)).joined(separator: " ")
  }

  /// What is done with a file or a store that stands where a command should.
  private static func way(with path: String) -> String? {
    if path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
      return "scenesim run \(ShellText.word(path))"
    }
    return OutputFile.exists(path + "/data.mdb") ? "scenesim store ls \(ShellText.word(path))" : nil
  }

  /// What an unknown command may mean: one that is near, or a verb of a group.
  private func meant(by word: String) -> [String] {
    let names = commands.filter { $0.words.count == 1 }.map { $0.words[0] }
    if let meant = MeantCommand.meant(by: word, among: names) { return [meant] }
    let near = ErrorText.near(word, among: commands.map { $0.words[0] }.uniqued())
    if !near.isEmpty { return near }
    let verbs = commands.compactMap { $0.words.count > 1 ? $0.words[1] : nil }
    let verb = verbs.contains(word) ? word : MeantCommand.meant(by: word, among: verbs)
    let command = commands.first { $0.words.count > 1 && $0.words[1] == verb }
    // What one command does to files, another has as an option.
    let option = commands.first { command in
      command.words.count == 1 && command.options.contains { $0.name == word }
    }.map { "\($0.name) --\(word)" }
    // `check-store`, `store_ls`.
    let parts = Set(word.split { "-_".contains($0) }.map(String.init))
    let joined = commands.first { parts.count > 1 && Set($0.words) == parts }
    return [command?.name, option, joined?.name].compactMap(\.self)
  }
}
