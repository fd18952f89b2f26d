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
    return look.expiries + FormerLook(app, versions).firstValues + look.plainTexts
      + look.hiddenHandlers + look.keysInNoNode + look.nodesWithoutList
      + look.windowsWithoutDisplay + look.absencesInActions + look.keptForNobody
      + look.writesOfClosed + look.conditionsElsewhere + look.transientTitles
      + PreferenceLook.warnings(app)
  }

  /// The same of an app that scenarios share, whatever their steps are.
  static func warnings(ofAppAlone app: AppDeclaration) -> [Diagnostic] {
    let versions = DeclaredNames(app: app.node, steps: [])
    let look = DeclarationLook(app: app, versions: versions, steps: [])
    return look.plainTexts + look.hiddenHandlers + look.absencesInActions + look.keptForNobody
      + look.conditionsElsewhere + look.transientTitles + PreferenceLook.warnings(app)
  }

  /// Titles that take what lives in memory alone to the disk.
  private var transientTitles: [Diagnostic] {
    let all = [app.restoration] + app.scenes.map(\.restoration)
    return all.compactMap { restoration in
      guard let title = restoration?.titleNode,
        let name = VariableUse.variables(in: title).compactMap({ $0.field(of: "values") })
          .first(where: { app.key($0)?.isTransient == true })
      else { return nil }
      return warning(
        title.range,
        "`\(name)` is `transient`, and a title is kept on the disk with what a window hands over",
        "take another value for the title, or let `\(name)` be stored")
    }
  }

  /// Conditions that are asked in the windows that a step has opened, of a kind that none opens.
  private var conditionsElsewhere: [Diagnostic] {
    let steps = app.ownSteps.andInner
    let kinds = steps.filter { $0.kind is OpenStep.Type }.map { step in
      step.argument?["scene"]?.text ?? app.scenes.first?.name ?? ""
    }
    // Which kind a variable names, only the run knows.
    if kinds.contains(where: VariableText.isIn) { return [] }
    return steps.compactMap { step in
      guard case .opened? = step.windows, let condition = step.condition?["window.scene"],
        let kind = condition.text, app.scenes.contains(where: { $0.name == kind }),
        !kinds.contains(kind)
      else { return nil }
      let work = step.isFlow ? "…" : step.verb.name + (step.argument == nil ? "" : ": …")
      return warning(
        condition.range,
        "`if` is asked in the windows that this one has opened, and no step opens one of `\(kind)`",
        "`- { if: { window.scene: \(kind) }, do: [{ \(work), in: opened }] }` asks it here, "
          + "where the step stands")
    }
  }

  /// Windows for a display beside the main one, where there is none.
  private var windowsWithoutDisplay: [Diagnostic] {
    if app.displays.count > 1 || steps.contains(where: { $0.argument?["displays"] != nil }) {
      return []
    }
    return app.scenes.filter(\.isForExternalDisplay).map { kind in
      warning(
        kind.range, "windows of `\(kind.name)` are for an external display, and the app has none",
        "`displays: { main: 1400x900, tv: 1920x1080 }` has one")
    }
  }

  /// Actions that ask how long their window was away: they run while it is active.
  private var absencesInActions: [Diagnostic] {
    // What the app does when its phase changes may be an action, too.
    var seen = Set(app.own.withoutPayload.andInner.map(\.verb.range.start))
    let steps = app.actions.flatMap(\.steps).andInner.filter {
      seen.insert($0.verb.range.start).inserted
    }
    return steps.compactMap { step in
      step.condition?.map?.first { $0.key.name == ValueCondition.awayWord }.map { entry in
        warning(
          entry.key.range, "an action runs while its window is active: it is not away",
          "`$away` is asked in `on-phase` and `on-launch`")
      }
    }
  }

  /// How many closed tabs are kept, in an app that keeps none.
  private var keptForNobody: [Diagnostic] {
    guard app.tabSource != nil, !app.keepsTombstones else { return [] }
    return (app.node?["tabs"]?.map ?? []).filter { $0.key.name == "$keeps" }.map { entry in
      warning(
        entry.key.range, "the app keeps no closed tab, and `$keeps` says how many",
        "`tombstones: true` in the app keeps them")
    }
  }

  /// What is written into a window that is about to go, which nobody can bring back.
  private var writesOfClosed: [Diagnostic] {
    let steps = app.own[.close].andInner
    let read = steps.flatMap {
      FurtherLook.names(in: $0.argument) + FurtherLook.names(in: $0.condition)
    }
    let writes = steps.filter { $0.windows == nil && $0.kind is SetStep.Type }
    return writes.flatMap { $0.argument?.map ?? [] }.filter { entry in
      let name = entry.key.name
      let isOwn = app.key(name).map { [.scene, .selectedTab].contains($0.scope) } == true
      // A later step may ask for it.
      return isOwn && !app.keepsTombstones && read.count { $0.contains(name) } < 2
    }.map { entry in
      warning(
        entry.key.range, "`\(entry.key.name)` goes with the window that is closed here",
        "`scope: app` keeps it for others, and `tombstones: true` for `undo-close`")
    }
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
    text.replacing(/[$#]?\{\{((payload|activity)\.[\w.]+)\}\}/) { "${\($0.1)}" }
      .replacing(/[$#]?\{((payload|activity)\.[\w.]+)\}/) { "${\($0.1)}" }
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
    let saved = app.tree.savedKeys
    return app.keys.filter { $0.via == .tree && !saved.contains($0.name) }.map { key in
      let unknown = saved.filter { app.key($0) == nil }.sorted()
      let near = NearestName.nearest(to: key.name, among: unknown)
      return warning(
        key.range, "no node of the tree saves `\(key.name)`: it goes with its process",
        near.map { "a node saves `\($0)`, which is no key: did you mean `\(key.name)`?" }
          ?? "`saves: [\(key.name)]` at a node of the tree does")
    }
  }

  /// Nodes that show a list, and are called as none.
  private var nodesWithoutList: [Diagnostic] {
    if steps.contains(where: { $0.argument?["tree"] != nil || $0.argument?["lists"] != nil }) {
      return []
    }
    let names = app.lists.map(\.name)
    return Self.listNodes(app.tree.roots).filter { !names.contains($0.id) }.compactMap { node in
      NearestName.nearest(to: node.id, among: names).map { name in
        warning(
          node.range, "node `\(node.id)` is a list, and the app has none of that name",
          "did you mean `\(name)`?")
      }
    }
  }

  private static func listNodes(_ nodes: [TreeNodeDeclaration]) -> [TreeNodeDeclaration] {
    nodes.flatMap { ($0.kind == .list ? [$0] : []) + listNodes($0.children) }
  }

  private func warning(_ range: SourceRange, _ message: String, _ hint: String) -> Diagnostic {
    app.source.warning(at: range, message, hint: hint)
  }
}
