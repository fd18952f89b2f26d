import SceneSimulator
import SceneState

/// The state around a check that failed: windows, and what is stored.
struct Surroundings {
  private let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// One line for each window and stored value.
  ///
  /// - Parameter place: The value that was looked at; only its window's values are shown then.
  /// - Returns: The lines, without indentation.
  func lines(around place: FailureReport.Place?) -> [String] {
    var lines: [String] = []
    for simulation in context.allDevices { lines += windowLines(of: simulation) }
    let blamed = place.map { context.place(of: $0.key, window: $0.window, tab: $0.tab) }
    let windows = place.map { [$0.window, ""] } ?? context.simulation.windowNames + [""]
    let shown = context.simulation.stored.keys.filter { windows.contains($0.window) }.sorted()
    return lines + storeLines(shown, blamed)
  }

  private func windowLines(of simulation: Simulation) -> [String] {
    let device = simulation.name.isEmpty ? "" : "   on \(simulation.name)"
    let outer = context.device
    context.device = simulation.name
    defer { context.device = outer }
    var rows = simulation.windows.map { row($0.name, isFront: simulation.front?.name == $0.name) }
    for name in simulation.windowNames where !rows.contains(where: { $0[0] == name }) {
      rows.append([name, "disconnected"])
    }
    let widths = (0..<3).map { column in
      rows.map { $0.count > column ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
    }
    var lines = rows.map { row in
      var line = ""
      for (column, text) in row.enumerated() where !text.isEmpty || column < 2 {
        let width = column < 3 ? widths[column] : column == 3 && row.count > 4 ? 21 : 0
        line += Self.padded(text, width) + (column == row.count - 1 ? "" : "   ")
      }
      return line + device
    }
    if !simulation.isRunning { lines.insert("the app is not running" + device, at: 0) }
    if simulation.isRunning, simulation.windows.isEmpty {
      lines.insert("no window" + device, at: 0)
    }
    return lines
  }

  /// Name, phase, tab, path and place of a connected window.
  private func row(_ name: String, isFront: Bool) -> [String] {
    var row = [name, context.simulation.phase(of: name)?.rawValue ?? "closed"]
    if let scene = context.shown(in: name) {
      row.append(scene.selectedTab.map { "tab \($0)" } ?? "")
      let path = ScenarioValue.list(scene.path(in: scene.selectedTab).map { .text($0) })
      row.append("path " + CutValues.beginning(of: path.json(), limit: Self.valueLimit))
    }
    return isFront ? row + ["front"] : row
  }

  private static let valueLimit = 60
  private static let rowLimit = 12

  private func storeLines(_ places: [StoredPlace], _ blamed: StoredPlace?) -> [String] {
    // What was looked at is shown, however much is stored.
    let first = blamed.flatMap { places.firstIndex(of: $0) } ?? 0
    let start = max(0, min(first, places.count - Self.rowLimit))
    let shown = places[start...].prefix(Self.rowLimit)
    let rows = shown.map { place -> (String, String, String) in
      let value = context.simulation.stored[place].map {
        context.decoded($0, at: place, asStored: true)
      }
      let json = value?.json(as: context.declaration.key(place.key)?.type) ?? ""
      return (
        SafeText.escaped("\(place)"),
        SafeText.escaped(CutValues.beginning(of: json, limit: Self.valueLimit)),
        remark(place, isBlamed: place == blamed)
      )
    }
    let addresses = Self.column(of: rows.map(\.0))
    let values = Self.column(of: rows.map(\.1))
    var lines = rows.enumerated().map { index, row in
      let start = index == 0 ? "store  " : "       "
      return start + Self.padded(row.0, max(addresses, DisplayWidth.of(row.0)) + 2)
        + Self.padded(row.1, max(values, DisplayWidth.of(row.1)) + 3) + row.2
    }
    if places.count > shown.count { lines.append("       and \(places.count - shown.count) more") }
    return lines
  }

  private func remark(_ place: StoredPlace, isBlamed: Bool) -> String {
    let tabs = context.declaration.tabs
    let scope = context.declaration.key(place.key)?.scope
    if isBlamed, scope == .scene, !tabs.isEmpty, place.key != StorageKey.selectedTab {
      return "shared by \(tabs.joined(separator: ", "))"
    }
    if isBlamed, scope == .app, context.simulation.windowNames.count > 1 {
      return "shared by \(context.simulation.windowNames.joined(separator: ", "))"
    }
    return context.origin(of: place).map { "changed in step \($0.mark.step)" }
      ?? "from an earlier run"
  }

  /// As wide as its texts; what is long stands out and moves no other line.
  private static func column(of texts: [String]) -> Int {
    texts.map { DisplayWidth.of($0) }.filter { $0 <= columnLimit }.max() ?? 0
  }

  private static let columnLimit = 36

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}
