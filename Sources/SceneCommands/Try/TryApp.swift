import SceneReports
import SceneScenarios

/// The lines of a scenario that say which app it plays, taken from a file or the name of an app.
struct TryApp {
  let lines: [String]

  /// Takes a scenario with the variables of one of its cases, the file of an app, or the name of
  /// one written in Swift.
  init(_ name: String, case number: Int, console: Console) throws(CommandFailure) {
    if console.surroundings.apps.factory(name) != nil {
      lines = ["app: \(name)"]
      return
    }
    let source = try ScenarioFiles.read(name, console: console)
    lines = try Self.lines(source, case: number, console, depth: 0)
  }

  /// Says what is wrong with an app: at its place in the file that was named, if it is found there.
  ///
  /// The mistakes are in the lines of the app put together as a scenario, whose lines are not those
  /// of the file.
  static func tell(
    _ mistakes: [Diagnostic], in source: SourceFile, of name: String, _ console: Console
  ) {
    var (found, place) = (mistakes, source)
    // An app in Swift is no file, and standard input was read already.
    if name != "-", let file = try? ScenarioFiles.read(name, console: console) {
      let own = CheckedFile(file, apps: console.surroundings.apps).findings
        .filter { $0.severity == .error }
      if own.contains(where: { $0.message == mistakes.first?.message }) {
        (found, place) = (own, file)
      }
    }
    console.complain(found.filter { $0.severity == .error }, in: place)
  }

  private static func lines(
    _ source: SourceFile, case number: Int, _ console: Console, depth: Int
  ) throws(CommandFailure) -> [String] {
    let node: Node
    do throws(Diagnostic) { node = try ScenarioReader.read(source) } catch {
      console.complain([error], in: source)
      throw CommandFailure(
        .invalidInput, "'\(source.path)' is no scenario and no app", code: "not-valid")
    }
    guard let entries = node.map else {
      throw CommandFailure(
        .invalidInput, "'\(source.path)' is no scenario and no app", code: "not-valid",
        hint: "an app is a map: `name: …`, `tabs: …`, `storage: …`", next: "scenesim help app")
    }
    guard let app = node["app"] else {
      if node["steps"] != nil {
        throw CommandFailure(
          .invalidInput, "'\(source.path)' has steps and no app", code: "not-valid",
          hint: "name the scenario or the app that they are for, and then: include: \(source.path)",
          next: "scenesim help try")
      }
      var lines = text(of: source).filter { !$0.hasPrefix("scenesim:") }
      while lines.last?.isEmpty == true { lines.removeLast() }
      return ["app:"] + lines.map { "  " + $0 }
    }
    if let name = app.text {
      guard name.hasSuffix(".yaml") || name.hasSuffix(".yml"), depth == 0 else {
        return ["app: \(name)"]
      }
      let folder = source.path.lastIndex(of: "/").map { source.path[...$0] } ?? ""
      let file = try ScenarioFiles.read(folder + name, console: console)
      return try lines(file, case: number, console, depth: 1)
    }
    if node.style == .flow {
      let lines = source.text(in: app.range).split(separator: "\n").map { "  " + $0 }
      return ["app:"] + lines
    }
    // Variables of the file may stand in its app.
    let columns = try columns(of: node["cases"]?.list ?? [], number)
    let vars =
      columns.isEmpty
      ? part(named: "vars", of: entries, in: source)
      : ["vars:"] + ((node["vars"]?.map ?? []) + columns).map(line)
    return vars + part(named: "app", of: entries, in: source)
  }

  /// The variables of a case.
  private static func columns(of cases: [Node], _ number: Int) throws(CommandFailure) -> [Entry] {
    if cases.isEmpty, number == 1 { return [] }
    guard cases.indices.contains(number - 1) else {
      throw .usage(
        "there is no case \(number)",
        hint: cases.isEmpty ? "the file has no `cases`" : "there are \(cases.count)")
    }
    return (cases[number - 1].map ?? []).filter { $0.key.name != "case" }
  }

  /// A variable on a line of its own; a value of JSON is one of YAML, too.
  private static func line(_ variable: Entry) -> String {
    "  \(JSON.quoted(variable.key.name)): \(ScenarioValue(variable.value.content).json())"
  }

  /// The lines from a key to the next one, without what stands before that.
  private static func part(
    named name: String, of entries: [Entry], in source: SourceFile
  ) -> [String] {
    guard let index = entries.firstIndex(where: { $0.key.name == name }) else { return [] }
    let all = text(of: source)
    let first = entries[index].key.range.start.line - 1
    let end = index + 1 < entries.count ? entries[index + 1].key.range.start.line - 1 : all.count
    var lines = all[first..<end]
    while let last = lines.last, last.isEmpty || last.hasPrefix("#") { lines.removeLast() }
    return Array(lines)
  }

  private static func text(of source: SourceFile) -> [String] {
    String(decoding: source.bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
  }
}
