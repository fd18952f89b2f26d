import SceneLifecycle
import SceneSimulator

/// The checks of a tree: `tree: [root, root/list]`, the paths of the last archive, and
/// `nodes: {root/list: {…}}`, the objects that are there now.
enum TreeCheck {
  private static let names = ScenarioLanguage.nodeChecks.names

  static func validate(_ check: Entry, in source: SourceFile) throws(Diagnostic) {
    if check.value.text?.contains("${") == true || check.value.isMatcher { return }
    guard check.key.name == "nodes" else { return }
    let nodes = try source.filled(check.value, for: "`nodes`")
    for node in nodes where node.value.text == nil && !node.value.isMatcher {
      let facts = try source.filled(
        node.value, for: "node `\(node.key.name)`", empty: "an empty node")
      try source.checkLooks(facts, among: names)
    }
  }

  /// The paths that were kept when the window went to the background last; nil if nothing was.
  static func paths(
    _ check: Entry, _ window: String, in context: StepContext
  ) throws(Diagnostic) {
    let archive = context.simulation.session(window)?.record.archive
    let actual = archive.map { ScenarioValue.list($0.paths.map { .text($0) }) } ?? .null
    try FailureReport(context).compare(check.value, actual, subject: "\(window).tree")
  }

  static func nodes(
    _ check: Entry, _ scene: any WindowInside, _ window: String, in context: StepContext
  ) throws(Diagnostic) {
    let tree = (scene as? ScenarioScene)?.tree
    let facts = tree?.facts ?? [:]
    let known = tree?.declaredPaths ?? []
    for node in check.value.map ?? [] where !node.key.name.hasPrefix("$") {
      guard facts[node.key.name] == nil, !known.contains(node.key.name) else { continue }
      throw context.source.diagnostic(
        .noSuchCheck, at: node.key.range, "the app declares no node `\(node.key.name)`",
        hint: SourceFile.choice(for: node.key.name, among: known))
    }
    try FailureReport(context).compare(check.value, .map(facts), subject: "\(window).nodes")
  }
}

extension Node {
  fileprivate var isMatcher: Bool { map?.contains { $0.key.name.hasPrefix("$") } ?? false }
}
