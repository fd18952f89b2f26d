import FoundationEssentials

/// The sentences about a golden trace and the run that was compared with it.
struct GoldenMessage {
  /// The most lines of a difference that are shown, unless all are asked for.
  private static let lineLimit = 30

  let scenario: SourceFile
  /// Where the golden trace lies.
  let path: String
  /// The number of the case, if there are several.
  let caseNumber: Int?
  let steps: [PlayedStep]
  /// Whether a difference is shown to its end.
  let isWhole: Bool

  func written(isNew: Bool, _ need: GoldenNeed = .otherCases) -> String {
    "golden trace \(isNew ? "written to" : "updated in") \(path)"
      + (need == .none ? ": from now on each scenario of this folder needs one" : "")
  }

  /// The trace is not the golden one.
  func differs(_ old: GoldenTrace.Part, _ new: GoldenTrace.Part) -> Diagnostic {
    let hunks = UnifiedDiff(old.lines, new.lines).hunks
    let step = hunks.first.flatMap { self.step(before: $0.firstNew, in: new) }
    let place = step.map { " in step \($0.number)" } ?? ""
    var diagnostic = diagnostic(
      .traceDiffers, at: step, "the trace is not the golden one\(place)",
      hint: "if the change is meant, `--update` makes this trace the golden one",
      next: command("--update"))
    diagnostic.notes = text(of: hunks, old, new)
    return diagnostic
  }

  /// There is no golden trace although there should be.
  func missing(_ part: GoldenTrace.Part, _ need: GoldenNeed) -> Diagnostic {
    let what = caseNumber.map { "case \($0) has" } ?? "the scenario has"
    var diagnostic = diagnostic(
      .noGolden, at: nil,
      "\(what) no golden trace in `\(path)`",
      hint: "\(Self.reason(need)): `--update=missing` writes it where somebody looks at it",
      next: command("--update=missing"))
    if isWhole {
      let hunks = UnifiedDiff([], part.lines).hunks
      diagnostic.notes = text(of: hunks, GoldenTrace.Part(title: nil, lines: []), part)
    }
    return diagnostic
  }

  private static func reason(_ need: GoldenNeed) -> String {
    switch need {
    case .none: "none is needed, since no scenario of this folder has one"
    case .otherCases: "other cases have theirs there"
    case .folder(let name):
      "there are some in this folder, such as `\(name)`, and without them none is needed"
    }
  }

  /// The golden trace has a case that the scenario has not.
  func stale(_ part: GoldenTrace.Part) -> Diagnostic {
    let what = part.title.map { "a case “\($0)”" } ?? "steps outside any case"
    return diagnostic(
      .traceDiffers, at: nil,
      "line \(part.firstLine) of `\(path)` has \(what), which the scenario has not",
      hint: "`--update` removes it", next: "scenesim run \(scenario.path) --update")
  }

  // MARK: Parts of a message

  private func diagnostic(
    _ code: ProblemCode, at step: PlayedStep?, _ message: String, hint: String, next: String
  ) -> Diagnostic {
    let source = step.flatMap(source) ?? scenario
    let range = step.map { self.range(of: $0) } ?? SourceRange(at: .start)
    var diagnostic = source.diagnostic(code, at: range, message, hint: hint)
    if step == nil { diagnostic.frame = nil } else { diagnostic.frame?.source = source }
    diagnostic.next = next
    return diagnostic
  }

  private func command(_ option: String) -> String {
    "scenesim run \(scenario.path)" + (caseNumber.map { " --case \($0)" } ?? "")
      + " \(option)"
  }

  /// The changed lines with those around, numbered as in the golden trace.
  private func text(
    of hunks: [UnifiedDiff.Hunk], _ old: GoldenTrace.Part, _ new: GoldenTrace.Part
  ) -> [String] {
    var lines = ["--- \(path)", "+++ this run"]
    var left = isWhole ? Int.max : Self.lineLimit
    var hidden = 0
    for hunk in hunks {
      guard left > 0 else {
        hidden += hunk.lines.count
        continue
      }
      var place = ""
      if let step = self.step(before: hunk.firstNew, in: new) {
        place =
          " step \(step.number), \(step.file == scenario.path ? "" : step.file + " ")line"
          + " \(step.line)"
      }
      lines.append(hunk.moved(by: old.firstLine - 1).head + place)
      lines += hunk.lines.prefix(left)
      hidden += max(0, hunk.lines.count - left)
      left -= hunk.lines.count
    }
    if hidden > 0 {
      lines.append(
        "… \(hidden) more \(hidden == 1 ? "line" : "lines"): \(command("--update=check"))")
    }
    return lines
  }

  // MARK: Places

  /// The step to which a line of the new trace belongs; after the end it is the last one.
  private func step(before line: Int, in part: GoldenTrace.Part) -> PlayedStep? {
    for text in part.lines.prefix(line).reversed() {
      let digits = text.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 }
      guard digits.count >= 3, let number = Int(String(Substring(digits))) else { continue }
      return steps.first { $0.number == number }
    }
    return nil
  }

  private func source(of step: PlayedStep) -> SourceFile? {
    if step.file == scenario.path { return scenario }
    // Without the text of the step the message shows the line of the golden alone.
    guard let bytes = try? Data(contentsOf: URL(filePath: step.file)) else { return nil }
    return SourceFile(path: step.file, bytes: [UInt8](bytes))
  }

  /// The verb of a step; it is the first of its words in the line of the step.
  private func range(of step: PlayedStep) -> SourceRange {
    let start = SourcePosition(line: step.line, column: step.column)
    let width = step.verb.unicodeScalars.count
    return SourceRange(
      start: start, end: SourcePosition(line: step.line, column: step.column + width))
  }
}

extension UnifiedDiff.Hunk {
  /// The same in a text that has lines before the compared ones.
  fileprivate func moved(by lines: Int) -> UnifiedDiff.Hunk {
    UnifiedDiff.Hunk(
      old: old + lines, new: new + lines, oldCount: oldCount, newCount: newCount,
      firstOld: firstOld + lines, firstNew: firstNew + lines, lines: self.lines)
  }
}
