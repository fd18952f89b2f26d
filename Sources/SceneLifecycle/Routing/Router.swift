/// Decides which window an external event goes to.
package enum Router {
  /// Chooses a window, or the declaration of a new one.
  ///
  /// Costs one look at each candidate's conditions; the explanation is made when it is read.
  ///
  /// - Parameters:
  ///   - text: The compared text of the event; nil if it has none.
  ///   - candidates: All sessions, in the order in which the explanation lists them.
  ///   - declarations: The scene declarations in order; empty means ``SceneDeclaration/main``.
  ///   - policy: The app's choice between its windows and a new one.
  ///   - allowsNewScene: False in a one-window app that has its window.
  ///   - reusesUnconditioned: False if a window that says nothing about itself takes no event.
  /// - Returns: The target and why it was chosen.
  package static func decide(
    text: String?, candidates: [RouteCandidate], declarations: [SceneDeclaration] = [.main],
    policy: ExternalPolicy = .matchingWindowFirst, allowsNewScene: Bool = true,
    reusesUnconditioned: Bool = true
  ) -> RouteDecision {
    let question = RouteQuestion(
      text: text, candidates: candidates,
      declarations: declarations.isEmpty ? [.main] : declarations, policy: policy,
      allowsNewScene: allowsNewScene, reusesUnconditioned: reusesUnconditioned)
    let (target, reason) = answer(question)
    return RouteDecision(target: target, reason: reason, question: question)
  }

  private typealias Answer = (RouteDecision.Target, RouteReason)

  private static func answer(_ question: RouteQuestion) -> Answer {
    switch question.policy {
    case .matchingWindowFirst: matchingWindow(question) ?? newScene(question)
    case .frontWindow: frontWindow(question) ?? newScene(question)
    case .newWindow: onlyWindow(question) ?? newScene(question)
    }
  }

  private static func matchingWindow(_ question: RouteQuestion) -> Answer? {
    let text = FoldedText(question.text)
    let passes: [(RouteCandidate) -> RouteReason?] = [
      { $0.hasIdentity(question.text) ? .identity : nil },
      { text.first(in: $0.conditions.prefers).map { .prefers($0) } },
      { question.ignoresCan(of: $0) ? nil : text.first(in: $0.conditions.can).map { .can($0) } },
    ]
    for pass in passes {
      if let (candidate, reason) = question.first(pass) { return (.scene(candidate.id), reason) }
    }
    return nil
  }

  private static func frontWindow(_ question: RouteQuestion) -> Answer? {
    let passes: [(RouteCandidate) -> RouteReason?] = [
      { $0.isFront && $0.isForeground ? .front : nil },
      { $0.isForeground ? .mostRecentInForeground : nil },
      { _ in .mostRecent },
    ]
    for pass in passes {
      if let (candidate, reason) = question.first(pass) { return (.scene(candidate.id), reason) }
    }
    guard !question.allowsNewScene else { return nil }
    // The one window of a one-window app, even if it would not come back by itself.
    return question.candidates.min { $0.precedes($1) }.map { (.scene($0.id), .onlyWindow) }
  }

  /// The window of an app that can have no other one.
  private static func onlyWindow(_ question: RouteQuestion) -> Answer? {
    question.allowsNewScene ? nil : frontWindow(question).map { ($0.0, .onlyWindow) }
  }

  private static func newScene(_ question: RouteQuestion) -> Answer {
    guard question.allowsNewScene else { return (.noRoute, .oneWindow) }
    let text = FoldedText(question.text)
    for declaration in question.declarations {
      if let condition = text.first(in: declaration.matching ?? []) {
        return (.newScene(declaration: declaration.name), .matching(condition))
      }
    }
    if let declaration = question.declarations.first(where: { $0.matching == nil }) {
      return (.newScene(declaration: declaration.name), .withoutMatching)
    }
    return (.noRoute, .nothingMatches)
  }
}

extension FoldedText {
  func first(in conditions: [String]) -> String? {
    conditions.first { verdict(on: $0).matches }
  }
}

extension RouteCandidate {
  /// Whether the window said that it shows just this; compared by bytes.
  func hasIdentity(_ text: String?) -> Bool {
    guard let identity, let text else { return false }
    return identity.utf8.elementsEqual(text.utf8)
  }
}
