import FoundationEssentials
import SceneLifecycle
import SceneSimulator
import SceneState
import StoreFormat

/// What an `expect: "?"` is to be replaced with: the moment it looked at, as a map of checks.
package struct FilledExpectation: Sendable, Hashable {
  /// The file the `"?"` stands in: the scenario, or one it includes.
  package let file: String
  /// Where the `"?"` stands, its quotes included.
  package let place: SourceRange
  /// The checks in flow form, on one line.
  package let text: String
}

extension StepContext {
  /// Answers an `expect: "?"`.
  ///
  /// - Throws: `not-filled-in` if the run does not fill in, or if one `"?"` in a loop has seen
  ///   different states: one text cannot be right for all rounds.
  func fillIn(at place: SourceRange) throws(Diagnostic) {
    let text = FilledText(self).text
    func refused(_ message: String, _ hint: String) -> Diagnostic {
      var diagnostic = source.diagnostic(.notFilledIn, at: place, message, hint: hint)
      diagnostic.facts = [Diagnostic.Fact("would be", text)]
      return diagnostic
    }
    guard fillsExpectations else {
      throw refused(
        "the expected values are not filled in", FilledMarks.advice(runCommand))
    }
    let new = FilledExpectation(file: source.path, place: place, text: text)
    guard let old = filled.first(where: { $0.file == new.file && $0.place == place }) else {
      return filled.append(new)
    }
    if old.text == text { return }
    var diagnostic = refused(
      "what is here differs from round to round", "write a check that holds for all of them")
    diagnostic.facts.insert(Diagnostic.Fact("before", old.text), at: 0)
    throw diagnostic
  }
}

/// The state of the device at hand as a map of checks.
private struct FilledText {
  private let context: StepContext

  init(_ context: StepContext) { self.context = context }

  var text: String {
    let simulation = context.simulation
    var checks: [String] = []
    if simulation.isRunning {
      let names = simulation.windows.map(\.name)
      checks.append("windows: " + list(names))
      if names.count > 1 {
        checks.append("front: " + (simulation.front.map { FlowText.scalar($0.name) } ?? "~"))
      }
      checks += simulation.windows.map { "\(FlowText.scalar($0.name)): \(state(of: $0))" }
    } else {
      checks.append("app: not-running")
    }
    let problems = context.log.problems.dropFirst(context.problemMark)
    if !problems.isEmpty { checks.append("problems: " + list(problems.map(\.code.rawValue))) }
    return FlowText.map(checks)
  }

  private func state(of window: SimulatedWindow) -> String {
    let phase = context.simulation.phase(of: window.name)?.rawValue ?? "closed"
    var checks = ["phase: \(phase)"]
    let declaration = context.declaration
    // A window that shows nothing has nothing inside to be expected.
    if let inside = try? context.inside(window) {
      let tab = inside.selectedTab
      if let tab { checks.append("tab: \(FlowText.expected(tab.normalFormC))") }
      let screens = inside.path(in: tab)
      let keepsPath = declaration.key(StorageKey.path) != nil || declaration.navigator != nil
      if keepsPath || !screens.isEmpty {
        checks.append("path: " + list(screens))
      }
      let values = self.values(of: inside, tab)
      if !values.isEmpty { checks.append("values: " + FlowText.map(values)) }
      let lists = inside.listNames.compactMap { look(at: $0, in: inside) }
      if !lists.isEmpty { checks.append("lists: " + FlowText.map(lists)) }
    }
    if let url = context.simulation.scene(window.name)?.navigator?.url {
      checks.append("url: " + FlowText.expected(url.absoluteString))
    }
    return FlowText.map(checks)
  }

  /// All keys but those that are looked at as tab, path and URL.
  private func values(of window: any WindowInside, _ tab: String?) -> [String] {
    let others: [String?] = [
      StorageKey.selectedTab, StorageKey.path, context.declaration.navigator?.savesTo,
    ]
    return context.declaration.keys.filter { !others.contains($0.name) }.compactMap { key in
      // Of a place that is not shown there is nothing to be said.
      guard let key = try? context.placed(key, at: nil, in: window) else { return nil }
      let value = window.value(of: key, tab: tab)
      return "\(FlowText.scalar(key.name)): \(value.flow(as: key.type))"
    }
  }

  private func look(at list: String, in window: any WindowInside) -> String? {
    guard let place = window.place(of: list) else { return nil }
    let rows = window.rowNames(of: list)
    func name(_ row: Int?) -> String {
      row.flatMap { rows.indices.contains($0) ? FlowText.expected(rows[$0]) : nil } ?? "~"
    }
    let looks = ["top: \(name(place.top))", "picked: \(name(place.picked))"]
    return "\(FlowText.scalar(list)): \(FlowText.map(looks))"
  }

  private func list(_ texts: [String]) -> String {
    "[" + texts.map(FlowText.expected).joined(separator: ", ") + "]"
  }
}
