import FoundationEssentials
import SceneLifecycle
import SceneSimulator
internal import SceneState

/// The advice under a check that failed: the concrete change that most likely was forgotten.
struct FailureHint: Explainer {
  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// The most likely advice; nil if there is none.
  func hint(for mismatch: Mismatch, subject: String, at place: FailureReport.Place?) -> String? {
    if let place, let hint = OtherPlaces(context).keptBack(place, mismatch) { return hint }
    if let window = place?.window ?? subject.split(separator: ".").first.map(String.init),
      let twin = context.twin(of: window)
    {
      return "this looks at \(window) on \(device); \(twin) has one of that name, "
        + "too: `on: \(twin)`"
    }
    if let place, let hint = nilHint(place, mismatch) { return hint }
    if let hint = Self.lookAlike(mismatch) ?? cancelledHint { return hint }
    if let place, let hint = roundHint(place, mismatch) { return hint }
    if let place,
      let hint = valueHint(place, mismatch) ?? homeHint(place, mismatch) ?? earlierHint
    {
      return hint
    }
    if let hint = nameHint(mismatch, subject) { return hint }
    if let hint = missingHint(mismatch, subject, at: place) { return hint }
    if let place, let hint = neverWritten(place, mismatch) ?? keptHint(place, mismatch) {
      return hint
    }
    return stateHint(mismatch, subject)
      ?? place.flatMap {
        PutOffLook(context).nextRun(for: $0, mismatch) ?? neverAdded($0, mismatch)
      }
  }

