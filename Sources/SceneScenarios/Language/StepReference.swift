internal import EmbeddedFiles

/// What the reference says about steps.
package enum StepReference {
  /// What is said of a verb, of the app in which the examples are played, and of files beside one.
  struct Entry {
    /// How the step is written, and what it does.
    var syntax = ""
    var summary = ""
    /// Steps that show it and pass, in the app of the reference; or the keys of a scenario from
    /// `app:` or `devices:` on.
    var example = ""
  }

  private static let entries = unsafe read(String(cString: step_verbs()))

  /// The app in which the examples of steps are played.
  package static var app: String { self["app"].example }

  static subscript(verb: String) -> Entry { entries[verb] ?? Entry() }

  /// Files that stand beside the example, with their names, sorted.
  package static func files(of step: any ScenarioStep.Type) -> [(name: String, text: String)] {
    entries.filter { $0.key.hasSuffix(".yaml") && step.example.contains($0.key) }
      .map { (name: $0.key, text: $0.value.example) }.sorted { $0.name < $1.name }
  }

  /// The sections of a text: each is a heading with all that it is for, two paragraphs for each of
  /// them, and a text between two fences.
  private static func read(_ text: String) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    for section in text.split(separator: "\n## ").dropFirst() {
      let parts = section.split(separator: "\n\n```\n", maxSplits: 1)
      guard parts.count == 2, let text = parts[1].split(separator: "\n```").first else { continue }
      var words = parts[0].split(separator: "\n\n").map { $0.replacing("\n", with: " ") }[...]
      for name in words.removeFirst().split(separator: " ") {
        var entry = Entry(example: String(text))
        if words.count > 1 {
          entry.syntax = String(words.removeFirst().dropFirst().dropLast())
          entry.summary = String(words.removeFirst())
        }
        entries[String(name)] = entry
      }
    }
    return entries
  }

  /// The example of a step as a whole scenario.
  package static func scenario(of step: any ScenarioStep.Type) -> String {
    var lines = ["scenesim: 1", "scenario: \"The step `\(step.name)`\""]
    let example = step.example
    if !hasOwnApp(step) { lines += [app] }
    if example.hasPrefix("- ") {
      lines.append("steps:")
      lines += example.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
    } else {
      lines.append(example)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether the example declares its app itself.
  package static func hasOwnApp(_ step: any ScenarioStep.Type) -> Bool {
    step.example.split(separator: "\n").contains { $0.hasPrefix("app:") }
  }
}
