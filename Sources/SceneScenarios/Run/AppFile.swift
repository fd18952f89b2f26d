/// The app of a scenario: written in it, or in a file of its own that several scenarios share.
struct AppFile {
  /// What stands under `app:`; nil if nothing does.
  let node: Node?
  /// The file in which the app is written.
  let source: SourceFile

  init(_ node: Node?, in source: SourceFile) { (self.node, self.source) = (node, source) }

  /// Reads `app: notes.yaml`; anything but the name of such a file is the app itself.
  ///
  /// The file holds the keys of an app, or `app:` with them; `scenesim: 1` may stand above.
  init(reading node: Node?, in scenario: SourceFile) throws(Diagnostic) {
    guard let node, let name = node.text, Self.isFile(name) else {
      self.init(node, in: scenario)
      return
    }
    let source = try IncludedFiles.file(node, beside: scenario, of: scenario)
    do throws(Diagnostic) {
      self.init(try Self.app(of: source), in: source)
    } catch {
      guard error.code == .notReadable else { throw error.shown(in: source) }
      throw scenario.diagnostic(
        .notReadable, at: node.range, "`\(name)` is no file of an app: \(error.message)",
        hint: error.hint)
    }
  }

  private static func isFile(_ name: String) -> Bool {
    [".yaml", ".yml", ".json"].contains { name.hasSuffix($0) }
  }

  static func app(of source: SourceFile) throws(Diagnostic) -> Node {
    let map = try NodeMap(try ScenarioReader.read(source), in: source, of: "the file of an app")
    if map.optional("steps") != nil {
      throw source.diagnostic(
        .notReadable, at: map.range, "it is a scenario",
        hint: "what stands below its `app:` has a file of its own, for both to name")
    }
    if let version = try map.optionalInt("scenesim") { try map.checkFormat(version) }
    if let app = map.optional("app") {
      try map.checkKeys(known: ["scenesim", "app"])
      return app
    }
    return Node(.map(map.entries.filter { $0.key.name != "scenesim" }), range: map.range)
  }
}
