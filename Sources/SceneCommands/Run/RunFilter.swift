import SceneScenarios

/// Which cases of the files are wanted.
struct RunFilter {
  private let wantedCase: String?
  private let tags: [String]
  private let unwantedTags: [String]

  init(_ invocation: Invocation) {
    wantedCase = invocation.value("case")
    tags = invocation.values("tag")
    unwantedTags = invocation.values("not-tag")
  }

  /// Whether a case is wanted: chosen by number or title, with one of the tags, with none of the
  /// others.
  func matches(_ playable: PlayableCase) -> Bool {
    if let wantedCase, !Self.matches(playable, wantedCase) { return false }
    return matches(tags: playable.tags)
  }

  /// Whether a file with these tags is wanted, whatever its cases are called.
  func matches(tags known: [String]) -> Bool {
    if !tags.isEmpty, !tags.contains(where: known.contains) { return false }
    return !unwantedTags.contains(where: known.contains)
  }

  /// A number is a case's place in its file, everything else a part of its title or file name.
  private static func matches(_ playable: PlayableCase, _ wanted: String) -> Bool {
    if let number = Int(wanted) { return playable.number == number }
    let name = playable.files.first.map(CaseRun.stem(of:)) ?? ""
    return playable.title.contains(wanted) || name.contains(wanted)
  }

  /// The cases there are; of many, how one is chosen.
  private static func choice(of playables: [PlayableCase]) -> String {
    let few = 1...4
    guard few.contains(playables.count) else {
      return "a case is chosen by its number, or by a part of its title or of its file's name"
    }
    let all = playables.map { "\($0.number) '\($0.title)'" }.joined(separator: ", ")
    return "the \(playables.count == 1 ? "only case is" : "cases are") \(all)"
  }

  /// Says that nothing is left, and what there is.
  func nothing(of playables: [PlayableCase]) -> CommandFailure {
    let known = playables.flatMap(\.tags).uniqued().sorted()
    if let tag = (tags + unwantedTags).first(where: { !known.contains($0) }) {
      let parts = tag.split(separator: ",")
      let suggestion =
        parts.count > 1
        ? "each has an option of its own: \(parts.map { "--tag \($0)" }.joined(separator: " "))"
        : ErrorText.suggestion(for: tag, among: known)
      let all =
        known.isEmpty ? "no file has a tag" : "the tags are \(known.joined(separator: ", "))"
      return CommandFailure(
        .nothingToDo, "no case has the tag '\(tag)'", code: "nothing-to-do",
        hint: suggestion ?? all)
    }
    if let wantedCase {
      return CommandFailure(
        .nothingToDo, "no case matches '\(wantedCase)'", code: "nothing-to-do",
        hint: ErrorText.suggestion(for: wantedCase, among: playables.map(\.title))
          ?? Self.choice(of: playables))
    }
    return CommandFailure(
      .nothingToDo, "no case has these tags and none of the others", code: "nothing-to-do",
      hint: known.isEmpty ? nil : "the tags are \(known.joined(separator: ", "))")
  }
}
