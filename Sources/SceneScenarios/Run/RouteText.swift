import SceneLifecycle
import SceneSimulator

/// The text of where things from outside went in a case, and why; made of a run with `keepsRoutes`.
package enum RouteText {
  /// For each decision the step that asked for it and the explanation, a blank line after each.
  package static func text(of run: CaseRun) -> String {
    let steps = Dictionary(run.played.map { ($0.number, $0.text) }) { first, _ in first }
    return run.routes.map { route in
      let title = steps[route.step].map { ": \($0)" } ?? ""
      let lines = route.decision.explanation.split(separator: "\n").map { "  \($0)\n" }
      return "step \(route.step)\(title)\n\(lines.joined())\n"
    }.joined()
  }
}
