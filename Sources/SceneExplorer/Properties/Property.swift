/// Something that has to hold after each step, whatever the steps were.
///
/// To add one: a file with such a type, its line in `PropertyPage.all`, and its row in the page
/// about exploring.
protocol Property: SendableMetatype {
  static var name: String { get }

  /// What does not hold; nil if all is well.
  static func violation(in moment: ExploredStep, after history: History) -> Violation?
}

/// What `scenesim explain` says of a property.
package struct PropertyPage: Sendable {
  package let name: String
  /// What looks after each step whether it holds; nil for what two stores have, and for what lives on
  /// beside the app.
  let property: (any Property.Type)?
  package let sentence: String
  /// What to do about an app in which it does not.
  package let hint: String

  private init(_ property: any Property.Type, _ sentence: String, hint: String) {
    self.init(property.name, property, sentence, hint)
  }

  private init(
    _ name: String, _ property: (any Property.Type)?, _ sentence: String, _ hint: String
  ) {
    (self.name, self.property, self.sentence, self.hint) = (name, property, sentence, hint)
  }

  /// All properties, in the order in which they are looked at.
  package static let all = [
    PropertyPage(
      Restores.self,
      "after an end that keeps state each window that comes back shows the same tab, path, values "
        + "and list rows as before",
      hint:
        "keep it: a key for path and tab, `via: store` for what must outlive a crash, rows by a "
        + "field of their own; or say that it is meant: `may-lose: true`"),
    PropertyPage(
      Isolated.self, "a step in one tab or window changes nothing that another one shows",
      hint: "`scope: tab` gives each tab its own value, a handler selects its tab before it shows; "
        + "or say that it is meant: `shared: true` for all tabs, `scope: app` for all windows"),
    PropertyPage(
      OneTaker.self,
      "what comes from outside lands in exactly one window: in front, and the one that it is about",
      hint: "say what the window shows as soon as it shows it: `identify: ${activity.target}`"),
    PropertyPage(
      Kept.self, "a death in the middle of a step leaves what was there before it, or after it",
      hint: "values that belong together are written in one tick: `store.tick { … }`"),
    PropertyPage(
      Gone.self,
      "what a close, a force quit or a discard destroys is nowhere in the store afterwards, and "
        + "nothing that only a private window had",
      hint: "`scenesim store check` tells a row that is left; an action of a private window asks "
        + "`if: { window.scene: … }` before it writes what the app keeps"),
    PropertyPage(
      Steady.self, "restoring twice without input gives the same windows and the same values",
      hint: "what the app writes at launch has to be the same each time"),
    PropertyPage(
      Quiet.self, "no problem is reported but those that the steps allow",
      hint: "`scenesim explain` with the code of the problem; values that are stored already need "
        + "a migration when their type changes"),
    PropertyPage(
      InPhase.self,
      "each window is in the phase to which the step brings it, and the one is in front that was "
        + "active last",
      hint: "it is a fault of the lifecycle, not of the app; please send the scenario"),
    PropertyPage(
      Obeyed.self, "what a user does is done, and in a window it is what it shows then",
      hint: "what the app does by itself asks whether it can: `if: { $value: { place: $any } }`; "
        + "all else is a fault of ours unless the app is in Swift: please send the scenario"),
    PropertyPage(
      Always.self, "what the app says in `explore: { always: … }` holds after each step",
      hint: "the `expect` that fails stands at the end of the scenario"),
    PropertyPage(
      Agrees.name, nil,
      "a store in memory and a real one have the same values at the end of a run",
      "it is a fault of ours; please send the scenario, which fails with `--store DIR`"),
    PropertyPage(
      AppEnd.property, nil, "an app in Swift does not trap and does not hang",
      "the last step of the scenario is the one that ends it, and `scenesim run` of it shows what "
        + "Swift says of a trap"),
  ]

  /// The names that `--only` and `--except` take.
  package static let names = all.map(\.name)
}

/// Which properties are looked at: `restores`, or `isolated:zoom` for one key of it.
package struct PropertyChoice: Sendable {
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
    PropertyPage.all.compactMap(\.property).filter { contains(property: $0.name) }
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
