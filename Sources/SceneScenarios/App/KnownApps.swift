package import SceneLifecycle

/// The apps written in Swift that scenarios of a run may name: `app: HawkNotes`.
package struct KnownApps {
  private enum Kind {
    case named([String: () -> any SceneApp])
    /// One app, whatever a file calls it.
    case one(() -> any SceneApp)
    /// Apps that are given later; until then any name is fine.
    case later
  }

  private let kind: Kind

  private init(kind: Kind) { self.kind = kind }

  /// Apps by name; a file that names another one has a mistake.
  package init(_ apps: [String: () -> any SceneApp] = [:]) { kind = .named(apps) }

  /// One app, whatever a file calls it.
  package init(only app: @escaping () -> any SceneApp) { kind = .one(app) }

  /// Apps that are not known yet: a file may name any.
  package static var later: KnownApps { KnownApps(kind: .later) }

  /// Makes the one app that takes the place of any other; nil if there is none.
  var only: (() -> any SceneApp)? { if case .one(let app) = kind { app } else { nil } }

  /// The names in order.
  package var names: [String] {
    if case .named(let apps) = kind { apps.keys.sorted() } else { [] }
  }

  /// Whether no name is one of an app.
  package var isEmpty: Bool { if case .named(let apps) = kind { apps.isEmpty } else { false } }

  /// Makes the app of this name for each process; nil if there is none.
  package func factory(_ name: String) -> (() -> any SceneApp)? {
    switch kind {
    case .named(let apps): apps[name]
    case .one(let app): app
    case .later: nil
    }
  }

  /// What is wrong with the text under `app:`; nil if nothing is.
  func mistake(_ node: Node, _ name: String, in source: SourceFile) -> Diagnostic? {
    if case .later = kind { return nil }
    if factory(name) != nil { return nil }
    var hint = SourceFile.choice(for: name, among: names)
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
      hint = "a file is named as it is, and by no variable: `app: \(name)`"
    } else if names.isEmpty {
      hint = "declare the app here, or build a tool that knows it with `ScenarioTool.main(apps:)`"
    }
    return source.diagnostic(
      .wrongValue, at: node.range, "this tool knows no app `\(name)`", hint: hint)
  }
}
