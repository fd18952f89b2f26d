import SceneScenarios
import Testing

/// Reads the `app:` of a scenario by itself; lines count from its first one.
enum AppHelper {
  static func read(_ text: String) throws -> (app: AppDeclaration, mistakes: [String]) {
    let source = SourceFile(path: "app.yaml", text: text)
    var mistakes = DiagnosticList()
    let node = try ScenarioReader.read(source)
    let app = AppDeclaration(node, in: source, mistakes: &mistakes)
    return (app, mistakes.sorted.map(RunHelper.line))
  }

  /// The declaration, which must be free of mistakes.
  static func app(_ text: String) throws -> AppDeclaration {
    let (app, mistakes) = try read(text)
    try #require(mistakes == [])
    return app
  }

  /// The mistakes with their hints, `line:column: message [code] hint`.
  static func mistakes(_ text: String) throws -> [String] {
    let source = SourceFile(path: "app.yaml", text: text)
    var mistakes = DiagnosticList()
    _ = AppDeclaration(try ScenarioReader.read(source), in: source, mistakes: &mistakes)
    return mistakes.sorted.map { RunHelper.line($0) + ($0.hint.map { " \($0)" } ?? "") }
  }

  /// An app and an update of it: `app:` and `update:` of one file.
  static func updated(
    _ text: String, updates: [String] = ["update"]
  ) throws -> (app: AppDeclaration, mistakes: [String]) {
    let source = SourceFile(path: "app.yaml", text: text)
    let node = try ScenarioReader.read(source)
    var mistakes = DiagnosticList()
    var app = AppDeclaration(node["app"], in: source, mistakes: &mistakes)
    for name in updates {
      let update = try #require(node[name])
      app = AppDeclaration(
        updating: app, with: update, in: source, at: update.range,
        DeclaredNames(app: nil, steps: []), mistakes: &mistakes)
    }
    return (app, mistakes.sorted.map(RunHelper.line))
  }

  /// A value as a scenario writes it, without a type.
  static func value(_ text: String) throws -> ScenarioValue {
    ScenarioValue(
      try ScenarioReader.read(SourceFile(path: "v.yaml", text: "v: \(text)"))["v"]?
        .content ?? .null)
  }
}
