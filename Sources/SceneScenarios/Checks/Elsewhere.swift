import SceneLifecycle
import SceneSimulator

/// Says where else that came about which was expected: in another tab, place or window, as the
/// second run has seen it.
struct Elsewhere: Explainer {
  typealias Other = Retrospect.Other

  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// Where it is, or was.
  ///
  /// - Returns: The sentence; nil if nothing is known, or it was here and went.
  func hint(_ place: FailureReport.Place?, _ mismatch: Mismatch) -> String? {
    guard let answer = context.answer, mismatch.asksForValue else { return nil }
    // What went with its row is where it should be.
    if let place, rowGone(from: place.key, context.place(of: place)) != nil { return nil }
    // What begins as the default says nothing of where something came from.
    let isDefault = place.map { mismatch.isMet(by: $0.key.initial) } ?? true
    let others = answer.others.compactMap { other, history -> Candidate? in
      // All windows of a device show the same of the app's.
      if case .window(_, on: device) = other, place?.key.isOfApp == true { return nil }
      let parts = [0] + answer.lacking
      let tracks = parts.map { history.tracks[$0] }
      return Candidate(
        other: other, reasons: parts.map { history.reasons[$0] },
        tracks: isDefault ? tracks.map(\.withoutFirst) : tracks)
    }
    let moves = Set(answer.missed.flatMap { $0.span.hidden + [$0.span.until] })
    let isNew = moves.isEmpty
    if isNew, let place, let told = neverSeen(place, mismatch, here: true) { return told }
    // What went from here is of use elsewhere only if it came there with the same step.
    let found = others.filter { $0.found.map { isNew || moves.contains($0.since) } == true }
    // The first one is nearest; of other windows the one that had it first was meant.
    let isNear = if case .window? = found.first?.other { false } else { true }
    let first =
      isNear
      ? found.first : found.min { $0.found?.since.step ?? 0 < $1.found?.since.step ?? 0 }
    if let first, let (what, since) = first.found {
      return text(first.other, has: what, since, place)
    }
    guard isNew else { return last(of: others.filter { $0.came(with: moves) }) }
    return spread(others, place) ?? last(of: others)
      ?? place.flatMap { neverSeen($0, mismatch, here: false) }
  }

  /// What is known of one of them.
  private struct Candidate {
    let other: Other
    /// Of the whole, and of each element that is missing.
    let reasons: [Diagnostic?]
    let tracks: [Track]

    /// What it has, and since when; nil if that is nothing, or cannot be seen.
    var found: (what: String, since: StepMark)? {
      let times = tracks.dropFirst().compactMap(\.visibleSince)
      // What was missing may have come there before the rest.
      let part =
        times.count == tracks.count - 1 ? times.max { $0.step < $1.step } : nil
      guard let whole = tracks[0].visibleSince else { return part.map { ("what is missing", $0) } }
      return ("this value", part ?? whole)
    }

    /// Whether it had it since one of these steps.
    func came(with steps: Set<StepMark>) -> Bool {
      tracks.contains { track in (track.since ?? track.span?.since).map(steps.contains) == true }
    }

    /// What it had, of which track that is told.
    var had: (what: String, index: Int)? {
      func was(_ index: Int) -> Bool {
        tracks[index].span != nil || tracks[index].hiddenSince != nil
      }
      if was(0) { return ("this value", 0) }
      let parts = tracks.indices.dropFirst()
      return parts.allSatisfy(was) ? parts.last.map { ("what is missing", $0) } : nil
    }
  }

  /// That what is missing lies in several, a part in each; nil if it does not.
  private func spread(_ others: [Candidate], _ place: FailureReport.Place?) -> String? {
    guard let count = others.first?.tracks.count, count > 2 else { return nil }
    var (rest, first) = (Set(1..<count), (other: Other, since: StepMark)?.none)
    let parts = others.compactMap { other -> String? in
      let found = rest.filter { other.tracks[$0].visibleSince != nil }
      guard let index = found.min(), let since = other.tracks[index].visibleSince else {
        return nil
      }
      rest.subtract(found)
      first = first ?? (other.other, since)
      return "in \(name(other.other))\(from(since))"
    }
    guard rest.isEmpty, let first else { return nil }
    let end =
      if case .window = first.other, let place { meant(for: place.window, at: first.since) } else {
        ""
      }
    return "what is missing is \(parts.joined(separator: ", and "))\(end)"
  }

