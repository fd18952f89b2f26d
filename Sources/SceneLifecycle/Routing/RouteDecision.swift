package import SceneState

/// Where an external event goes, and why.
package struct RouteDecision: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    case scene(SceneID)
    case newScene(declaration: String)
    /// The problem `no-route`.
    case noRoute
  }

  package let target: Target
  let reason: RouteReason
  let question: RouteQuestion

  /// Every candidate, each condition with why it matches or not, and why the target was chosen.
  package var explanation: String { RouteExplanation(self).text }
}

/// Why a target was chosen; conditions are the ones that matched.
enum RouteReason: Hashable, Sendable {
  case identity
  case prefers(String)
  case can(String)
  case front
  case mostRecentInForeground
  case mostRecent
  case onlyWindow
  case matching(String)
  case withoutMatching
  case oneWindow
  case nothingMatches
}

struct RouteQuestion: Hashable, Sendable {
  let text: String?
  let candidates: [RouteCandidate]
  let declarations: [SceneDeclaration]
  let policy: ExternalPolicy
  let allowsNewScene: Bool
  let reusesUnconditioned: Bool

  /// Whether the window is left alone because it says nothing about itself.
  func ignoresCan(of candidate: RouteCandidate) -> Bool {
    !reusesUnconditioned && candidate.conditions == ActivationConditions()
  }

  /// The first candidate that has a reason: connected ones first, of these the ones that are in the
  /// foreground, then the most recently active, then the oldest.
  func first(
    _ reason: (RouteCandidate) -> RouteReason?
  ) -> (candidate: RouteCandidate, reason: RouteReason)? {
    var best: (candidate: RouteCandidate, reason: RouteReason)?
    for candidate in candidates where candidate.isEligible {
      if let best, !candidate.precedes(best.candidate) { continue }
      if let reason = reason(candidate) { best = (candidate, reason) }
    }
    return best
  }

  /// All candidates that have a reason, to tell what decided between them.
  func all(_ reason: (RouteCandidate) -> Bool) -> [RouteCandidate] {
    candidates.filter { $0.isEligible && reason($0) }
  }
}
