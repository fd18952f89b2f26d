/// The names of what windows and apps are told, as `expect: events` writes them.
enum EventNames {
  /// Events of a window; those that end with a blank have an argument.
  static let ofWindow = [
    "willConnect", "willEnterForeground", "didBecomeActive", "willResignActive",
    "didEnterBackground", "stateRestorationActivity ", "didDisconnect",
    "willContinueUserActivity ", "continue ", "didFail ", "queued ", "dropped ", "openURL ",
    "handled ", "notified ", "read ",
  ]

  /// Events of the app.
  static let ofApp = [
    "willFinishLaunching", "didFinishLaunching", "configurationForConnecting ",
    "didDiscardSceneSessions ", "crashed", "killed by fault", "shouldSaveState",
    "shouldRestoreState", "didDecodeRestorableState", "encodeRestorableState ", "create ",
    "decodeRestorableState ", "applicationFinishedRestoringState ",
  ]

  /// The same without their arguments.
  static func words(ofApp isOfApp: Bool) -> [String] {
    (isOfApp ? ofApp : ofWindow).map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 }
  }

  /// The first word of an event that does not exist; nil if the event may be told.
  static func unknown(_ text: String, among names: [String]) -> String? {
    if names.contains(text) { return nil }
    if names.contains(where: { $0.hasSuffix(" ") && text.hasPrefix($0) }) { return nil }
    return String(text.prefix { $0 != " " })
  }

  private static func near(_ word: String, among words: [String]) -> String? {
    let isNear =
      !NearestName.suggestions(for: word, among: words).isEmpty
      || MeantWord.meant(by: word, among: words) != nil
    return isNear ? SourceFile.choice(for: word, among: words) : nil
  }

  /// What to say about an event that does not exist.
  static func mistake(_ node: Node, ofApp isOfApp: Bool, in source: SourceFile) -> Diagnostic? {
    guard let text = node.text, !text.contains("${"), !text.hasPrefix("$"),
      let word = unknown(text, among: isOfApp ? ofApp : ofWindow)
    else { return nil }
    let words = words(ofApp: isOfApp)
    let isKnown = words.contains(word)
    let what = isOfApp ? "the app" : "a window"
    return source.diagnostic(
      .wrongValue, at: node.range,
      isKnown && text == word
        ? "the event `\(word)` has an argument" : "\(what) is never told `\(text)`",
      hint: isKnown
        ? text == word ? "write `\(word) …`" : "write `\(word)` alone"
        : near(word, among: words) ?? "it is told "
          + words.map { "`\($0)`" }.joined(separator: ", "))
  }
}
