import SceneLifecycle
internal import SceneSimulator

/// Finds `quit` in scenarios whose platform has no such thing.
enum QuitCheck {
  /// A mistake for each `quit` that is always refused.
  ///
  /// - Parameters:
  ///   - steps: All steps.
  ///   - app: The map under `app:`.
  ///   - values: What the variables of conditions may be: a step that never has its turn is refused
  ///     by nobody.
  /// - Returns: The mistakes.
  static func mistakes(
    in steps: [ParsedStep], app: Node?, _ values: @autoclosure () -> PossibleValues
  ) -> [Diagnostic] {
    let app = app?.corrected(known: AppDeclaration.known)
    if canQuit(app) { return [] }
    var mistakes: [Diagnostic] = []
    return collect(steps, values(), &mistakes) ? mistakes : []
  }

  /// Adds the mistakes of steps, whatever they lie in.
  ///
  /// - Returns: False as soon as there is an update that may bring another profile.
  private static func collect(
    _ steps: [ParsedStep], _ values: PossibleValues, _ mistakes: inout [Diagnostic]
  ) -> Bool {
    for step in steps {
      if step.kind is UpdateStep.Type, mayChangeProfile(step.argument) { return false }
      if step.kind is QuitStep.Type, step.fails == nil, values.mayHold(step.condition) {
        mistakes.append(mistake(step))
      }
      guard step.body.isEmpty || collect(step.body, values, &mistakes) else { return false }
    }
    return true
  }

  private static func mayChangeProfile(_ update: Node?) -> Bool {
    guard let changes = update?.corrected(known: AppDeclaration.known).map else { return true }
    return changes.contains { ["profile", "device"].contains($0.key.name) }
  }

  private static func mistake(_ step: ParsedStep) -> Diagnostic {
    step.source.diagnostic(
      .noQuitHere, at: step.verb.range, "`quit`: apps are not quit on a tablet or phone",
      hint:
        "`background` and `kill` end it as the system does and keep its windows, `force-quit` as its "
        + "user swipes it away; with `device: mac` it can be quit"
    ).shown(in: step.source)
  }

  /// Whether the app may be one that can be quit; a variable, and a word that is misspelt, may be
  /// anything.
  private static func canQuit(_ app: Node?) -> Bool {
    let profiles = app?["profile"].map { ($0.list ?? [$0]).compactMap(\.text) } ?? []
    if profiles.contains(where: { $0.contains("${") }) { return true }
    if let profile = profiles.compactMap({ RestorationProfile(rawValue: $0) }).first {
      return profile.canQuit
    }
    guard profiles.isEmpty, let device = app?["device"]?.text else { return !profiles.isEmpty }
    return Simulation.Device(rawValue: device).map { $0 == .mac } ?? true
  }
}
