import SceneLifecycle
import SceneState

extension RecordedSteps {
  mutating func play(_ event: LoggedEvent) {
    pass(to: event)
    if let code = event.text("fails") { return refused(event, code) }
    switch event.name {
    case "launch": launch(event)
    case "open": open(event)
    case "reconnect", "refresh", "restore": simple(event.name, event)
    case "close": close(event)
    case "undo-close": undoClose(event)
    case "quit": isQuitting = true
    case "activate", "resign", "background", "foreground", "disconnect": move(event)
    case "drag": drag(event)
    case "continue": receive(event)
    case "url": link(event)
    case "identify": identify(event)
    case "change-value": changeValue(event)
    case "advertise": advertise(event)
    case "problem":
      let place = event.text("address").map { " at \($0)" } ?? ""
      comment("the app reported \(event.text("code") ?? "a problem")\(place)")
    default: comment("the event \(event.name) of a newer version, line \(event.line)")
    }
    if isQuitting { return }
    // Only calls say what they left.
    if !["identify", "change-value", "advertise", "problem"].contains(event.name),
      EventLogReader.known.contains(event.name)
    {
      settle(event)
    }
  }

  // MARK: Processes

  private mutating func launch(_ event: LoggedEvent) {
    let shown = event.map("phases")?.fields.keys.sorted() ?? []
    let new = shown.filter { windows[$0] == nil }
    var fields: [String] = []
    if let id = new.first { fields.append("window: \(add(id))") }
    if let activity = event.map("activity") {
      fields += self.fields(of: activity)
      if let via = event.text("via"), via != "drag", via != "link" { fields.append("via: \(via)") }
    } else if let url = event.text("url") {
      fields.append("url: \(Self.text(url))")
    }
    isRunning = true
    if fields.isEmpty { return step("launch") }
    let isName = fields.count == 1 && !new.isEmpty
    step(
      "launch: " + (isName ? String(fields[0].dropFirst("window: ".count)) : FlowText.map(fields)))
  }

  /// Ends the process in the way that the log tells.
  mutating func end() {
    guard isRunning else { return }
    let isInFront = windows.hasConnected { $0.phase != "background" }
    if isQuitting {
      if app.header.text("profile") == "ipados" {
        if isInFront { step("background") }
        step("kill")
      } else {
        step("quit")
      }
    } else {
      comment("the process ended without a word here: a crash, or `kill -9`")
      step(isInFront ? "crash" : "kill")
    }
    windows.disconnectAll()
    (isRunning, isQuitting) = (false, false)
  }

  // MARK: Windows

  private mutating func open(_ event: LoggedEvent) {
    guard let id = event.text("scene") else { return }
    guard event.fields["opened"] == .bool(true) || windows[id] == nil else {
      // The window that shows the same value came to the front.
      return step("activate: \(windows[id]?.name ?? "A")")
    }
    var fields = ["window: \(add(id))"]
    if let kind = event.text("kind"), app.hasKinds {
      fields.append("scene: \(FlowText.scalar(kind))")
    }
    if let field = event.fields["value"], app.opensForValues(event.text("kind")) {
      fields.append("value: \(ScenarioValue(logged: field).written)")
    }
    if let activity = event.map("activity") { fields += self.fields(of: activity) }
    if let url = event.text("url") { fields.append("url: \(Self.text(url))") }
    let name = windows[id]?.name ?? "A"
    step(fields.count == 1 ? "open: \(name)" : "open: \(FlowText.map(fields))")
  }

  private mutating func simple(_ verb: String, _ event: LoggedEvent) {
    guard let id = event.text("scene"), let window = windows[id] else { return }
    step("\(verb): \(window.name)")
  }

  private mutating func close(_ event: LoggedEvent) {
    simple("close", event)
    if let id = event.text("scene") { forget(id) }
  }

  private mutating func undoClose(_ event: LoggedEvent) {
    guard let id = event.text("scene"), windows[id] == nil, let window = closed[id] else { return }
    windows.add(window)
    simple("undo-close", event)
  }

  private mutating func move(_ event: LoggedEvent) {
    guard event.text("scene") == nil else {
      let isSeen = event.map("phases")?.fields.values.contains(.text("inactive")) == true
      // The app was told that it is seen again, and no more yet.
      guard event.name == "foreground", isSeen else { return simple(event.name, event) }
      simple("activate", event)
      return simple("resign", event)
    }
    if event.name == "background" || event.name == "foreground" { return step(event.name) }
    for window in windows.known(event.map("phases")?.fields.keys.map(\.self) ?? []) {
      step("\(event.name): \(window.name)")
    }
  }

  // MARK: From outside

  private mutating func drag(_ event: LoggedEvent) {
    guard let activity = event.map("activity"), let id = event.text("scene") else { return }
    // Who dropped it is not known; the window in front is the likeliest.
    let source = front.flatMap { windows[$0] }.flatMap { $0.isConnected ? $0 : nil }
    guard let from = (source ?? windows.firstConnected)?.name else {
      return comment("a drag out of no window, line \(event.line)")
    }
    var fields = ["from: \(from)"] + self.fields(of: activity)
    if let target = windows[id], event.fields["opened"] != .bool(true) {
      fields.append("drop: { on: \(target.name) }")
    } else {
      fields += ["drop: right-edge", "opens: \(add(id))"]
    }
    step("drag: \(FlowText.map(fields))")
  }

  private mutating func receive(_ event: LoggedEvent) {
    guard let activity = event.map("activity"), let id = event.text("scene") else { return }
    var fields = self.fields(of: activity)
    if let via = event.text("via"), ExternalSource.viaWords.contains(via) {
      fields.append("via: \(via)")
    }
    if let target = windows[id], event.fields["opened"] != .bool(true) {
      fields.append("to: \(target.name)")
    } else {
      fields.append("opens: \(add(id))")
    }
    step("continue: \(FlowText.map(fields))")
  }

  private mutating func link(_ event: LoggedEvent) {
    guard let url = event.text("url"), let id = event.text("scene") else { return }
    if windows[id] != nil, event.fields["opened"] != .bool(true) {
      step("activate: \(windows[id]?.name ?? "A")")
      settle(event)
      return step("open-url: \(Self.text(url))", in: id)
    }
    step("link: { url: \(Self.text(url)), opens: \(add(id)) }")
  }

  private mutating func identify(_ event: LoggedEvent) {
    guard let id = event.text("scene"), windows[id]?.isConnected == true else { return }
    guard let target = event.text("target") else {
      return comment("\(windows[id]?.name ?? "") shows nothing special any more")
    }
    step("identify: \(Self.text(target))", in: id)
  }

  private mutating func changeValue(_ event: LoggedEvent) {
    guard let id = event.text("scene"), windows[id]?.isConnected == true,
      let value = event.fields["value"], app.opensForValues(event.text("kind"))
    else { return }
    step("change-value: \(ScenarioValue(logged: value).written)", in: id)
  }

  private mutating func advertise(_ event: LoggedEvent) {
    guard let id = event.text("scene"), windows[id]?.isConnected == true,
      let activity = event.map("activity")
    else { return }
    let fields = self.fields(of: activity).filter { !$0.hasPrefix("webpage") }
    step("advertise: \(FlowText.map(fields))", in: id)
  }
}
