import SceneState

/// The text of a routing decision: the question, every candidate and declaration with what became
/// of its conditions, and in the last line the target and its reason.
struct RouteExplanation {
  private let decision: RouteDecision
  private let question: RouteQuestion
  private let folded: FoldedText

  init(_ decision: RouteDecision) {
    self.decision = decision
    question = decision.question
    folded = FoldedText(decision.question.text)
  }

  /// Lines without a line end after the last.
  var text: String {
    var lines = [
      question.text.map { "text \(quoted($0))" } ?? "no text",
      "policy \(question.policy.rawValue)\(policyNote)",
    ]
    for candidate in question.candidates {
      lines.append("window \(candidate.id): \(standing(of: candidate))")
      lines += details(of: candidate).map { "  \($0)" }
    }
    for declaration in question.declarations {
      lines.append("scene \(declaration.name)\(declaration.matching == nil ? ": no matching" : "")")
      lines += verdicts("matching", declaration.matching).map { "  \($0)" }
    }
    lines.append(outcome)
    return lines.joined(separator: "\n")
  }

  private var policyNote: String {
    switch question.policy {
    case .matchingWindowFirst: ""
    case .frontWindow: ": the conditions of windows are not asked"
    case .newWindow: ": windows are not asked"
    }
  }

  // MARK: Candidates

  private func standing(of candidate: RouteCandidate) -> String {
    let place =
      switch candidate {
      case let it where !it.isConnected: "not connected"
      case let it where it.isForeground: it.isFront ? "in front" : "in the foreground"
      default: "in the background"
      }
    return "\(place), activation \(candidate.lastActive), session \(candidate.number)"
  }

  private func details(of candidate: RouteCandidate) -> [String] {
    guard candidate.isEligible else { return ["not asked: it is not restorable"] }
    var lines = [identity(of: candidate)]
    lines += verdicts("prefers", candidate.conditions.prefers)
    if question.ignoresCan(of: candidate) {
      lines.append("can '*': not asked, a window without conditions is not used again")
    } else {
      lines += verdicts("can", candidate.conditions.can)
    }
    return lines
  }

  private func identity(of candidate: RouteCandidate) -> String {
    guard let identity = candidate.identity else { return "shows nothing it named" }
    return
      "shows \(quoted(identity)): \(candidate.hasIdentity(question.text) ? "" : "not ")the text"
  }

  private func verdicts(_ name: String, _ conditions: [String]?) -> [String] {
    guard let conditions else { return [] }
    guard !conditions.isEmpty else { return ["\(name) nothing"] }
    return conditions.map { condition in
      let verdict =
        switch folded.verdict(on: condition) {
        case .matchesEverything: "matches, it takes everything"
        case .isContained: "matches, the text contains it"
        case .isEmpty: "does not match, it is empty"
        case .hasNoText: "does not match, there is no text"
        case .isNotContained: "does not match, the text does not contain it"
        }
      return "\(name) \(quoted(condition)): \(verdict)"
    }
  }

  // MARK: Outcome

  private var outcome: String {
    switch decision.target {
    case .scene(let id): "goes to window \(id): \(reason)\(precedence(of: id))"
    case .newScene(let declaration): "opens a new window of scene \(declaration): \(reason)"
    case .noRoute: "goes nowhere: \(reason)"
    }
  }

  private var reason: String {
    switch decision.reason {
    case .identity: "it shows the text"
    case .prefers(let condition): "it prefers \(quoted(condition))"
    case .can(let condition): "it can take \(quoted(condition))"
    case .front: "it is in front"
    case .mostRecentInForeground: "it is in the foreground"
    case .mostRecent: "no window is in front"
    case .onlyWindow: "the app has one window"
    case .matching(let condition): "\(refusal)its matching \(quoted(condition)) matches"
    case .withoutMatching: "\(refusal)it is the first scene without matching"
    case .oneWindow: "\(refusal)the app may have one window only"
    case .nothingMatches: "\(refusal)no scene matches, and each has matching"
    }
  }

  /// With the policy for new windows no window was asked, so none refused.
  private var refusal: String {
    question.policy == .newWindow ? "" : "no window takes it, and "
  }

  /// What put the window before the next one that could have been chosen for the same reason.
  private func precedence(of id: SceneID) -> String {
    let rivals = question.all { isRival($0) }
    guard let winner = rivals.first(where: { $0.id == id }) else { return "" }
    let others = rivals.filter { $0 != winner }
    guard let next = others.min(by: { $0.precedes($1) }) else { return "" }
    let why =
      if winner.isConnected != next.isConnected {
        "is connected"
      } else if winner.isForeground != next.isForeground {
        "is in the foreground"
      } else if winner.lastActive != next.lastActive {
        "was active more recently"
      } else {
        "is older"
      }
    return "; before \(next.id) because it \(why)"
  }

  private func isRival(_ candidate: RouteCandidate) -> Bool {
    switch decision.reason {
    case .identity: candidate.hasIdentity(question.text)
    case .prefers: folded.first(in: candidate.conditions.prefers) != nil
    case .can:
      !question.ignoresCan(of: candidate) && folded.first(in: candidate.conditions.can) != nil
    case .mostRecentInForeground: candidate.isForeground
    case .mostRecent: true
    case .front, .onlyWindow, .matching, .withoutMatching, .oneWindow, .nothingMatches: false
    }
  }

  private func quoted(_ text: String) -> String {
    let line = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      default: String(scalar)
      }
    }
    return "'\(line.joined())'"
  }
}
