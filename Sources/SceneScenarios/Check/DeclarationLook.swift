/// What an app declares that can never have an effect in its scenario.
struct DeclarationLook {
  private let app: AppDeclaration
  /// What any version of the app in the file declares.
  private let versions: DeclaredNames
  private let steps: [ParsedStep]

  static func warnings(
    _ app: AppDeclaration, _ versions: DeclaredNames, _ steps: [ParsedStep]
  ) -> [Diagnostic] {
    let look = DeclarationLook(app: app, versions: versions, steps: steps)
    return look.expiries + look.formerFields + look.formerTypes + look.plainTexts
      + look.hiddenHandlers + look.keysInNoNode
  }

  /// A variable without its braces is a text like any other.
  private var plainTexts: [Diagnostic] {
    app.ownSteps.flatMap { step in
      FurtherLook.names(in: step.argument).filter { text in
        Self.withVariables(text) != text
      }.map { text in
        warning(
          step.verb.range, "`\(step.verb.name)` says `\(text)`, which is a text and no variable",
          "a variable is written `\(Self.withVariables(text))`")
      }
    }
  }

  /// A text in which what other tools take for a variable is one.
  private static func withVariables(_ text: String) -> String {
    text.replacing(/[$#]?\{?\{((payload|activity)\.[\w.]+)\}\}?/) { "${\($0.1)}" }
      .replacing(/\$((payload|activity)\.[\w.]+)/) { "${\($0.1)}" }
  }

  /// What is in the store never expires; an activity does, which may hold nothing.
  private var expiries: [Diagnostic] {
    let isHandedOver =
      app.keys.contains { $0.via != .store } || !app.lists.isEmpty || !app.tree.roots.isEmpty
    // What is looked at tells that the activity itself is meant.
    let isLookedAt = steps.contains { step in
      let names = FurtherLook.names(in: step.argument)
      return ["saved", "title", "restored", "shows"].contains { names.contains($0) }
    }
    if isHandedOver || isLookedAt { return [] }
    let all = app.scenes.map(\.restoration) + [app.restoration]
    return all.compactMap { $0?.expiry }.map { range in
      warning(
        range,
        "`expires: \(app.source.text(in: range))` is about what is handed over, and no key is: "
          + "values in the store stay",
        "write `via: activity` at the keys that are to expire, or leave `expires` out")
    }
  }

  /// A first value that no version of the app can ever have written.
  private var formerFields: [Diagnostic] {
    app.keys.compactMap { key in
      guard let former = key.former, !versions.keys.contains(former.key) else { return nil }
      return warning(
        former.range, "no version of the app here has a key `\(former.key)`",
        SourceFile.choice(for: former.key, among: versions.keys.filter { $0 != key.name }.sorted())
          ?? "declare it in the version before `update`, which writes it")
    }
  }

  /// A first value of another type than the key that had it.
  private var formerTypes: [Diagnostic] {
    app.keys.compactMap { key in
      guard let former = key.former, let older = app.key(former.key) else { return nil }
      if !former.isWhole, older.type.isScalar {
        return warning(
          former.range, "`\(former.key)` is of type `\(older.type)`, which has no fields",
          "`was: \(former.key)` takes its whole value")
      }
      guard former.isWhole, key.type.isScalar, older.type.isScalar, !key.type.takes(older.type)
      else { return nil }
      return warning(
        former.range,
        "`\(former.key)` is of type `\(older.type)`, and `\(key.name)` of type `\(key.type)`",
        "a migration with `convert` makes one of the other; else the default is the first value")
    }
  }

  /// A handler of links all of which one before it takes.
  private var hiddenHandlers: [Diagnostic] {
    var found: [Diagnostic] = []
    for (index, handler) in app.handlers.enumerated() {
      guard let link = handler.link else { continue }
      let earlier = app.handlers[..<index].first { other in
        other.condition == nil && other.level == handler.level
          && other.link?.takesAll(of: link) == true
      }
      guard let earlier else { continue }
      found.append(
        warning(
          handler.range,
          "no link comes to `\(link.text)`: `\(earlier.activity)` in line "
            + "\(earlier.range.start.line) takes them all",
          link.text == earlier.activity
            ? "the two have one pattern, and the second never has its turn: leave one out, or give "
              + "the first an `if`" : "put the narrower pattern first"))
    }
    return found
  }

  /// A value that lives in the tree, and that no node of it saves.
  private var keysInNoNode: [Diagnostic] {
    // A later version may save it.
    if steps.contains(where: { $0.argument?["tree"] != nil }) { return [] }
    let saved = Set(Self.savedKeys(app.tree.roots))
    return app.keys.filter { $0.via == .tree && !saved.contains($0.name) }.map { key in
      let unknown = saved.filter { app.key($0) == nil }.sorted()
      let near = NearestName.nearest(to: key.name, among: unknown)
      return warning(
        key.range, "no node of the tree saves `\(key.name)`: it goes with its process",
        near.map { "a node saves `\($0)`, which is no key: did you mean `\(key.name)`?" }
          ?? "`saves: [\(key.name)]` at a node of the tree does")
    }
  }

  private static func savedKeys(_ nodes: [TreeNodeDeclaration]) -> [String] {
    nodes.flatMap { $0.saves.map(\.key) + savedKeys($0.children) }
  }

  private func warning(_ range: SourceRange, _ message: String, _ hint: String) -> Diagnostic {
    var finding = Diagnostic(
      .hardlyMeant, file: app.source.path, range: range, message, hint: hint)
    finding.severity = .warning
    return finding
  }
}
