import SceneLifecycle
import SceneSimulator

/// The text of where things from outside went in a case, and why; made of a run with `keepsRoutes`.
package enum RouteText {
  /// For each decision the step that asked for it and the explanation, a blank line after each.
  package static func text(of outcome: ScenarioOutcome) -> String {
    var steps: [Int: String] = [:]
    for event in outcome.trace.events {
      if case .step(let text) = event.kind { steps[event.step] = text }
    }
    return outcome.routes.map { route in
      let title = steps[route.step].map { ": \($0)" } ?? ""
      let lines = route.decision.explanation.split(separator: "\n").map { "  \($0)\n" }
      return "step \(route.step)\(title)\n\(lines.joined())\n"
    }.joined()
  }
}