  /// What kept the value from being what was expected.
  private func valueHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let others = OtherPlaces(context)
    return others.droppedField(of: place, mismatch) ?? others.skipped(place, mismatch)
      ?? limitHint(place, mismatch) ?? entryHint(place, mismatch)
      ?? PutOffLook(context).hint(for: place, mismatch) ?? missHint(place, mismatch)
  }

  /// What would have brought it where it was looked for.
  private func homeHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    if let hint = quitHint(place, mismatch) { return hint }
    // What was there and went needs nobody who writes it.
    let wasThere = context.answer?.missed.isEmpty == false
    return (wasThere ? nil : OwnStepLook(context).hint(for: place, mismatch))
      ?? scopeHint(place, mismatch)
  }

  /// Nothing was expected of a value that is always something.
  private func nilHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    if mismatch.path.isEmpty, mismatch.node.text == "$absent" {
      return "a value is never absent: with nothing stored it is the default, "
        + "\(place.key.initial.json()); `store: { \(place.window): { … } }` looks at what is stored"
    }
    if mismatch.node.style == .plain, let word = mismatch.node.text,
      MeantVariable.forNothing.contains(word), place.key.type.words == nil
    {
      return MeantVariable.nothing(word)
    }
    if case .optional = place.key.type {
      guard mismatch.path.isEmpty, Self.isNothing(mismatch.node), mismatch.actual == .null,
        place.key.initial == .null, !context.story(of: context.place(of: place)).isChanged
      else { return nil }
      return "`\(place.key.name)` is a `\(place.key.type)`: as long as no step writes it, it is `~`"
    }
    guard mismatch.path.isEmpty, mismatch.node.isNull, mismatch.actual == place.key.initial else {
      return nil
    }
    return "`\(place.key.name)` is a `\(place.key.type)`, which is never `~`: its default is "
      + place.key.initial.json()
  }

  /// What would have kept what was expected until something else was written, as a check would have
  /// said it where that went.
  var earlierHint: String? {
    context.answer?.untold.compactMap(\.hint).last
  }

  /// What was dragged came nowhere.
  private var cancelledHint: String? {
    guard context.answer?.missed.isEmpty == true,
      let mark = fates.last(.missed, about: .device(device)), mark.step > fates.lookedAt
    else { return nil }
    return "\(named(mark)) was cancelled: what was dragged came to no window"
  }

  /// A step that was to take something from the value, and took nothing.
  private func missHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard mismatch.missing.isEmpty, let mark = fates.last(.missed, about: .key(place.key.name)),
      mark.step > context.lastWrite(of: place)
    else { return nil }
    return "\(named(mark)) removed nothing: `\(place.key.name)` did not have what it names"
  }

  /// What came back though the default was expected.
  private func keptHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let key = place.key
    let stored = context.place(of: place)
    guard mismatch.path.isEmpty, Matcher.mismatch(mismatch.node, key.initial) == nil,
      !Matcher.isMeant(mismatch.node), key.name != StorageKey.selectedTab,
      key.name != StorageKey.path
    else { return nil }
    if key.via == .activity, context.story(of: stored).live != nil,
      let expiry = context.restoration(of: place.window)?.expiry
    {
      return "it was handed over, and had not expired yet: `expires: "
        + "\(app.source.text(in: expiry))` (\(line(of: expiry)))"
    }
    let carriers = FateList.endings.union(["undo-close", "undo-close-tab", "relaunch"])
    guard let origin = context.origin(of: stored) else { return nil }
    if let fault = context.plannedFaults.last(where: { $0.fault.action == .kill })?.fault,
      origin.mark.isDeadly
    {
      return "\(named(origin.mark)) was stored already when the fault killed the process, "
        + "`at: \(fault.point.rawValue)`: `at: before-write` comes before that"
    }
    guard let back = fates.last(carriers, after: origin.written.step) else { return nil }
    if let hint = spoiledElsewhere(stored, after: origin.written.step) ?? clearedElsewhere(place) {
      return hint
    }
    // Where steps came after it that do something, one of those was to take it away.
    let others = fates.marks.all { $0.step > back.step && !Self.lookers.contains($0.verb) }
    // And what wrote just that elsewhere was to write it here, perhaps.
    let isMeant = meaning(mismatch, at: stored)
    let elsewhere = fates.last { value, fate in
      value.key == key.name && value != ValueName(stored, on: device)
        && fate.mark.step > origin.mark.step
        && (fate.origin?.removes == true || isMeant(fate.origin?.value))
    }
    let ran = RunLook(context).hint(
      for: place, in: place.window, after: origin.written.step)
    guard others.isEmpty, elsewhere == nil, ran == nil else { return nil }
    let line = line(of: key)
    return "what is stored comes back: `transient: true` (\(line)) lets it go with its process, "
      + "`clear: [\(key.name)]` takes it away"
  }

  /// The steps that show again what is there, and change nothing of it.
  private static let lookers: Set = [
    "launch", "relaunch", "reconnect", "foreground", "activate", "select", "show-place", "wait",
    "restore", "update", "fault", "expect",
  ]

  /// A fault that met another value than the one that was to begin anew.
  private func spoiledElsewhere(_ place: StoredPlace, after step: Int) -> String? {
    let damaged = simulation.stored.keys.filter { simulation.isDamaged($0) && $0 != place }.sorted()
    if let corrupt = fates.lastFault(["corrupt"], after: step), let other = damaged.first {
      return "\(named(corrupt)) spoiled `\(other.addressInWindow)`"
        + (other.window == place.window ? "" : " of \(other.window)")
        + ", and not `\(place.addressInWindow)`"
    }
    let spoiled = fates.last { value, fate in
      value.device == device && fate.mark.fault != nil && fate.mark.step > step
        && fate.kind == .stored
    }
    guard let (value, fate) = spoiled else { return nil }
    let other = value.place(in: simulation)
    let met = "\(named(fate)) spoiled `\(other.addressInWindow)`"
    guard other.window == place.window, other.path == place.path else {
      return met + (other.window == place.window ? "" : " of \(other.window)")
        + ", and nothing in this place"
    }
    return met + " beside it, and this one can be read: "
      + "`together: [[\(place.key), \(other.key)]]` lets both begin anew"
  }

  /// A step that took the value away in another window, since the process began.
  private func clearedElsewhere(_ place: FailureReport.Place) -> String? {
    let since = fates.lastEnd()?.step ?? 0
    let cleared = fates.last { value, fate in
      value.device == device && value.key == place.key.name && value.window != place.window
        && fate.origin?.removes == true && fate.mark.step > since
    }
    return cleared.map {
      "\(named($0.fate)) took it away in \($0.value.window), and not in \(place.window)"
    }
  }

  // MARK: What was never written

  /// How it is said that nobody was to write a value.
  static let nobody = "no step before this one"

  /// No step has written the key, in whatever window or tab.
  func neverWritten(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let name = place.key.name
    guard context.hasDeclaredApp, mismatch.path.isEmpty, mismatch.asksForValue
    else { return nil }
    guard !isPlace(place.key), !fates.hasWritten(name),
      !simulation.stored.keys.contains(where: { $0.key == name })
    else { return nil }
    let last = fates.last { $0.key == name && $1.kind == .repeated }
    // What only takes away was not to bring about anything.
    if let (value, fate) = last, (fate.inner?.verb ?? fate.mark.verb) != ClearStep.name {
      let isHere = place.key.isOfApp || value.window == place.window
      let isOfTime = fate.inner.map { inner in
        app.own.timers.contains { $0.steps.hasStep(ofLine: inner.line, in: inner.file) }
      }
      let next =
        isHere && isOfTime == true ? nil : PutOffLook(context).nextRun(for: place, mismatch)
      return next ?? linkHint(fate.mark)
        ?? "\(named(fate)) wrote\(isHere ? "" : " in \(value.window)") what it was already, the "
        + "default: nothing is stored by that, and the default of a later version counts"
    }
    if updated(place, context.place(of: place)) != nil { return nil }
    let others = OtherPlaces(context)
    if let hint = others.formerKey(of: place, mismatch) ?? others.formerField(of: place) {
      return hint
    }
    // Who is told to write it should not do so before the process ends.
    let end = place.key.isTransient ? fates.ends(on: context.simulation.name).last : nil
    let written =
      PutOffLook(context).sleepingWriter(of: name, mismatch, in: place.window)
      ?? "\(Self.nobody) writes `\(name)`: `set: { \(name): … }` does"
    return written
      + (end.map {
        "; before \(named($0)) it would be of no use: `transient: true` (\(line(of: place.key))) "
          + "lets it go with its process"
      } ?? "")
  }

  /// That a link said otherwise what its pattern takes.
  private func linkHint(_ mark: StepMark) -> String? {
    guard let link = mark.word, let found = app.misspeltItem(of: link) else { return nil }
    return
      "\(named(mark)) has an item `\(found.item)`, and `\(found.pattern)` takes `\(found.meant)`"
  }

  /// What would have stored a value that is nowhere in a window, or where it is.
  func hint(for mismatch: Mismatch, ofStored place: FailureReport.Place) -> String? {
    let key = place.key
    guard key.via == .store, !key.isTransient else {
      let home = key.isTransient ? "in memory alone" : "in the window's \(key.via.rawValue)"
      return "`\(key.name)` lives \(home) (\(line(of: key))), and not in the store"
        + (key.via == .activity ? ": `saved` looks at what was handed over" : "")
    }
    return PutOffLook(context).hint(for: place, mismatch) ?? homeHint(place, mismatch)
      ?? neverWritten(place, mismatch)
  }

  /// What would have kept a stored value, or where a key is kept instead.
  func hint(
    forStored place: StoredPlace?, _ address: String, in window: String,
    expecting mismatch: Mismatch? = nil
  ) -> String? {
    if let place, let loss = context.story(of: place).loss { return hint(for: loss, of: place) }
    let name = address.split(separator: "/").last.map(String.init) ?? address
    guard let key = app.key(name) else { return nil }
    let standing = context.seen(at: address, in: window)?.key ?? key
    if standing.isOfApp, window != "app" {
      return "`\(name)` belongs to the app (\(line(of: key))): "
        + "`store: { app: { \(address): … } }`"
    }
    if window == "app", key.scope == .scene, key.via == .store, !key.isTransient {
      let owners = simulation.stored.keys.filter { $0.key == name }.map(\.window)
      return "`\(name)` belongs to each window (\(line(of: key))): `store: { "
        + "\(owners.min() ?? simulation.front?.name ?? "A"): { \(name): … } }`; with `scope: app` "
        + "all windows share one"
    }
    let kept = simulation.stored.keys.filter { $0.key == key.name && $0.addressInWindow != address }
    // Of the app's values each window may know what puts them off.
    let front = simulation.front?.name ?? ""
    let tab = simulation.scene(front)?.selectedTab?.rawValue
    let seen = FailureReport.Place(key: key, window: key.isOfApp ? front : window, tab: tab)
    if simulation.stored.keys.allSatisfy({ $0.key != key.name }),
      let hint = PutOffLook(context).hint(for: seen, mismatch?.asWhole)
    {
      return hint
    }
    // Of several places the one with what was expected is meant.
    let here = kept.filter { $0.window == window }.sorted()
    let meant = here.first { other in
      guard let mismatch, let value = simulation.stored[other] else { return false }
      return Matcher.mismatch(mismatch.node, context.decoded(value, at: other)) == nil
    }
    if let other = meant ?? here.first {
      return "it is kept in `\(other.addressInWindow)`\(from(context.origin(of: other)?.mark))"
    }
    guard !address.contains("/") else { return nil }
    guard key.scope == .selectedTab, let tab = app.tabs.first else { return nil }
    return "`\(key.name)` is kept in tabs: `\(tab)/\(key.name)`"
  }

  // MARK: Names

  /// A name that the app does not have.
  private func nameHint(_ mismatch: Mismatch, _ subject: String) -> String? {
    let fact = subject.split(separator: ".").last.map(String.init)
    let known: [String]
    switch fact {
    case "tab", "selectedTab": known = app.tabs
    case "front", "windows", "closed": known = simulation.windowNames
    case "problems": known = ProblemExplanation.all.filter(\.code.isProblem).map(\.code.rawValue)
    case "scene": known = app.scenes.map(\.name)
    default: return nil
    }
    let wanted = mismatch.node.list?.compactMap(\.text) ?? mismatch.node.text.map { [$0] } ?? []
    // What was there once is not misspelt.
    let heard = Set(context.log.heard.compactMap(\.window))
    for name in wanted where !known.contains(name) && !heard.contains(name) && !name.hasPrefix("$")
    {
      let others = known.filter { !wanted.contains($0) }
      let near = NearestName.suggestions(for: name, among: others)
      if !near.isEmpty { return SourceFile.choice(for: name, among: others) }
    }
    if subject == "windows", let hint = cameBack(mismatch) { return hint }
    guard fact != "front", mismatch.node.list != nil, case .list(let values)? = mismatch.actual,
      wanted.sorted() == values.compactMap(\.plainText).sorted(), wanted.count > 1
    else { return nil }
    return fact == "windows" ? "the order is that of opening" : "the same names in another order"
  }
}
