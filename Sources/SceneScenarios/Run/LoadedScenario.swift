/// A scenario that was read and found free of mistakes that can be seen without running it.
package struct LoadedScenario: Sendable {
  package let source: SourceFile
  package let title: String
  package let tags: [String]
  /// Why the scenario is not run; nil if it is.
  package let skip: String?
  /// The cases in order; a scenario without cases is one case without a title.
  package let cases: [ScenarioCase]
  /// The names of the devices; empty for one without a name.
  package let devices: [String]
  /// Whether scenes follow their user from device to device.
  package let roams: Bool
  let app: Node?
  /// The file in which the app is written: this one, or one of its own.
  let appSource: SourceFile
  /// How long a case may run.
  let timeLimit: TimeLimit?
  /// Where random choices start, if the file says it.
  let seed: Int?
  /// What `scenesim explore` is told by the file; nil leaves it to the app.
  package let explore: ExploreDeclaration?
  let vars: [Entry]
  let before: [ParsedStep]
  let steps: [ParsedStep]

  /// What runs before the steps, and the steps; in most files these alone, so nothing is copied.
  package var allSteps: [ParsedStep] { before.isEmpty ? steps : before + steps }

  /// Whether the last step only looks, or says something, and changes nothing.
  package var endsWithLook: Bool { steps.last?.kind.isTraced == false }

  private static let known = ScenarioLanguage.topLevel.names

  /// The whole file, for what looks at all of it.
  let root: Node
  /// What stands under keys that do not exist and are like none.
  let unknownParts: [Entry]
  /// What stands where a step should, and is none.
  let unknownSteps: [Node]

  /// Reads a scenario.
  ///
  /// - Throws: Every mistake that was found, sorted by place.
  package init(_ source: SourceFile, apps: KnownApps = KnownApps()) throws(MistakesFound) {
    var mistakes = DiagnosticList()
    try self.init(reading: source, apps: apps, &mistakes)
    if mistakes.hasErrors { throw MistakesFound(diagnostics: mistakes.sorted) }
  }

  /// Reads as much of a scenario as there is, with mistakes.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - apps: The apps written in Swift that it may name.
  ///   - mistakes: Gets the mistakes; only without an error can the scenario be run.
  /// - Throws: The mistake that keeps the file from being read at all.
  init(
    reading source: SourceFile, apps: KnownApps, _ mistakes: inout DiagnosticList
  ) throws(MistakesFound) {
    let map: NodeMap
    let parts: Parts
    do throws(Diagnostic) {
      root = try ScenarioReader.read(source)
      if root.map == nil {
        var mistake = source.wrongKind(root, for: "the scenario", wanted: "a map")
        mistake.hint = "a scenario begins with `scenesim: 1`, `scenario: …` and `steps:`"
        throw mistake
      }
      if let mistake = Self.appAlone(root, in: source) { throw mistake }
      let written = try NodeMap(root, in: source, of: "the scenario")
      map = mistakes.correct(written, known: Self.known)
      parts = try Parts(map, written: written, &mistakes)
    } catch {
      throw MistakesFound(diagnostics: [error])
    }
    let strays = Self.strays(beside: map.optional("app"), in: map)
    unknownParts = map.entries.filter { entry in
      !Self.known.contains(entry.key.name)
        && !strays.contains { $0.key.range == entry.key.range }
    }
    var parser = StepParser(source)
    before = map.optional("before").map { parser.steps($0, for: "`before`") } ?? []
    steps = map.optional("steps").map { parser.steps($0, for: "`steps`") } ?? []
    unknownSteps = parser.unknown
    mistakes.append(contentsOf: parser.mistakes.sorted)
    (title, tags, skip) = (parts.title, parts.tags, parts.skip)
    (cases, vars) = (parts.cases, parts.vars)
    let file = mistakes.collect(
      try AppFile(reading: map.optional("app")?.adding(strays), in: source))
    (app, appSource) = (file?.node, file?.source ?? source)
    (devices, roams) = (parts.devices, parts.roams)
    timeLimit = parts.timeLimit
    seed = parts.seed
    explore = map.optional("explore").map { ExploreDeclaration($0, in: source, &mistakes) }
    self.source = source
    if let app {
      mistakes.append(
        contentsOf: AppCheck.mistakes(
          in: app, of: appSource, vars: vars, cases: cases, of: source, apps
        )
        .map { $0.shown(in: appSource) })
    }
    if file != nil {
      mistakes.append(
        contentsOf: QuitCheck.mistakes(in: allSteps, app: app, PossibleValues(self)))
    }
  }

  /// Keys of the app that stand beside it: they are told, and read as if they stood in it.
  private static func strays(beside app: Node?, in map: NodeMap) -> [Entry] {
    guard let app, app.map != nil, app.swiftApp == nil else { return [] }
    return map.entries.filter { entry in
      let name = entry.key.name
      // Where the version of the format is missing, other tools have it under that name.
      if name == "version", map.entry("scenesim") == nil { return false }
      return !known.contains(name) && AppDeclaration.known.contains(name) && app[name] == nil
    }
  }

  /// The mistake in a file that has an app and no scenario.
  private static func appAlone(_ root: Node, in source: SourceFile) -> Diagnostic? {
    let keys = (root.map ?? []).map(\.key)
    guard let first = keys.first, keys.contains(where: { $0.name == "storage" }),
      keys.allSatisfy({ AppDeclaration.known.contains($0.name) })
    else { return nil }
    var mistake = source.wrongKind(
      Node(.text(first.name), range: first.range), for: "a file of steps", wanted: "a scenario")
    mistake.message = "this is the file of an app, and no scenario"
    mistake.hint = "a scenario names it: `app: FILE`; `explore` and `try` take it as it is"
    return mistake
  }

  /// The plain parts of the top level.
  private struct Parts {
    var title = ""
    var tags: [String] = []
    var skip: String?
    var vars: [Entry] = []
    var cases: [ScenarioCase] = []
    var devices: [String] = []
    var roams = false
    var timeLimit: TimeLimit?
    var seed: Int?

    /// Reads what it can, and collects what is wrong.
    ///
    /// - Throws: That the file is of another version: then nothing else can be said.
    init(
      _ map: NodeMap, written: NodeMap, _ mistakes: inout DiagnosticList
    ) throws(Diagnostic) {
      Self.missing(map, written, &mistakes)
      try Self.checkVersion(map, &mistakes)
      // A key that is nearly right has its own message.
      if written.misspelled("scenario") == nil || map.entry("scenario") != nil {
        mistakes.collect { () throws(Diagnostic) in title = try map.text("scenario") }
      }
      mistakes.collect(try map.optionalText("about"))
      mistakes.collect { () throws(Diagnostic) in seed = try map.optionalInt("seed") }
      // Steps that stand in the app have their own message.
      if written.misspelled("steps") == nil, map.optional("app")?["steps"] == nil {
        mistakes.collect(try map.required("steps"))
      }
      mistakes.collect { () throws(Diagnostic) in tags = try map.optionalTexts("tags") ?? [] }
      mistakes.collect { () throws(Diagnostic) in
        skip = try map.optionalText("skip")
        if skip == "", let node = map.optional("skip") {
          throw map.source.contradiction(
            node, "`skip` says no reason",
            hint: "what keeps it from being run: `skip: waits for 1.2`")
        }
      }
      mistakes.collect { () throws(Diagnostic) in
        vars = try map.optionalMap("vars")?.entries ?? []
      }
      for entry in vars where ScenarioCase.isTaken(entry.key.name) {
        mistakes.append(ScenarioCase.taken(entry.key, in: map.source))
      }
      cases = ScenarioCase.all(map, vars: vars.map(\.key.name), &mistakes)
      mistakes.collect { () throws(Diagnostic) in devices = try Self.devices(map) }
      mistakes.collect { () throws(Diagnostic) in
        roams = try map.optionalBool("roaming") ?? false
        guard roams, let node = map.optional("roaming"), devices.count < 2 else { return }
        throw map.source.diagnostic(
          .missingKey, at: node.range, "with `roaming` a scenario has at least two devices",
          hint: "name them: `devices: [Desk, Laptop]`")
      }
      mistakes.collect { () throws(Diagnostic) in
        timeLimit = try map.optional("time-limit").map { (node) throws(Diagnostic) in
          try TimeLimit(node, in: map.source)
        }
      }
    }

    /// What may not be left out, if several are: one after the other would take a run for each.
    private static func missing(
      _ map: NodeMap, _ written: NodeMap, _ mistakes: inout DiagnosticList
    ) {
      let keys = ["scenesim", "scenario", "steps"].filter {
        map.entry($0) == nil && written.misspelled($0) == nil && map.optional("app")?[$0] == nil
      }
      guard keys.count > 1 else { return }
      let all = keys.map { map.source.missingKey($0, of: "the scenario", at: map.place) }
      let names = keys.map { "`\($0)`" }
      let list = names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
      mistakes.add(
        in: map.source, .missingKey, at: map.place, "\(list) are missing in the scenario",
        hint: "add \(all.compactMap { $0.hint?.dropFirst(4) }.joined(separator: ", "))")
    }

    private static func checkVersion(
      _ map: NodeMap, _ mistakes: inout DiagnosticList
    ) throws(Diagnostic) {
      // The same key nearly right has its own message.
      if map.misspelled("scenesim") != nil { return }
      if let version = mistakes.collect(try map.int("scenesim")) { try map.checkFormat(version) }
    }

    /// The names of devices; they are folders of stores, so they are plain words.
    private static func devices(_ map: NodeMap) throws(Diagnostic) -> [String] {
      guard let nodes = try map.optionalList("devices") else { return [] }
      if nodes.count > 100 {
        throw map.source.diagnostic(
          .tooBig, at: nodes[100].range, "a scenario has at most 100 devices")
      }
      var names: [String] = []
      for node in nodes {
        let name = try map.source.text(node, for: "the name of a device")
        let isPlain = name.unicodeScalars.allSatisfy {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
            || ["-", "_", " "].contains($0)
        }
        guard !name.isEmpty, isPlain, !names.contains(name) else {
          throw map.source.diagnostic(
            .wrongValue, at: node.range, "`\(name)` is no name for a device",
            hint: "names are made of letters, digits and blanks, each device has its own")
        }
        names.append(name)
      }
      return names
    }
  }
}

