internal import SceneLifecycle
import SceneSimulator

/// Shows a place of the window; values kept in such places are those of this one then.
struct ShowPlaceStep: WindowStep {
  static let name = "show-place"
  static let showsNil = true
  static let argument = Shape.either([.nothing, .text("a place")])

  private let place: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) {
    guard let node = input.argument, !node.isNull else {
      place = nil
      return
    }
    place = try input.source.placed(node, for: "a place")
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.place(input.argument)
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    let place = place.map { ValuePlace($0.name) }
    try context.refusing(at: self.place?.range) { () throws(StepFailure) in
      if let place, place.kind == nil || context.hasDeclaredApp,
        let refusal = context.declaration.refusal(ofShown: place)
      {
        throw refusal
      }
      guard let scene = scene as? ScenarioScene else {
        throw StepFailure(
          .noSuchPlace, "an app in Swift shows its places itself",
          hint: "`at: note/n1` beside a step reaches the values of one")
      }
      try window.act { () throws(StepFailure) in try scene.show(place) }
    }
  }
}

extension AppDeclaration {
  /// Tabs are selected, and not shown in this way.
  func refusal(ofShown place: ValuePlace) -> StepFailure? {
    if place.kind != nil { return refusal(of: place) }
    return StepFailure(
      .noSuchPlace, "`\(place.text)` is no place",
      hint: "a place has a kind and a name: `note/n1`")
  }
}

extension StepCheck {
  /// A place that steps name: `note/n1`, or a tab.
  func place(_ node: Node?, orTab: Bool = false) {
    guard let node, let text = literal(node) else { return }
    place(text, at: node.range, orTab: orTab)
  }

  func place(_ text: String, at range: SourceRange, orTab: Bool) {
    if VariableText.isIn(text) { return }
    let place = ValuePlace(text)
    if orTab, place.kind == nil { return tab(place.id, at: range) }
    unlessRight { app in
      guard app.isDeclared, app.declaration.node?["places"].map(VariableText.isIn) != true,
        let refusal = app.declaration.refusal(ofShown: place)
      else { return nil }
      return source.diagnostic(.noSuchPlace, at: range, refusal.message, hint: refusal.hint)
    }
  }
}
