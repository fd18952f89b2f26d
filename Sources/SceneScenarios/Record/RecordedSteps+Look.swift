import SceneLifecycle

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
    let kept = order.compactMap { id in windows[id].flatMap { stored($0) } }
    if !kept.isEmpty {
      detail("store:")
      for line in kept { detail("  \(line)") }
    }
  }

  private mutating func expectWindows() {
    let names = connected.compactMap { windows[$0]?.name }
    step("expect:")
    detail("windows: [\(names.joined(separator: ", "))]")
    if let name = front.flatMap({ windows[$0]?.name }), names.contains(name) {
      detail("front: \(name)")
    }
    for id in order {
      guard let window = windows[id] else { continue }
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

  private func values(of window: Window) -> [String] {
    var lines: [String] = []
    let own = shown(window.values[""] ?? [:])
    if let path = own.path, app.tabs.isEmpty { lines.append("path: \(path)") }
    if !own.values.isEmpty { lines.append("values: \(FlowText.map(own.values))") }
    let tabs = app.tabs.compactMap { tab -> String? in
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
    for key in app.order where key != StorageKey.selectedTab {
      guard let value = values[key]?.value else { continue }
      if app.isPath(key) {
        path = value.flow()
      } else {
        fields.append("\(FlowText.scalar(key)): \(value.flow())")
      }
    }
    return (fields, path)
  }

  private func stored(_ window: Window) -> String? {
    var fields: [String] = []
    for tab in [""] + app.tabs {
      for key in app.order {
        // Nested values have addresses that only the inspector writes.
        guard app.keys[key]?.path.isEmpty != false, let value = window.values[tab]?[key]?.value
        else { continue }
        let address = tab.isEmpty ? key : "\(tab)/\(key)"
        fields.append("\(FlowText.scalar(address)): \(value.flow())")
      }
    }
    return fields.isEmpty ? nil : "\(window.name): \(FlowText.map(fields))"
  }

  private mutating func detail(_ text: String) { append(line: "        " + text) }
}
