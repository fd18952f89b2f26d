/// Something that has to hold after each step, whatever the steps were.
///
/// To add one: a file with such a type, its place in `PropertyChoice.all`, what `scenesim explain`
/// says of it in `EmbeddedFiles/Explanations/properties.md`, and its row in the page about exploring.
protocol Property: SendableMetatype {
  static var name: String { get }

  /// What does not hold; nil if all is well.
  static func violation(in moment: ExploredStep, after history: History) -> Violation?
}

/// Which properties are looked at: `restores`, or `isolated:zoom` for one key of it.
package struct PropertyChoice: Sendable {
  /// What is looked at after each step, in this order.
  private static let all: [any Property.Type] = [
    Restores.self, Isolated.self, OneTaker.self, Kept.self, Gone.self, Steady.self, Quiet.self,
    InPhase.self, Obeyed.self, Always.self,
  ]
  /// The names that `--only` and `--except` take; the last ones are of what two stores have, and of
  /// what lives on beside the app.
  package static let names = all.map { $0.name } + [Agrees.name, AppEnd.property]
  /// The properties whose findings are about something that the app declares.
  package static let ofNames = [Restores.name, Isolated.name]
  /// What those are about beside keys, lists and activities.
  package static let parts = [
    "app", "background", "close", "crash", "kill", "landing", "late", "later", "navigator", "path",
    "picked", "place", "saved", "select", "tab", "tabs", "top", "update", "window",
  ]

  private let only: [String]
  private let except: [String]

  package init(only: [String] = [], except: [String] = []) {
    (self.only, self.except) = (only, except)
  }

  /// What is looked at after each step.
  var properties: [any Property.Type] {
    Self.all.filter { contains(property: $0.name) }
  }

  package func contains(property name: String) -> Bool {
    !except.contains(name) && (only.isEmpty || only.contains { Self.name(of: $0) == name })
  }

  /// Whether a violation counts.
  func contains(_ violation: Violation) -> Bool {
    (only.isEmpty || only.contains { Self.matches($0, violation) })
      && !except.contains { Self.matches($0, violation) }
  }

  /// The property that a choice names.
  package static func name(of choice: String) -> String {
    choice.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
  }

  private static func matches(_ choice: String, _ violation: Violation) -> Bool {
    let parts = choice.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.first == violation.property else { return false }
    return parts.count == 1
      || violation.cause.split(separator: " ").map(String.init).contains(parts[1])
  }
}
