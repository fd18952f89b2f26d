import StoreFormat

/// Steps that are to be refused, and so change nothing: what is found behind them may rest on that.
struct ExpectedRefusals {
  private struct Refused {
    let verb: String
    let code: String
    let line: Int
    let file: String
  }

  /// The one without which the process would have begun, or ended.
  private var ofProcess: Refused?
  /// The ones without which a window would be in another phase.
  private var ofWindows: [String: Refused] = [:]

  /// Takes a step in its turn.
  mutating func take(
    _ step: ParsedStep, _ before: ProcessState, _ after: ProcessState, windows names: Set<String>
  ) {
    let refused = step.fails.map {
      Refused(
        verb: step.verb.name, code: step.source.text(in: $0.range),
        line: step.verb.range.start.line, file: step.source.path)
    }
    if before.isRunning != after.isRunning { ofProcess = refused }
    if refused == nil, ofWindows.isEmpty { return }
    for name in names where before.windows[name] != after.windows[name] {
      ofWindows[name] = refused
    }
  }

  /// A hint that says first on which refusal the mistake rests, if it does.
  func hint(_ hint: String?, window: String? = nil, in source: SourceFile) -> String? {
    let found = window.map { ofWindows[$0.normalFormC] } ?? ofProcess
    guard let found, found.file == source.path else { return hint }
    let sentence =
      "`\(found.verb)` in line \(found.line) is to be refused (`fails: \(found.code)`), so it changes "
      + "nothing"
    return hint.map { "\(sentence); if it goes through, leave `fails` out, else: \($0)" }
      ?? "\(sentence); if it goes through, leave `fails` out"
  }
}
