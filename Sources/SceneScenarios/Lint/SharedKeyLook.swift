/// Keys that are one value for all tabs of a window, and are written or looked at in several.
struct SharedKeyLook {
  private let app: AppDeclaration
  private let hasOneWindow: Bool
  /// The tab each window shows, by what the steps say; nil where that is not sure.
  private var selected: [String: String] = [:]
  /// Windows of which it is not known any more.
  private var isLost = false
  private var written: Set<String> = []
  /// In which tabs keys are written or looked at.
  private var tabs: [String: Set<String>] = [:]

  static func warnings(
    _ steps: [ParsedStep], _ app: AppDeclaration, differsByCase: (String) -> Bool
  ) -> [Diagnostic] {
    guard app.tabs.count > 1 || app.tabSource != nil else { return [] }
    var look = SharedKeyLook(steps, app)
    for step in steps { look.take(step) }
    return app.keys.compactMap { look.warning($0, differsByCase($0.name)) }
  }

  private init(_ steps: [ParsedStep], _ app: AppDeclaration) {
    self.app = app
    var windows = Set(steps.compactMap { $0.window?.text })
    for step in steps where ["launch", "open"].contains(step.verb.name) {
      windows.formUnion(FurtherLook.names(in: step.argument).filter(Names.isWindow))
    }
    let opens: Set<String> = ["open", "drag", "drop", "handoff", "undo-close"]
    hasOneWindow = windows.count < 2 && !steps.contains { opens.contains($0.verb.name) }
  }

  private func warning(_ key: StorageKey, _ differsByCase: Bool) -> Diagnostic? {
    let own = [StorageKey.selectedTab, app.tabSource?.key, app.navigator?.savesTo]
    guard key.scope == .scene, key.via == .store, !key.isShared, !own.contains(key.name),
      written.contains(key.name), tabs[key.name, default: []].count > 1
    else { return nil }
    return app.source.warning(
      at: key.range, "`\(key.name)` is one value for all tabs of a window",
      // What says that one is meant would be a mistake in the case with another scope.
      hint: "`scope: tab` gives each tab its own"
        + (differsByCase ? "" : "; `shared: true` says that one is meant"))
  }

  private mutating func take(_ step: ParsedStep) {
    let window = name(step.window?.text)
    switch step.verb.name {
    case "select":
      selected[window] = step.argument?.text
    case "open-tab":
      let tab = step.argument?.text ?? step.argument?["tab"]?.text
      if step.argument?["select"]?.bool != false { selected[window] = tab }
    case "set", "append", "prepend":
      if step.place == nil { see(step.argument?.map, in: window, nil) }
      written.formUnion(step.argument?.map?.map(\.key.name) ?? [])
    case "expect":
      for look in step.argument?.map ?? [] where Names.isWindow(look.key.name) {
        let shown = look.value["tab"]?.text
        if let shown { selected[name(look.key.name)] = shown }
        see(look.value["values"]?.map, in: name(look.key.name), shown)
        for tab in look.value["tabs"]?.map ?? [] {
          see(tab.value["values"]?.map, in: name(look.key.name), tab.key.name)
        }
      }
    case "close-tab", "move-tab", "undo-close-tab", "continue", "open-url", "link", "drop",
      "handoff", "rewind", "update":
      // The tab that is shown then is chosen by the app.
      (selected, isLost) = ([:], true)
    default: break
    }
  }

  /// The tab that a window shows first.
  private var firstTab: String? {
    if let tab = app.tabs.first { return tab }
    guard let source = app.tabSource, case .list(let tabs)? = app.key(source.key)?.initial else {
      return nil
    }
    return tabs.first?.plainText
  }

  /// Windows that no step names are one, if there is only one.
  private func name(_ window: String?) -> String { hasOneWindow ? "" : window ?? "" }

  private mutating func see(_ keys: [Entry]?, in window: String, _ tab: String?) {
    if window.isEmpty, !hasOneWindow { return }
    guard let tab = tab ?? selected[window] ?? (isLost ? nil : firstTab) else { return }
    for key in keys ?? [] { tabs[key.key.name, default: []].insert(tab) }
  }
}
