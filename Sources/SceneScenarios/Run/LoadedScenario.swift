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
  let devices: [String]
  let app: Node?
  /// How long a case may run.
  let timeLimit: TimeLimit?
  let vars: [Entry]
  let before: [ParsedStep]
  let steps: [ParsedStep]

  private static let known = [
    "scenesim", "scenario", "about", "tags", "app", "vars", "cases", "before", "steps", "skip",
    "seed", "devices", "time-limit",
  ]

  /// Reads a scenario.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - apps: The apps written in Swift that it may name.
  /// - Throws: Every mistake that was found, sorted by place.
  package init(_ source: SourceFile, apps: KnownApps = KnownApps()) throws(MistakesFound) {
    var mistakes = DiagnosticList()
    let parts: Parts?
    do throws(Diagnostic) {
      parts = try Parts(try ScenarioReader.read(source), in: source)
    } catch {
      throw MistakesFound(diagnostics: [error])
    }
    guard let parts else { throw MistakesFound(diagnostics: []) }
    let map = parts.map
    mistakes.append(contentsOf: map.unknownKeys(known: Self.known))
    var parser = StepParser(source)
    before = map.optional("before").map { parser.steps($0, for: "`before`") } ?? []
    steps = map.optional("steps").map { parser.steps($0, for: "`steps`") } ?? []
    mistakes.append(contentsOf: parser.mistakes.sorted)
    (title, tags, skip) = (parts.title, parts.tags, parts.skip)
    (cases, vars, app) = (parts.cases, parts.vars, map.optional("app"))
    devices = parts.devices
    timeLimit = parts.timeLimit
    self.source = source
    if let app {
      mistakes.append(
        contentsOf: AppCheck.mistakes(in: app, vars: vars, cases: cases, of: source, apps))
    }
    mistakes.append(contentsOf: QuitCheck.mistakes(in: before + steps, app: app, of: source))
    if mistakes.hasErrors { throw MistakesFound(diagnostics: mistakes.sorted) }
  }

  /// The plain parts of the top level.
  private struct Parts {
    let map: NodeMap
    let title: String
    let tags: [String]
    let skip: String?
    let vars: [Entry]
    let cases: [ScenarioCase]
    let devices: [String]
    let timeLimit: TimeLimit?

    init(_ node: Node, in source: SourceFile) throws(Diagnostic) {
      map = try NodeMap(node, in: source, of: "the scenario")
      let version = try map.int("scenesim")
      guard version == 1, let versionNode = map.optional("scenesim") else {
        throw Diagnostic(
          .wrongValue, file: source.path,
          range: map.optional("scenesim")?.range ?? map.range,
          "version \(version) of the format is not known", hint: "this scenesim reads version 1")
      }
      _ = versionNode
      title = try map.text("scenario")
      _ = try map.optionalText("about")
      _ = try map.optionalInt("seed")
      _ = try map.required("steps")
      tags = try map.optionalTexts("tags") ?? []
      skip = try map.optionalText("skip")
      vars = try map.optionalMap("vars")?.entries ?? []
      cases = try ScenarioCase.all(map, vars: vars.map(\.key.name), in: source)
      devices = try Self.devices(map)
      timeLimit = try map.optional("time-limit").map { (node) throws(Diagnostic) in
        try TimeLimit(node, in: source)
      }
    }

    /// The names of devices; they are folders of stores, so they are plain words.
    private static func devices(_ map: NodeMap) throws(Diagnostic) -> [String] {
      guard let nodes = try map.optionalList("devices") else { return [] }
      var names: [String] = []
      for node in nodes {
        let name = try map.source.text(node, for: "the name of a device")
        let isPlain = name.unicodeScalars.allSatisfy {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
            || ["-", "_", " "].contains($0)
        }
        guard !name.isEmpty, isPlain, !names.contains(name) else {
          throw Diagnostic(
            .wrongValue, file: map.source.path, range: node.range,
            "`\(name)` is no name for a device",
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
  let columns: [Entry]

  static func all(
    _ map: NodeMap, vars: [String], in source: SourceFile
  ) throws(Diagnostic) -> [ScenarioCase] {
    guard let nodes = try map.optionalList("cases") else {
      return [ScenarioCase(number: 1, title: nil, columns: [])]
    }
    var cases: [ScenarioCase] = []
    for (index, node) in nodes.enumerated() {
      let entries = try NodeMap(node, in: source, of: "case \(index + 1)")
      let columns = entries.entries.filter { $0.key.name != "case" }
      for column in columns
      where vars.contains(column.key.name)
        || ["payload", "activity", "i"].contains(column.key.name)
      {
        throw Diagnostic(
          .contradiction, file: source.path, range: column.key.range,
          "`\(column.key.name)` is taken: it is a variable of the scenario or a name of ours")
      }
      cases.append(
        ScenarioCase(number: index + 1, title: try entries.text("case"), columns: columns))
    }
    if let first = nodes.first, !first.isNull { return cases }
    throw source.vacuous(try map.required("cases"), "a scenario with an empty list of cases")
  }
}

/// Everything that is wrong with a file.
package struct MistakesFound: Error, Sendable {
  package let diagnostics: [Diagnostic]
}
