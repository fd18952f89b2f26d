import SceneLifecycle
import SceneSimulator

// Where something is that was looked for in vain, in words: with what was to bring it here.
extension Elsewhere {
  func name(_ other: Other) -> String {
    switch other {
    case .tab(let name): "tab \(name)"
    case .place(let name): name
    case .window(let name, on: device): name
    case .window(let name, on: let device): "\(name) on \(device)"
    case .tabOf(let window, let owner, let tab):
      "tab \(tab) of \(name(.window(window, on: owner)))"
    }
  }

  func text(
    _ other: Other, has what: String, _ since: StepMark, _ place: FailureReport.Place?
  ) -> String {
    let fate = place.flatMap { run(at: since, writing: $0) }
    let by = fate.map(self.by) ?? ""
    let told = "\(name(other)) has \(what)\(from(since))\(by)"
    switch other {
    case .tab(let tab):
      if let fate, let later = selected(after: fate) { return "\(told): \(later)" }
      let isPath = place?.key.name == StorageKey.path
      let check =
        if case .place? = place?.key.scope { "at" } else { isPath ? "path" : "values" }
      let scene = place.flatMap { context.shown(in: $0.window) }
      // A tab that is looked at while another is shown was not the one to write in.
      let wanted = place.flatMap { place in
        place.tab.flatMap { wanted in
          scene?.selectedTab != wanted && wasOpen(wanted, in: place.window, at: since)
            ? wanted : nil
        }
      }
      let moved = place.flatMap { place in
        wanted.map {
          wentElsewhere(SelectStep.name, $0, than: place.window, before: since.step)
        } ?? wentElsewhere(SelectStep.name, tab, than: place.window, after: since.step)
      }
      if let moved { return "\(told): \(moved)" }
      let select = wanted.map { "`select: \($0)` before that" } ?? "`select: \(tab)` before"
      return "\(told): \(select), or look with `tabs: { \(tab): { \(check): … } }`"
    case .place(let name):
      let show = name.hasPrefix(OpenTabs.kind + "/") ? SelectStep.name : ShowPlaceStep.name
      if let place, case .place(_, let kind, let id) = place.key.scope,
        let moved = wentElsewhere(show, "\(kind)/\(id)", than: place.window, before: since.step)
          ?? wentElsewhere(show, name, than: place.window, after: since.step)
      {
        return "\(told): \(moved)"
      }
      return "\(told): `\(show): \(name)` before, or look with `at: { \(name): { values: … } }`"
    case .window(let window, on: device): return text(of: window, what, since, by, place)
    case .tabOf(let window, on: device, tab: _):
      let rule = place.flatMap { routed(to: window, insteadOf: $0.window, by: since) }
      return rule.map { "\(told): \($0)" } ?? told
    case .tabOf: return told
    case .window:
      let canCome = context.roaming != nil && place?.key.isOfApp != true
      return "\(told): each device has a store of its own"
        + (canCome ? "; `bring` takes a window along" : "")
    }
  }

  /// The step of the app that did something, at the end of what is said of that of the scenario.
  private func by(_ fate: Fate) -> String {
    fate.inner.map { ", `\($0.verb)` in \(line($0.line, $0.file))" } ?? ""
  }

  /// What came from outside to another window and wrote there what that had already.
  private func repeated(
    _ place: FailureReport.Place, in window: String, after mark: StepMark
  ) -> Fate? {
    fates.last { value, fate in
      value.key == place.key.name && value.window == window && value.device == device
        && fate.kind == .repeated && fate.mark.step > max(mark.step, fates.lookedAt)
        && StepParser.ofNoWindow[fate.mark.verb] != nil
    }?.fate
  }

  /// The step of the app that wrote a key elsewhere in the course of a step.
  private func run(at mark: StepMark, writing place: FailureReport.Place) -> Fate? {
    let here = ValueName(context.place(of: place), on: device)
    return fates.last { value, fate in
      value.key == here.key && value != here && fate.mark == mark && fate.inner != nil
    }?.fate
  }

  /// The step of the app that selected another tab only after something was written.
  private func selected(after fate: Fate) -> String? {
    let runs = fates.all(about: .ownSteps).filter { $0.mark == fate.mark }
    guard let index = runs.lastIndex(where: { $0.inner == fate.inner }),
      let select = runs[index...].first(where: {
        $0.inner?.verb == SelectStep.name && $0.window == runs[index].window
      })?.inner
    else { return nil }
    return "`\(select.verb)` in \(line(select.line, select.file)) came only after that"
  }

  /// Whether a window had a tab when a step ran.
  private func wasOpen(_ tab: String, in window: String, at mark: StepMark) -> Bool {
    guard let key = app.tabSource.flatMap({ app.key($0.key) }) else { return true }
    let stored = context.place(of: key, window: window, tab: nil)
    let last = context.story(of: stored).last { $0.origin != nil && $0.mark.step <= mark.step }
    return OtherPlaces(context).tabs(in: last?.origin?.value, stored).contains(.text(tab))
  }

