/// What the reference says about a step beside its own table line.
package enum StepReference {
  /// The app in which the examples of steps are played.
  package static let app = """
    app:
      name: Hawk Notes
      device: ipad
      tombstones: true
      tabs: { hawk: The Good Hawk, raven: The Broken Raven }
      types: { Character: { id: string } }
      storage:
        selectedTab: string
        path: { type: [string], scope: tab }
        draft: { type: string, scope: tab }
        size: { type: int, default: 12 }
        seen: date?
      activities: { com.example.character: { payload: Character } }
      handlers: [{ on: com.example.character, do: [{ show: ["character/${payload.id}"] }] }]
      data: { books: [{ title: The Good Hawk }, { title: The Broken Raven }, { title: The Burning Swift }] }
      lists: { books: { rows: books, id: title } }
    """

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
