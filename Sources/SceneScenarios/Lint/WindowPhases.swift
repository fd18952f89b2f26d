/// The phases in which windows may be at a place of a scenario, read from top to bottom.
struct WindowPhases: Hashable {
  /// Some of the phases; a window that was never opened counts as closed.
  struct Choice: OptionSet, Hashable {
    let rawValue: Int

    static let active = Choice(rawValue: 1)
    static let inactive = Choice(rawValue: 2)
    static let background = Choice(rawValue: 4)
    static let disconnected = Choice(rawValue: 8)
    static let closed = Choice(rawValue: 16)

    static let connected: Choice = [.active, .inactive, .background]
    static let existing: Choice = [.connected, .disconnected]
    static let any: Choice = [.existing, .closed]

    private static let words: [(Choice, String)] = [
      (.active, "active"), (.inactive, "inactive"), (.background, "background"),
      (.disconnected, "disconnected"), (.closed, "closed"),
    ]

    /// The phase that a word says; nil if it says none.
    static func phase(_ word: String) -> Choice? { words.first { $0.1 == word }?.0 }

    /// The phases in words: "inactive or background".
    var text: String {
      Self.words.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
    }
  }

  private var phases: [String: Choice] = [:]
  /// The windows that some step has opened for sure.
  private var borne: Set<String> = []
  /// What holds for every window without an entry.
  private var others = Choice.closed

  subscript(name: String) -> Choice { phases[name] ?? others }

  /// Whether there are so many windows that it is not worth while to know of each.
  var isLarge: Bool { phases.count > 100 }

  /// Whether no step so far has opened the window.
  func isNew(_ name: String) -> Bool { phases[name] == nil && others == .closed }

  /// Whether some step has surely opened the window: no other one gets its name.
  func isBorne(_ name: String) -> Bool { borne.contains(name) }

  /// The windows that are connected; nil if that is open.
  var connected: Set<String>? {
    if !others.isDisjoint(with: .connected) { return nil }
    var names: Set<String> = []
    for (name, choice) in phases where !choice.isDisjoint(with: .connected) {
      guard choice.isSubset(of: .connected) else { return nil }
      names.insert(name)
    }
    return names
  }

  /// Whether some window surely is there, connected or not.
  var hasSome: Bool { phases.values.contains { $0.isSubset(of: .existing) } }

  func mayHave(_ choice: Choice) -> Bool {
    !others.isDisjoint(with: choice) || phases.values.contains { !$0.isDisjoint(with: choice) }
  }

  /// The only window there may be, if there is but one.
  var only: String? {
    guard others == .closed else { return nil }
    let names = phases.filter { $0.value != .closed }.map(\.key)
    return names.count == 1 ? names.first : nil
  }

  /// A window is in one of these phases now; without a name it is open which one.
  mutating func set(_ name: String?, to choice: Choice) {
    guard let name else { return move(.any, to: choice, surely: false) }
    phases[name] = choice
    if !choice.contains(.closed) { borne.insert(name) }
  }

  /// Every window that is in one of some phases comes into others, or may.
  mutating func move(_ old: Choice, to new: Choice, surely: Bool = true) {
    func moved(_ choice: Choice) -> Choice {
      guard !choice.isDisjoint(with: old) else { return choice }
      return surely ? choice.subtracting(old).union(new) : choice.union(new)
    }
    phases = phases.mapValues(moved)
    others = moved(others)
  }

  /// The same for one window.
  mutating func move(_ name: String?, _ old: Choice, to new: Choice) {
    guard let name else { return move(old, to: new, surely: false) }
    let choice = self[name]
    if choice.isDisjoint(with: old) { return }
    phases[name] = choice.subtracting(old).union(new)
  }

  /// What holds after either of two ways.
  func joined(with other: WindowPhases) -> WindowPhases {
    var result = WindowPhases()
    result.others = others.union(other.others)
    result.borne = borne.intersection(other.borne)
    for name in Set(phases.keys).union(other.phases.keys) {
      result.phases[name] = self[name].union(other[name])
    }
    return result
  }

  /// Nothing is known of any window.
  static var unknown: WindowPhases {
    var result = WindowPhases()
    result.others = .any
    return result
  }
}
