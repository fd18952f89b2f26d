/// What a judge found in one damaged store.
struct StoryFinding {
  /// What the gate said of the file: sound or not.
  var isAccepted = false
  /// `opened` as it is, `recovered`, or `unusable`.
  var state = "unusable"
  /// How many values are the newest, an older one, or gone.
  var (newest, older, missing) = (0, 0, 0)
  /// How many are there that had been removed.
  var removed = 0
  /// What must not be, each with its code: `code: words; `; empty if nothing.
  var wrong = ""

  var line: String { "\(isAccepted) \(state) \(newest) \(older) \(missing) \(removed) \(wrong)" }

  init() {}

  init?(_ line: String) {
    let parts = line.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false)
    guard parts.count == 7, let newest = Int(parts[2]), let older = Int(parts[3]),
      let missing = Int(parts[4]), let removed = Int(parts[5])
    else { return nil }
    isAccepted = parts[0] == "true"
    state = String(parts[1])
    (self.newest, self.older, self.missing) = (newest, older, missing)
    self.removed = removed
    wrong = String(parts[6])
  }

  /// The codes of what is wrong.
  var codes: Set<String> {
    Set(wrong.split(separator: "; ").compactMap { $0.split(separator: ":").first.map(String.init) })
  }
}
