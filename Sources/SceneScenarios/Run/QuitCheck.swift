import SceneLifecycle

/// Finds `quit` in scenarios whose platform has no such thing.
enum QuitCheck {
  /// A mistake for each `quit` that is always refused.
  ///
  /// - Parameters:
  ///   - steps: All steps.
  ///   - app: The map under `app:`.
  /// - Returns: The mistakes.
  static func mistakes(in steps: [ParsedStep], app: Node?) -> [Diagnostic] {
    let all = flat(steps)
    // An update may bring another profile.
    guard !canQuit(app), !all.contains(where: { $0.verb.name == "update" }) else { return [] }
    return all.filter { $0.verb.name == QuitStep.name && $0.fails == nil }.map { step in
      Diagnostic(
        .noQuitHere, file: step.source.path, range: step.verb.range,
        "`quit`: apps are not quit on a tablet or phone",
        hint: "`force-quit` swipes the app away; with `device: mac` or `profile:` it can be quit"
      ).shown(in: step.source)
    }
  }

  /// Whether the app may be one that can be quit; a variable may be anything.
  private static func canQuit(_ app: Node?) -> Bool {
    let profiles = app?["profile"].map { ($0.list ?? [$0]).compactMap(\.text) } ?? []
    if profiles.contains(where: { $0.contains("${") }) { return true }
    if let profile = profiles.compactMap({ RestorationProfile(rawValue: $0) }).first {
      return profile.canQuit
    }
    let device = app?["device"]?.text ?? ""
    return device == "mac" || device.contains("${")
  }

  private static func flat(_ steps: [ParsedStep]) -> [ParsedStep] {
    steps.flatMap { [$0] + flat($0.body) }
  }
}