  /// The nearest one that had it, and of those the last.
  private func last(of others: [Candidate]) -> String? {
    func order(_ candidate: Candidate) -> (Int, Int) {
      let track = candidate.had.map { candidate.tracks[$0.index] }
      return (-candidate.other.distance, (track?.since ?? track?.span?.since)?.step ?? 0)
    }
    return others.filter { $0.had != nil }.max { order($0) < order($1) }.flatMap(had)
  }

  /// From when until when another one had it, and what ended that.
  private func had(_ other: Candidate) -> String? {
    guard let (what, index) = other.had else { return nil }
    let (name, track) = (name(other.other), other.tracks[index])
    let told = "\(name) had \(what)"
    if let span = track.span {
      return other.reasons[index]?.cause.map { "in \(name): \($0)" }
        ?? "\(told)\(from(span.since)), until \(named(span.until))"
    }
    guard let since = track.since, let end = track.hiddenSince else { return nil }
    if case .window(let window, on: device) = other.other {
      if let (mark, rule) = context.gone(window) {
        return "\(told)\(from(since)), and \(going(window, by: mark, rule))"
      }
      if simulation.isTaken(window), let blame = takeover(of: window) {
        return "\(told)\(from(since)), and \(blame.text)"
      }
    }
    return "\(told)\(from(since)), until \(named(end))"
  }

  /// The last step that was to write it, here or elsewhere, and of which nobody ever saw anything.
  private func neverSeen(
    _ place: FailureReport.Place, _ mismatch: Mismatch, here isHere: Bool
  ) -> String? {
    let here = ValueName(context.place(of: place), on: device)
    let stories = fates.stories {
      $0.device == device && $0.key == here.key && ($0 == here) == isHere
    }
    let losses = stories.compactMap { value, story -> (StoredPlace, Loss)? in
      let stored = value.place(in: simulation)
      let isMeant = meaning(mismatch, at: stored, hasPart: true)
      // What cannot be read as it was may be what a list lacks.
      let isAbsent = mismatch.actual == nil && !mismatch.path.isEmpty
      let mayBeUnknown = isHere && (isAbsent || !mismatch.missing.isEmpty)
      let loss = story.compactMap(\.loss).last { loss in
        (isMeant(loss.value) || mayBeUnknown && loss.isUnknown)
          && context.answer?.cause?.contains(text(loss, of: stored)) != true
      }
      return loss.map { (stored, $0) }
    }
    guard let (stored, loss) = losses.max(by: { $0.1.mark.step < $1.1.mark.step }) else {
      return nil
    }
    let tab = place.key.scope == .selectedTab ? stored.path.first.map { "tab \($0)" } : nil
    let window = stored.window == here.window ? nil : stored.window
    let inside = stored.path == here.path ? nil : tab ?? stored.path.joined(separator: "/")
    let name = [window, inside].compactMap(\.self).joined(separator: ", ")
    let told = text(loss, of: stored)
    return (name.isEmpty ? told : "in \(name): \(told)")
      + (FailureHint(context).hint(for: loss, of: stored).map { "; \($0)" } ?? "")
  }

  // MARK: Words

  private func name(_ other: Other) -> String {
    switch other {
    case .tab(let name): "tab \(name)"
    case .place(let name): name
    case .window(let name, on: device): name
    case .window(let name, on: let device): "\(name) on \(device)"
    case .tabOf(let window, let owner, let tab):
      "tab \(tab) of \(name(.window(window, on: owner)))"
    }
  }

  private func text(
    _ other: Other, has what: String, _ since: StepMark, _ place: FailureReport.Place?
  ) -> String {
    let fate = place.flatMap { run(at: since, writing: $0) }
    let by = fate?.inner.map { ", `\($0.verb)` in \(line($0.line, $0.file))" } ?? ""
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
    case .tabOf: return told
    case .window:
      let canCome = context.roaming != nil && place?.key.isOfApp != true
      return "\(told): each device has a store of its own"
        + (canCome ? "; `bring` takes a window along" : "")
    }
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
    of window: String, _ what: String, _ mark: StepMark, _ inner: String,
    _ place: FailureReport.Place?
  ) -> String {
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
    if let hint = StepParser.ofNoWindow[mark.verb] {
      let rule = fates.last(["conditions"], window: place.window).map {
        "; \(named($0)) says what \(place.window) takes"
      }
      return "\(told): \(hint)\(rule ?? "")"
    }
    if let kind = ownKind(of: place.key) {
      return "\(told): each window has its own `\(kind.name)` (\(line(of: kind.range))), "
        + "`in: $app` makes one for all"
    }
    return told + meant(for: place.window, at: mark) + shared(place.key)
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
  private func meant(for window: String, at mark: StepMark) -> String {
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
