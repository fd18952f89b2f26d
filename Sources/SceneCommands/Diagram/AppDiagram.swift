import SceneLifecycle
import SceneReports
import SceneScenarios
import SceneSimulator
import SceneState

/// Diagrams about an app: what leads from one state to the next, and who takes what.
enum AppDiagram {
  // MARK: Lifecycle

  /// The states of a scene; bold is what happened in the traces.
  static func lifecycle(_ name: String, seenIn traces: [Trace]) -> Diagram {
    let states: [ActivationState] = [
      .unattached, .foregroundInactive, .foregroundActive, .background,
    ]
    let seen = traces.map(transitions).reduce(into: Set<Transition>()) { $0.formUnion($1) }
    var arrows: [Diagram.Arrow] = []
    for (start, from) in states.enumerated() {
      for (end, to) in states.enumerated() {
        guard case .callback(let callback) = from.change(to: to) else { continue }
        arrows.append(
          Diagram.Arrow(
            from: start, to: end, label: callback.rawValue,
            isBold: seen.contains(Transition(from: from, to: to))))
      }
    }
    return Diagram(
      title: "The life of a scene of \(name)", isStates: true,
      boxes: states.map { Diagram.Box([$0.rawValue]) }, arrows: arrows)
  }

  private struct Transition: Hashable {
    let from: ActivationState
    let to: ActivationState
  }

  private static func transitions(_ trace: Trace) -> Set<Transition> {
    var states: [String: ActivationState] = [:]
    var seen: Set<Transition> = []
    func go(_ window: String, _ next: ActivationState) {
      seen.insert(Transition(from: states[window] ?? .unattached, to: next))
      states[window] = next
    }
    for event in trace.events {
      switch event.kind {
      case .scenarioCase, .app(.willFinishLaunching): states = [:]
      case .window(let name, let told):
        switch told {
        case .willConnect: states[name] = .unattached
        case .willEnterForeground, .willResignActive: go(name, .foregroundInactive)
        case .didBecomeActive: go(name, .foregroundActive)
        case .didEnterBackground: go(name, .background)
        case .didDisconnect: go(name, .unattached)
        default: break
        }
      default: break
      }
    }
    return seen
  }

  // MARK: Routes

  /// Which activity goes to which kind of window, and which handlers take it there.
  static func routes(_ name: String, _ app: AppDeclaration) -> Diagram {
    let taken = app.activities.map(\.type) + app.handlers.compactMap(\.link?.text)
    var boxes = taken.map { Diagram.Box([$0], kind: .round) }
    let windows = boxes.count
    let scenes = app.scenes.isEmpty ? ["main"] : app.scenes.map(\.name)
    let firstHandler = windows + scenes.count
    for (index, scene) in scenes.enumerated() {
      let matching = app.scenes.isEmpty ? nil : app.scenes[index].matching
      let words = matching.map { "matching \($0.joined(separator: ", "))" } ?? "takes any"
      boxes.append(Diagram.Box(["scene \(scene)", words], column: 1))
    }
    for handler in app.handlers {
      let condition = handler.condition == nil ? "" : ", if its condition holds"
      boxes.append(
        Diagram.Box(
          [place(handler.level), "line \(handler.range.start.line)\(condition)"], column: 2))
    }
    var arrows: [Diagram.Arrow] = []
    for (index, type) in taken.enumerated() {
      for scene in scenes.indices {
        arrows.append(Diagram.Arrow(from: index, to: windows + scene))
      }
      for (number, handler) in app.handlers.enumerated() where handler.activity == type {
        for scene in scenes.indices {
          arrows.append(
            Diagram.Arrow(
              from: windows + scene, to: firstHandler + number,
              label: type.split(separator: ".").last.map(String.init) ?? type))
        }
      }
    }
    return Diagram(
      title: "Who takes which activity in \(name): \(app.external.rawValue)", boxes: boxes,
      arrows: arrows)
  }

  private static func place(_ level: HandlerDeclaration.Level) -> String {
    switch level {
    case .window: "handler of the window"
    case .everyTab: "handler of every tab"
    case .tab(let tab): "handler of tab \(tab)"
    case .nested(let tab, let name): "handler of \(tab)/\(name)"
    }
  }

  // MARK: Places

  /// Where each URL leads, and which place is asked first.
  static func places(_ name: String, _ app: AppDeclaration) -> Diagram {
    let places = app.navigator?.links.places ?? []
    let patterns = places.map { Diagram.Box([$0.pattern], kind: .round) }
    let screens = places.map { place in
      let tab = place.tab.map { "tab \($0.rawValue)" } ?? "the selected tab"
      return Diagram.Box(
        [tab] + (place.path.isEmpty ? ["first screen"] : place.path), column: 1)
    }
    let arrows = places.indices.map {
      Diagram.Arrow(from: $0, to: places.count + $0, label: "\($0 + 1).")
    }
    return Diagram(
      title: "Where the URLs of \(name) lead", boxes: patterns + screens, arrows: arrows)
  }
}
