import SceneSimulator

/// The advice for an event that was waited for and did not come.
struct EventHint: Explainer {
  let context: StepContext
  /// Who was to be told: a window, or `app`.
  private let name: String
  /// What was told since the last look.
  private let told: [HeardEvent]

  init(_ context: StepContext, of name: String, _ told: [HeardEvent]) {
    (self.context, self.name, self.told) = (context, name, told)
  }

  func hint(for missing: String) -> String? {
    if let hint = unknownWindow { return hint }
    if WindowEvent.detailWords.contains(Self.word(of: missing)), !context.log.isDetailed {
      return "it is told only with `trace: detailed` in the app, or with --trace-detail"
    }
    if told.contains(where: { $0.text == missing }) {
      return "it was there, but earlier: the order counts"
    }
    return misspelt(missing) ?? cameBack(missing) ?? earlier(missing) ?? elsewhere(missing)
      ?? otherArgument(missing) ?? step(for: missing)
  }

  /// The nearest names, for a window that there never was.
  private var unknownWindow: String? {
    let isKnown = context.allDevices.contains { simulation in
      !simulation.sessionNumbers(everNamed: name).isEmpty || simulation.phase(of: name) != nil
    }
    if name == "app" || isKnown { return nil }
    return SourceFile.choice(
      for: name, among: context.allDevices.flatMap(\.windowNames) + ["app"])
  }

  private func misspelt(_ missing: String) -> String? {
    let word = Self.word(of: missing)
    let known = EventNames.words(ofApp: name == "app")
    let others = EventNames.words(ofApp: name != "app")
    guard !known.contains(word) else { return nil }
    if others.contains(word) {
      return name == "app" ? "`\(word)` is told to a window" : "`\(word)` is told to the app"
    }
    let heard = context.log.heard.map { Self.word(of: $0.text) }
    guard !heard.contains(word) else { return nil }
    let near = NearestName.suggestions(for: word, among: known + heard)
    return near.isEmpty ? nil : SourceFile.choice(for: word, among: known + heard)
  }

  /// The window left, and came back before anybody looked.
  private func cameBack(_ missing: String) -> String? {
    let step = ["didDisconnect": "disconnect", "didEnterBackground": "background"][missing]
    let left = missing == "didDisconnect" ? "didEnterBackground" : "willResignActive"
    guard let step, let first = told.lastIndex(where: { $0.text == left }) else { return nil }
    let back = told[first...].first {
      ["willEnterForeground", "didBecomeActive"].contains($0.text)
    }
    guard let back, let mark = fates.mark(back.step) else { return nil }
    return "\(name) came back in step \(mark.step) (\(line(mark))); look before it, "
      + "or add `\(step): \(name)`"
  }

  private func earlier(_ missing: String) -> String? {
    let old = context.log.heard.last { ($0.window ?? "app") == name && $0.text == missing }
    guard let old, let mark = fates.mark(old.step) else { return nil }
    return "it was there in step \(mark.step) (\(line(mark))), before the last look at events"
  }

  private func elsewhere(_ missing: String) -> String? {
    let other = context.log.heard.last {
      ($0.window ?? "app") != name && $0.text == missing && $0.step >= (told.first?.step ?? 0)
    }
    guard let other, let mark = fates.mark(other.step) else { return nil }
    return "\(other.window ?? "the app") was told so in step \(mark.step) (\(line(mark)))"
  }

  private func otherArgument(_ missing: String) -> String? {
    let word = Self.word(of: missing)
    let other = told.last { Self.word(of: $0.text) == word }
    return other.map { "there was `\($0.text)`" }
  }

  /// What brings an event about.
  private func step(for missing: String) -> String? {
    switch Self.word(of: missing) {
    case "willConnect": "`open: \(name)`, `reconnect: \(name)` or `launch` brings it about"
    case "willEnterForeground": "`foreground` brings it about, from the background"
    case "didBecomeActive": "`activate: \(name)` brings it about"
    case "willResignActive": "`resign: \(name)` or `background` brings it about"
    case "didEnterBackground", "stateRestorationActivity":
      "`background: \(name)` brings it about; `kill`, `stop` and `crash` tell nobody"
    case "didDisconnect": "`disconnect: \(name)` brings it about, from the background"
    case "continue", "willContinueUserActivity": "`continue` or `drag` to \(name) brings it about"
    case "openURL": "`open-url` or `link` brings it about"
    case "didDiscardSceneSessions": "`close` brings it about, at once or at the next launch"
    default: nil
    }
  }

  private static func word(of text: String) -> String {
    text.split(separator: " ").first.map(String.init) ?? text
  }
}