/// One case of a scenario: a title and the values of its columns.
package struct ScenarioCase: Sendable {
  /// The number of the case, from 1.
  package let number: Int
  /// The title; nil for a scenario without cases.
  package let title: String?
  /// The line in which the case stands; without cases that of the scenario's title.
  package let line: Int
  let columns: [Entry]

  static func all(
    _ map: NodeMap, vars: [String], _ mistakes: inout DiagnosticList
  ) -> [ScenarioCase] {
    let nodes = mistakes.collect(try map.optionalList("cases"))
    guard let nodes = nodes ?? nil else {
      let line = map.optional("scenario")?.range.start.line ?? 1
      return [ScenarioCase(number: 1, title: nil, line: line, columns: [])]
    }
    var cases: [ScenarioCase] = []
    for (index, node) in nodes.enumerated() {
      mistakes.collect { () throws(Diagnostic) in
        let entries = try NodeMap(node, in: map.source, of: "case \(index + 1)")
        let columns = entries.entries.filter { $0.key.name != "case" }
        cases.append(
          ScenarioCase(
            number: index + 1, title: try entries.text("case"), line: node.range.start.line,
            columns: columns))
      }
    }
    for column in cases.flatMap(\.columns)
    where vars.contains(column.key.name) || isTaken(column.key.name) {
      mistakes.append(taken(column.key, in: map.source))
    }
    for (index, entry) in nodes.enumerated() {
      guard let title = entry["case"], let text = title.text,
        nodes[..<index].contains(where: { $0["case"]?.text == text })
      else { continue }
      mistakes.append(
        map.source.warning(
          at: title.range, "two cases have this title",
          hint: "`--case` and reports tell cases apart by their titles"))
    }
    if nodes.isEmpty, let list = map.optional("cases") {
      mistakes.append(map.source.vacuous(list, "a scenario with an empty list of cases"))
    }
    return cases
  }

  /// Whether a name means something of its own: no variable has it.
  static func isTaken(_ name: String) -> Bool { ["payload", "activity", "i"].contains(name) }

  static func taken(_ key: PlacedName, in source: SourceFile) -> Diagnostic {
    source.diagnostic(
      .contradiction, at: key.range,
      "`\(key.name)` is taken: it is a variable of the scenario or a name of ours")
  }
}

/// Everything that is wrong with a file.
package struct MistakesFound: Error, Sendable {
  package let diagnostics: [Diagnostic]
}
