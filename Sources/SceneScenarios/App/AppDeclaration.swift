package import SceneLifecycle
package import SceneSimulator

/// What the `app:` of a scenario says, after the variables of a case are replaced.
package struct AppDeclaration: Sendable {
  package var name = ""
  package var id = "com.example.app"
  package var version = 1
  package var device = Simulation.Device.iPad
  package var profile: RestorationProfile?
  package var hasManyWindows = true
  /// The tabs in order; the first one is selected in a new window.
  package var tabs: [String] = []
  package var keys: [StorageKey] = []

  package func key(_ name: String) -> StorageKey? { keys.first { $0.name == name } }

  /// The keys of an app that the format knows.
  static let known =
    ["name", "id", "version", "device", "windows", "tabs", "types", "storage"]
    + ["profile"]
  /// The keys that this version does not understand yet.
  static let later = [
    "activities", "handlers", "restoration", "navigator", "lists", "data", "loads-data", "tree",
    "external", "save-allowed", "restore-allowed", "scenes", "conditions", "nested", "budget",
    "migrations", "recognises", "tombstones", "on-phase",
  ]

  /// Reads a declaration.
  ///
  /// - Parameters:
  ///   - node: The map under `app:`; nil is an app without tabs and storage.
  ///   - source: The file.
  /// - Throws: The first mistake.
  init(_ node: Node?, in source: SourceFile) throws(Diagnostic) {
    guard let node else { return }
    let map = try NodeMap(node, in: source, of: "the app")
    for entry in map.entries where Self.later.contains(entry.key.name) {
      throw Diagnostic(
        .unknownKey, file: source.path, range: entry.key.range,
        "`\(entry.key.name)` is a key of the format that this version of scenesim does not read yet"
      )
    }
    try map.checkKeys(known: Self.known)
    name = try map.optionalText("name") ?? ""
    id = try map.optionalText("id") ?? id
    version = try map.optionalInt("version") ?? 1
    if let word = try map.optionalWord("device", of: Simulation.Device.allCases.map(\.rawValue)) {
      device = Simulation.Device(rawValue: word) ?? .iPad
    }
    let profiles = RestorationProfile.allCases.map(\.rawValue)
    if let word = try map.optionalWord("profile", of: profiles) {
      profile = RestorationProfile(rawValue: word)
    }
    hasManyWindows = try map.optionalWord("windows", of: ["one", "many"]) != "one"
    if device == .iPhone, let windows = map.optional("windows"), hasManyWindows {
      throw Diagnostic(
        .contradiction, file: source.path, range: windows.range,
        "an iPhone shows one window", hint: "write `windows: one`, or `device: ipad`")
    }
    try readTabs(map, source)
    try readStorage(map, source)
  }

  private mutating func readTabs(_ map: NodeMap, _ source: SourceFile) throws(Diagnostic) {
    for entry in try map.optionalMap("tabs")?.entries ?? [] {
      try Names.checkLower(entry.key.name, "a tab", at: entry.key.range, in: source)
      _ = try source.text(entry.value, for: "the title of tab `\(entry.key.name)`")
      tabs.append(entry.key.name)
    }
  }

  private mutating func readStorage(_ map: NodeMap, _ source: SourceFile) throws(Diagnostic) {
    let types = try TypeTable(map.optional("types"), in: source)
    for entry in try map.optionalMap("storage")?.entries ?? [] {
      keys.append(try StorageKey(entry, types: types, tabs: tabs, in: source))
    }
  }
}

/// Which names are allowed for what, so that windows and the rest never clash.
enum Names {
  /// Windows begin with an upper-case letter.
  static func isWindow(_ name: String) -> Bool {
    name.unicodeScalars.first?.properties.generalCategory == .uppercaseLetter
  }

  /// Names of tabs, keys and scenes do not.
  static func checkLower(
    _ name: String, _ what: String, at range: SourceRange, in source: SourceFile
  ) throws(Diagnostic) {
    let hasControls = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    if !name.isEmpty, !isWindow(name), !name.hasPrefix("$"), !hasControls { return }
    throw Diagnostic(
      .wrongValue, file: source.path, range: range, "`\(name)` is no name for \(what)",
      hint: "names that begin with a capital belong to windows, `$` to matchers")
  }

  /// The window name that a node holds.
  static func window(_ node: Node, in source: SourceFile) throws(Diagnostic) -> String {
    let name = try source.text(node, for: "the name of a window")
    guard isWindow(name) else {
      throw Diagnostic(
        .wrongValue, file: source.path, range: node.range, "`\(name)` is no name for a window",
        hint: "names of windows begin with a capital letter")
    }
    return name
  }
}
