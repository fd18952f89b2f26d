internal import EmbeddedFiles

/// What the reference says about a step beside its own table line.
package enum StepReference {
  /// The examples by verb, the app in which they are played, and files that stand beside one.
  private static let texts = unsafe read(String(cString: step_examples()))

  /// The app in which the examples of steps are played.
  package static var app: String { texts["app"] ?? "" }

  /// Steps that show a verb and pass, in the app of the reference; or the keys of a scenario from
  /// `app:` or `devices:` on.
  static func example(of verb: String) -> String { texts[verb] ?? "" }

  /// Files that stand beside the example, with their names, sorted.
  package static func files(of step: any ScenarioStep.Type) -> [(name: String, text: String)] {
    texts.filter { $0.key.hasSuffix(".yaml") && step.example.contains($0.key) }
      .map { (name: $0.key, text: $0.value) }.sorted { $0.name < $1.name }
  }

  /// The sections of a text: each is a heading with all that it is for, and a text between two
  /// fences.
  private static func read(_ text: String) -> [String: String] {
    var texts: [String: String] = [:]
    for section in text.split(separator: "\n## ").dropFirst() {
      let parts = section.split(separator: "\n\n```\n", maxSplits: 1)
      guard parts.count == 2, let text = parts[1].split(separator: "\n```").first else { continue }
      for name in parts[0].split(separator: " ") { texts[String(name)] = String(text) }
    }
    return texts
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
