extension RecordedSteps {
  /// Looks at what the log says was there at its end.
  mutating func look() {
    guard isRunning else { return }
    let ends = isQuitting
    expectWindows()
    guard ends else { return }
    end()
    step("expect:")
    detail("app: not-running")
    let kept = windows.all.compactMap { stored($0) }
    if !kept.isEmpty {
      detail("store:")
      for line in kept { detail("  \(line)") }
    }
  }

  private mutating func expectWindows() {
    let all = windows.all
    let names = all.filter(\.isConnected).map(\.name)
    step("expect:")
    detail("windows: [\(names.joined(separator: ", "))]")
    if let window = front.flatMap({ windows[$0] }), window.isConnected {
      detail("front: \(window.name)")
    }
    for window in all {
      guard window.isConnected else {
        detail("\(window.name): { phase: disconnected }")
        continue
      }
      detail("\(window.name):")
      detail("  phase: \(window.phase)")
      if let tab = window.tab { detail("  tab: \(FlowText.scalar(tab))") }
      for line in values(of: window) { detail("  \(line)") }
    }
  }

  private func values(of window: RecordedWindows.Window) -> [String] {
    var lines: [String] = []
    let own = shown(window.values[""] ?? [:])
    if let path = own.path, app.tabs.isEmpty { lines.append("path: \(path)") }
    if !own.values.isEmpty { lines.append("values: \(FlowText.map(own.values))") }
    let tabs = tabs(of: window).compactMap { tab -> String? in
      let part = shown(window.values[tab] ?? [:])
      var fields = part.path.map { ["path: \($0)"] } ?? []
      if !part.values.isEmpty { fields.append("values: \(FlowText.map(part.values))") }
      return fields.isEmpty ? nil : "\(FlowText.scalar(tab)): \(FlowText.map(fields))"
    }
    if !tabs.isEmpty { lines += ["tabs:"] + tabs.map { "  \($0)" } }
    return lines
  }

  /// The values that the log shows, the path on its own.
  private func shown(_ values: [String: Seen]) -> (values: [String], path: String?) {
    var (fields, path) = ([String](), String?.none)
    for key in app.known(values.keys) where key.name != StorageKey.selectedTab {
      guard let value = values[key.name]?.value else { continue }
      if app.isPath(key.name) {
        path = value.flow()
      } else {
        fields.append("\(FlowText.scalar(key.name)): \(value.flow())")
      }
    }
    return (fields, path)
  }

  /// The tabs in which a window has values, in the app's order.
  private func tabs(of window: RecordedWindows.Window) -> [String] {
    app.known(tabs: window.values.keys)
  }

  private func stored(_ window: RecordedWindows.Window) -> String? {
    var fields: [String] = []
    for tab in [""] + tabs(of: window) {
      let values = window.values[tab] ?? [:]
      // Nested values have addresses that only the inspector writes.
      for key in app.known(values.keys) where key.path.isEmpty {
        guard let value = values[key.name]?.value else { continue }
        let address = tab.isEmpty ? key.name : "\(tab)/\(key.name)"
        fields.append("\(FlowText.scalar(address)): \(value.flow())")
      }
    }
    return fields.isEmpty ? nil : "\(window.name): \(FlowText.map(fields))"
  }

  private mutating func detail(_ text: String) { append(line: "        " + text) }
}
