/// All steps, in the order of the reference.
///
/// A new step is one line here and a file of its own.
package enum StepCatalogue {
  package static let all: [any ScenarioStep.Type] = [
    LaunchStep.self,
    KillStep.self,
    StopStep.self,
    CrashStep.self,
    ForceQuitStep.self,
    QuitStep.self,
    RebootStep.self,
    RelaunchStep.self,
    MemoryPressureStep.self,
    UpdateStep.self,
    OpenStep.self,
    ActivateStep.self,
    ResignStep.self,
    BackgroundStep.self,
    ForegroundStep.self,
    RefreshStep.self,
    RestoreStep.self,
    DisconnectStep.self,
    ReconnectStep.self,
    CloseStep.self,
    UndoCloseStep.self,
    ConditionsStep.self,
    ArrangeStep.self,
    UnplugStep.self,
    PlugStep.self,
    SelectStep.self,
    OpenTabStep.self,
    MoveTabStep.self,
    CloseTabStep.self,
    UndoCloseTabStep.self,
    ShowPlaceStep.self,
    SetStep.self,
    GetStep.self,
    AppendStep.self,
    PrependStep.self,
    RemoveStep.self,
    ClearStep.self,
    ShowStep.self,
    PushStep.self,
    PopStep.self,
    IdentifyStep.self,
    ChangeValueStep.self,
    OpenURLStep.self,
    AdvertiseStep.self,
    ActStep.self,
    LaterStep.self,
    DragStep.self,
    DropStep.self,
    ContinueStep.self,
    LinkStep.self,
    HandoffStep.self,
    BringStep.self,
    CutStep.self,
    HealStep.self,
    ScrollStep.self,
    PickStep.self,
    DiscardStateStep.self,
    RenameScopeStep.self,
    MoveScopeStep.self,
    CopyScopeStep.self,
    ChangeDataStep.self,
    WaitStep.self,
    ClockStep.self,
    FaultStep.self,
    GroupStep.self,
    ForEachStep.self,
    RepeatStep.self,
    IncludeStep.self,
    ParallelStep.self,
    SavePointStep.self,
    RewindStep.self,
    MarkEventsStep.self,
    NoteStep.self,
    PictureStep.self,
    ExpectStep.self,
  ]

  /// A step that is tried out before it has its line here; tests set it.
  @TaskLocal package static var onTrial: (any ScenarioStep.Type)?

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  package static func type(named name: String) -> (any ScenarioStep.Type)? {
    byName[name] ?? onTrial.flatMap { $0.name == name ? $0 : nil }
  }

  /// The step that was meant by a name there is not; nil if none or several are near.
  static func meant(_ name: String) -> String? {
    // `tap` is near `stop` in letters alone.
    if ForeignWords.hint(for: name) != nil { return nil }
    return NearestName.nearest(
      to: name, among: all.map { $0.name } + (onTrial.map { [$0.name] } ?? []))
  }

  /// The steps that change what a check of another name looks at.
  private static let changing = [
    "tab": SelectStep.name, "path": ShowStep.name, "values": SetStep.name,
    "shows": ShowPlaceStep.name, "open-tabs": OpenTabStep.name, "advertises": AdvertiseStep.name,
    "lists": ScrollStep.name,
  ]

  /// What to say about a verb that is none.
  static func unknown(_ verb: PlacedName, in source: SourceFile) -> Diagnostic {
    let names = all.map { $0.name } + (onTrial.map { [$0.name] } ?? [])
    let isNear = !NearestName.suggestions(for: verb.name, among: names).isEmpty
    var hint =
      ForeignWords.hint(for: verb.name)
      ?? (isNear ? SourceFile.choice(for: verb.name, among: names) : "`scenesim steps` lists all")
    if let space = verb.name.firstIndex(of: " "), names.contains(String(verb.name[..<space])) {
      let rest = verb.name[verb.name.index(after: space)...]
      let sides = rest.split(separator: "=", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
      hint =
        sides.count == 2 && !sides[0].contains { " =".contains($0) && $0 != " " }
        ? "a colon belongs after the verb: `\(verb.name[..<space]): { \(sides[0].filter { $0 != " " }): "
          + "\(sides[1]) }`"
        : ScenarioLanguage.modifiers.names.contains(String(rest))
          ? "a comma belongs after the verb: `{ \(verb.name[..<space]), \(rest): … }`"
          : "a colon belongs after the verb: `\(verb.name[..<space]): \(rest.drop { " =".contains($0) })`"
    }
    if let comma = verb.name.firstIndex(of: ","), names.contains(String(verb.name[..<comma])) {
      hint = "braces hold a verb and what stands beside it: `{ \(verb.name): … }`"
    }
    if ForeignWords.comesFirst(verb.name) {
      hint = ForeignWords.hint(for: verb.name) ?? hint
    } else if Expectation.names.contains(verb.name) {
      hint = "it is looked at in `expect`: `expect: { \(verb.name): … }`"
    } else if WindowCheck.names.contains(verb.name) {
      hint =
        "it is looked at in `expect`: `expect: { A: { \(verb.name): … } }`"
        + (changing[verb.name].map { "; `\($0)` is the step that changes it" } ?? "")
    }
    if let colon = verb.name.firstIndex(of: ":"), names.contains(String(verb.name[..<colon])) {
      return source.missingBlank(after: "\(verb.name[...colon])", at: verb.range, of: verb.name)
    }
    return source.diagnostic(
      .noSuchStep, at: verb.range, "there is no step `\(verb.name)`", hint: hint)
  }
}
