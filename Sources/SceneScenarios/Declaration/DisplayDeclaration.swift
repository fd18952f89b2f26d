import SceneLifecycle
import SceneSimulator

/// A screen that the device has, such as `tv: 1920x1080`; the first one is the main one.
package struct DisplayDeclaration: Sendable {
  package let name: String
  /// The size as it is written.
  package let size: String

  /// Reads the map under `displays:`.
  static func all(_ map: NodeMap, _ mistakes: inout DiagnosticList) -> [DisplayDeclaration] {
    mistakes.names(map, "displays", "a display").map { entry in
      let size = mistakes.collect { () throws(Diagnostic) in
        let size = entry.value.text ?? map.source.text(in: entry.value.range)
        guard size.wholeMatch(of: /[1-9][0-9]{0,5}x[1-9][0-9]{0,5}/) != nil else {
          throw map.source.diagnostic(
            .wrongValue, at: entry.value.range, "`\(size)` is no size of a display",
            hint: "it is written like `1920x1080`")
        }
        return size
      }
      // Of one whose size is wrong the name is known all the same: steps may name it.
      return DisplayDeclaration(name: entry.key.name, size: size ?? "")
    }
  }
}

/// Where a window stands, as its session keeps it: `left-half`, or `tv/left-half`.
struct WindowStand {
  var display: String?
  var place: String?

  init(_ kept: String?) {
    guard let kept else { return }
    let parts = kept.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    display = parts.count > 1 ? String(parts[0]) : nil
    place = parts.last.flatMap { $0.isEmpty ? nil : String($0) }
  }

  /// The text for the session.
  var kept: String { (display.map { "\($0)/" } ?? "") + (place ?? "") }
}

extension AppDeclaration {
  /// The display on which a window is seen; nil in an app that declares none.
  ///
  /// While its own is unplugged that is the main one. A window for external displays has the first
  /// of those that are there, unless it was put elsewhere.
  func display(of record: SceneRecord?, without unplugged: Set<String>) -> String? {
    guard let main = displays.first?.name else { return nil }
    let plugged = displays.map(\.name).filter { !unplugged.contains($0) }
    if let own = WindowStand(record?.arrangement).display {
      return plugged.contains(own) ? own : main
    }
    let kind = record.flatMap { record in scenes.first { $0.name == record.scene } }
    let isExternal = kind?.isForExternalDisplay == true
    return isExternal ? plugged.first { $0 != main } ?? main : main
  }
}

extension StepContext {
  /// The display on which a window is seen now.
  func display(of window: String, in simulation: Simulation) -> String? {
    declaration.display(of: simulation.session(window)?.record, without: simulation.unplugged)
  }

  /// Where a window stands when a step has put it there; what is nil stays as it is.
  func stand(of window: String, display: String?, place: String?) -> String {
    var stand = WindowStand(simulation.session(window)?.record.arrangement)
    stand.display = display ?? stand.display
    stand.place = place ?? stand.place
    return stand.kept
  }

  /// That the app declares no such display.
  func checkDisplay(_ name: PlacedName) throws(StepError) {
    let known = declaration.displays.map(\.name)
    if known.contains(name.name) { return }
    throw .refused(.noSuchDisplay(name.name, known: known), at: name.range)
  }
}

extension StepCheck {
  /// A display that a step names.
  func display(_ node: Node?) {
    guard let node, let name = literal(node) else { return }
    unlessRight { app in
      let known = app.declaration.displays.map(\.name)
      if !app.isDeclared || known.contains(name) { return nil }
      let failure = StepFailure.noSuchDisplay(name, known: known)
      return source.diagnostic(.noSuchDisplay, at: node.range, failure.message, hint: failure.hint)
    }
  }
}

extension StepFailure {
  static func noSuchDisplay(_ name: String, known: [String]) -> StepFailure {
    StepFailure(
      .noSuchDisplay, "the app has no display `\(name)`",
      hint: SourceFile.choice(for: name, among: known)
        ?? "declare it: `displays: { main: 1400x900, \(name): 1920x1080 }`")
  }
}
