import SceneScenarios

/// What a step compared, what happened in it, and where things from outside went.
struct HTMLFacts {
  let step: PlayedStep

  var text: String { checks + routes + events }

  // MARK: Expectations

  private var checks: String {
    guard !step.checks.isEmpty else { return "" }
    let rows = step.checks.map { check in
      let mark =
        switch check.outcome {
        case .passed: HTMLMark(PlayedStep.Outcome.passed).html
        case .failed: HTMLMark(PlayedStep.Outcome.failed).html
        case .unknown:
          "<span class=\"mark none\"><span aria-hidden=\"true\">–</span>"
            + "<span class=\"hidden\">not compared</span></span>"
        }
      let parts = check.actual.map { ValueDifference(check.expected, $0) }
      let found = parts.map { " <span class=\"found\">found <code>\($0.found)</code></span>" }
      return "<tr class=\"\(check.outcome.rawValue)\"><td>\(mark)<th scope=\"row\">"
        + "\(HTMLText.content(check.subject))<td><code>\(parts?.expected ?? HTMLText.content(check.expected))</code>"
        + "\(found ?? "")\n"
    }
    return
      "<section class=\"checks\"><h4>Expectations <span class=\"soft\">\(summary)</span></h4>\n"
      + "<table><tbody>\(rows.joined())</tbody></table></section>\n"
  }

  private var summary: String {
    let passed = step.checks.count { $0.outcome == .passed }
    if passed == step.checks.count { return Amount.count(passed, "check") + " passed" }
    return "\(passed) of \(step.checks.count) passed"
  }

  // MARK: Routing

  private var routes: String {
    guard !step.routes.isEmpty else { return "" }
    let decisions = step.routes.map { route in
      var lines = route.split(separator: "\n").map(String.init)
      let outcome = lines.popLast() ?? ""
      return "<p class=\"winner\">\(HTMLText.content(outcome))</p>\n"
        + "<pre tabindex=\"0\" role=\"group\" aria-label=\"Candidates\">"
        + HTMLText.lines(lines.joined(separator: "\n")) + "</pre>\n"
    }
    return "<section class=\"routes\"><h4>Why it went there</h4>\n"
      + "\(decisions.joined())</section>\n"
  }

  // MARK: Events

  private var events: String {
    guard !step.events.isEmpty else { return "" }
    let items = step.events.map { event in
      let detail = event.detail.map { " <span class=\"soft\">\(HTMLText.content($0))</span>" } ?? ""
      let isBad = event.who == "problem" || event.who == "refused"
      return "<li\(isBad ? " class=\"problem\"" : "")><b>\(HTMLText.content(event.who))</b> "
        + "<span>\(HTMLText.content(event.text))\(detail)</span>\n"
    }
    return "<section class=\"events\"><h4>Events <span class=\"soft\">\(step.events.count)</span>"
      + "</h4>\n<ol>\(items.joined())</ol></section>\n"
  }
}
