/// Words that people and other tools have for what the format calls otherwise.
///
/// A word is looked up only where it is none that may stand there, and only the names that may
/// stand there are answers: `window` is a scope here and a modifier there.
enum MeantWord {
  /// The name that a word stands for; nil if it stands for none of them.
  static func meant(by word: String, among names: [String]) -> String? {
    guard !names.contains(word), let meant = OtherWords.names[bare(word)] else { return nil }
    return meant.first { names.contains($0) }
  }

  /// In lower case, and without what joins words.
  private static func bare(_ word: String) -> String {
    String(word.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

/// Keys that stand at another place of a scenario than where somebody wrote them.
enum MeantPlace {
  /// Where a key belongs that is unknown where it stands; nil for one that is known nowhere.
  ///
  /// The two places where most keys stand are mixed up, not misspelt; elsewhere a name that is near
  /// is likelier.
  static func hint(for key: String, among known: [String]) -> String? {
    if ["appid", "bundleid"].contains(key.lowercased()), !known.contains("id") {
      return "`id` stands in `app`: `app: { id: com.example.app }`"
    }
    if key == "version", known == ScenarioLanguage.topLevel.names {
      return "the version of the format is written `scenesim: 1`, that of the app "
        + "`app: { version: … }`"
    }
    if key == "tab", known.contains("at"), known.contains("in") {
      return "beside a step that goes into a tab `at` names it: `at: …`"
    }
    let isOuter = [ScenarioLanguage.topLevel.names, ScenarioLanguage.app.names].contains(known)
    if known == ScenarioLanguage.topLevel.names, StepCatalogue.type(named: key) != nil {
      return "`\(key)` is a step: it stands below `steps:`, indented and behind a dash"
    }
    if known.contains("do"), known.contains("on"), StepCatalogue.type(named: key) != nil {
      return "`\(key)` is a step: it stands under `do`, behind a dash"
    }
    if !isOuter, !NearestName.suggestions(for: key, among: known).isEmpty { return nil }
    if has(key, ScenarioLanguage.topLevel) {
      return "`\(key)` stands at the top of the file, without an indent"
    }
    // What many things have is not looked for in the app alone.
    let isCommon = !isOuter && ["name", "id", "version", "data"].contains(key)
    if !isCommon, has(key, ScenarioLanguage.app) {
      return "`\(key)` stands in `app`: `app: { \(key): … }`"
    }
    if !NearestName.suggestions(for: key, among: known).isEmpty { return nil }
    if key == "in", known.contains("from"), !known.contains("window") {
      return "the window is named by `from`"
    }
    if known.contains("activity"), key.contains(".") {
      return "the type of what comes stands at `activity`: `activity: \(key)`"
    }
    if known.contains("payload"), !known.contains("window") || key == "id" {
      return "fields of what comes stand in `payload`: `payload: { \(key): … }`"
    }
    if known == ["from", "to", "opens"],
      ["activity", "payload", "via", "link", "url"].contains(key)
    {
      return
        "`handoff` takes what a window advertises; `continue: { activity: … }` brings what it says"
    }
    if key == "in", known.contains("window") { return "the window is named by `window`" }
    if has(key, ScenarioLanguage.modifiers) { return "`\(key)` stands beside the verb of a step" }
    if has(key, ScenarioLanguage.storageKey) { return "`\(key)` stands at a key of `storage`" }
    // Steps have windows, the maps of an app have none.
    if known.contains("window") {
      return key == "value" && known.contains("session")
        ? "`open: { value: … }` opens a window for a value" : nil
    }
    let places = inner.filter { has(key, $0.fields) && $0.fields.names != known }
    guard places.count == 1 else { return nil }
    let place = places[0].place
    let end = String(repeating: " }", count: place.count { $0 == "{" })
    return "`\(key)` stands in `\(place): { \(key): … }\(end)`"
  }

  /// The maps of an app below its keys.
  private static let inner: [(place: String, fields: [ScenarioLanguage.Field])] = [
    ("restoration", ScenarioLanguage.restoration), ("navigator", ScenarioLanguage.navigator),
    ("scenes: { KIND", ScenarioLanguage.scene), ("tabs", ScenarioLanguage.openTabs),
    ("lists: { LIST", ScenarioLanguage.list), ("places: { KIND", ScenarioLanguage.placeKind),
    ("retention: { KIND", ScenarioLanguage.retention),
    ("conditions", ScenarioLanguage.conditions),
  ]

  private static func has(_ key: String, _ fields: [ScenarioLanguage.Field]) -> Bool {
    fields.contains { $0.name == key }
  }
}