  private func text(
    of window: String, _ what: String, _ since: StepMark, _ by: String,
    _ place: FailureReport.Place?
  ) -> String {
    // What came from outside, and met just that there, was meant to bring it here.
    let again = place.flatMap { repeated($0, in: window, after: since) }
    let (mark, inner) = (again?.mark ?? since, again.map(self.by) ?? by)
    let opener = self.opener(of: window)
    if mark == opener {
      // What comes from outside opens one where the app says so.
      let rule = ["open", "drag"].contains(mark.verb) ? nil : app.node?["external"]
      let told = rule.map {
        ", as `external: \(app.source.text(in: $0.range))` says (\(line(of: $0.range)))"
      }
      return "\(window) has \(what): \(named(mark)) opened \(window) with it\(told ?? "")"
    }
    let opened = opener.map { "; \(named($0)) opened \(window)" } ?? ""
    let told = "\(window) has \(what)\(from(mark))\(inner)\(opened)"
    guard let place else { return told }
    let rule = PutOffLook(context).ranElsewhere(for: place, by: mark)
    if let rule = rule ?? inOtherWindows(place, mark) ?? waited(in: window, place, mark) {
      return "\(told): \(rule)"
    }
    // What was to write it later did so elsewhere.
    let writers = app.ownSteps.andInner.filter { step in
      StepContext.subjects(of: step).contains { $0.name == place.key.name }
    }
    if !isPlace(place.key),
      let run = RunLook(context).elsewhere(writers, than: place.window, after: mark.step)
    {
      return "\(told); \(run)"
    }
    if mark.verb == "move-scope" {
      return "\(told), which took it away where it was: `copy-scope` leaves it there, too"
    }
    if let rule = routed(to: window, insteadOf: place.window, by: mark) {
      return "\(told): \(rule)"
    }
    if let kind = ownKind(of: place.key) {
      return "\(told): each window has its own `\(kind.name)` (\(line(of: kind.range))), "
        + "`in: $app` makes one for all"
    }
    return told + meant(for: place.window, at: mark) + shared(place.key)
  }

  /// Why what a step brought went to a window, and what would have had it go to another one.
  private func routed(
    to window: String, insteadOf wanted: String, by mark: StepMark
  ) -> String? {
    if let rule = ruleForOthers(than: wanted, taker: window, mark) { return rule }
    guard let hint = StepParser.ofNoWindow[mark.verb] else { return nil }
    let front = fates.all(about: .device(device)).last {
      $0.kind == .front && $0.mark.step < mark.step
    }
    let isFront = front?.window == window && mark.verb != DragStep.name
    let rule = fates.last(["conditions"], window: wanted).map {
      "; \(named($0)) says what \(wanted) takes"
    }
    let other =
      simulation.scene(wanted) == nil
      ? "" : ", and `activate: \(wanted)` before puts \(wanted) there"
    return (isFront ? "\(window) was in front\(other); " : "") + hint + (rule ?? "")
  }

  /// The rule by which a step of the app wrote in other windows than its own.
  private func inOtherWindows(_ place: FailureReport.Place, _ mark: StepMark) -> String? {
    guard let run = run(at: mark, writing: place),
      let (meant, home) = RunLook(context).windows(of: run)
    else { return nil }
    let opened = meant == .opener ? home.flatMap { opener(of: $0) } : nil
    return "`in: \(meant.rawValue)` there is \(meant.place(from: home ?? "the one that acts"))"
      + (opened.map { ", and \(named($0)) opened it" + ($0.window.map { " in \($0)" } ?? "") } ?? "")
  }

  /// The step that brought an activity to a window, where it waited for its handler.
  private func waited(
    in window: String, _ place: FailureReport.Place, _ mark: StepMark
  ) -> String? {
    guard let type = run(at: mark, writing: place)?.inner?.activity,
      let event = context.log.heard.last(where: {
        $0.window == window && $0.step <= mark.step && $0.text.hasPrefix("queued \(type)")
      }), event.step < mark.step
    else { return nil }
    return fates.mark(event.step).map {
      "\(named($0)) brought \(type) to \(window), where it waited for its handler"
    }
  }

  /// What would have had a step write in a window, if that was there then; else since when it is.
  func meant(for window: String, at mark: StepMark) -> String {
    let last = event(of: window, ["willConnect", "didDisconnect"], before: mark.step)
    // What is handed over as a process ends was written before.
    if mark.endsProcess { return "" }
    if let last, last.text.hasPrefix("willConnect"),
      fates.last(FateList.endings, after: last.mark.step, before: mark.step) == nil
    {
      return ": `in: \(window)` beside a step says that it is meant for \(window)"
    }
    // One that was there before, and not then, came again.
    if last != nil { return "" }
    let came = context.log.heard.first { $0.window == window && $0.word == "willConnect" }
    return came.flatMap { $0.step < mark.step ? nil : fates.mark($0.step) }
      .map { "; \(window) came only with \(named($0))" } ?? ""
  }

  /// The kind of place of which each window has its own.
  private func ownKind(of key: StorageKey) -> PlaceKind? {
    guard case .place(.window, let name, _) = key.scope else { return nil }
    return app.places.first { $0.name == name }
  }

  /// What would make a setting of one window that of all.
  private func shared(_ key: StorageKey) -> String {
    guard key.scope == .scene, key.via == .store, !isPlace(key) else { return "" }
    return "; with `scope: app` (\(line(of: key))) all windows share one"
  }
}
