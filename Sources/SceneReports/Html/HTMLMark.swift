import SceneScenarios

/// How something ended, as a sign with its word: told by shape and word, not by colour alone.
struct HTMLMark {
  private let sign: String
  private let word: String
  private let kind: String

  init(_ outcome: CaseRun.Outcome) {
    switch outcome {
    case .passed: (sign, word, kind) = ("✓", "passed", "good")
    case .failed: (sign, word, kind) = ("✗", "failed", "bad")
    case .skipped: (sign, word, kind) = ("–", "skipped", "none")
    case .invalid: (sign, word, kind) = ("!", "not valid", "bad")
    }
  }

  init(_ outcome: PlayedStep.Outcome) {
    switch outcome {
    case .passed: (sign, word, kind) = ("✓", "passed", "good")
    case .failed: (sign, word, kind) = ("✗", "failed", "bad")
    case .refused: (sign, word, kind) = ("×", "refused", "none")
    }
  }

  /// The sign; the word is for those who cannot see it.
  var html: String {
    "<span class=\"mark \(kind)\"><span aria-hidden=\"true\">\(sign)</span>"
      + "<span class=\"hidden\">\(word)</span></span>"
  }

  /// Sign and word.
  var badge: String {
    "<span class=\"badge \(kind)\"><span aria-hidden=\"true\">\(sign)</span> \(word)</span>"
  }
}
