import FoundationEssentials
import SceneLifecycle
import SceneSimulator
internal import SceneState

/// The advice under a check that failed: the concrete change that most likely was forgotten.
struct FailureHint {
  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// The most likely advice; nil if there is none.
  func hint(for mismatch: Mismatch, subject: String, at place: FailureReport.Place?) -> String? {
    if let window = place?.window ?? subject.split(separator: ".").first.map(String.init),
      let twin = context.twin(of: window)
    {
      return "this looks at \(window) on \(context.simulation.name); \(twin) has one of that name, "
        + "too: `on: \(twin)`"
    }
    if let place, let hint = nilHint(place, mismatch) { return hint }
    if let hint = Self.lookAlike(mismatch) { return hint }
    if let place, let hint = OtherPlaces(context).droppedField(of: place, mismatch) { return hint }
    if let place, let hint = OtherPlaces(context).skipped(place, mismatch) { return hint }
    if let place,
      let hint = limitHint(place, mismatch) ?? beginningHint(place, mismatch)
        ?? entryHint(place, mismatch)
    {
      return hint
    }
    if let place, let hint = PutOffLook(context).hint(for: place) { return hint }
    if let place,
      let hint = missHint(place, mismatch) ?? rewindHint(place) ?? quitHint(place, mismatch)
        ?? OwnStepLook(context).hint(for: place, mismatch) ?? scopeHint(place, mismatch)
    {
      return hint
    }
    if let hint = nameHint(mismatch, subject) { return hint }
    if let hint = missingHint(mismatch, subject, at: place) { return hint }
    if let place, let hint = neverWritten(place, mismatch) ?? keptHint(place, mismatch) {
      return hint
    }
    return stateHint(mismatch, subject) ?? place.flatMap { PutOffLook(context).nextRun(for: $0) }
  }

  /// Nothing was expected of a value that is always something.
  private func nilHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    if mismatch.path.isEmpty, mismatch.node.text == "$absent" {
      return "a value is never absent: with nothing stored it is the default, "
        + "\(place.key.initial.json()); `store: { \(place.window): { … } }` looks at what is stored"
    }
    if case .optional = place.key.type { return nil }
    guard mismatch.path.isEmpty, mismatch.node.isNull, mismatch.actual == place.key.initial else {
      return nil
    }
    return "`\(place.key.name)` is a `\(place.key.type)`, which is never `~`: its default is "
      + place.key.initial.json()
  }

  /// A step that was to take something from the value, and took nothing.
  private func missHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard mismatch.missing.isEmpty else { return nil }
    let stored = context.place(of: place.key, window: place.window, tab: place.tab)
    guard let number = context.writes.causes.misses[place.key.name],
      number > context.origin(of: stored)?.mark.step ?? 0,
      let mark = context.writes.mark(number)
    else { return nil }
    return "\(BlameFinder(context).named(mark)) removed nothing: `\(place.key.name)` did not have "
      + "what it names"
  }

  /// What was written was taken back, and not written again.
  private func rewindHint(_ place: FailureReport.Place) -> String? {
    let stored = context.place(of: place.key, window: place.window, tab: place.tab)
    guard let rewind = context.writes.last(["rewind"]),
      let mark = context.writes.takenBack(at: stored, on: context.simulation.name),
      (context.origin(of: stored)?.written.step ?? 0) < rewind.step
    else { return nil }
    let finder = BlameFinder(context)
    return "\(finder.named(rewind)) took back what \(finder.named(mark)) wrote"
  }

  /// What came back though the default was expected.
  private func keptHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let key = place.key
    let stored = context.place(of: key, window: place.window, tab: place.tab)
    guard mismatch.path.isEmpty, Matcher.mismatch(mismatch.node, key.initial) == nil,
      key.name != StorageKey.selectedTab, key.name != StorageKey.path
    else { return nil }
    let finder = BlameFinder(context)
    if key.via == .activity, finder.trail(of: key, stored).live != nil,
      let expiry = context.restoration(of: place.window)?.expiry
    {
      return "it was handed over, and had not expired yet: `expires: "
        + "\(context.declaration.source.text(in: expiry))` (\(finder.line(of: expiry)))"
    }
    let carriers = WriteRecord.endings.union(["undo-close", "undo-close-tab", "relaunch"])
    guard let origin = context.origin(of: stored),
      context.writes.last(carriers, after: origin.written.step) != nil
    else { return nil }
    let line = finder.line(of: key)
    return "what is stored comes back: `transient: true` (\(line)) lets it go with its process, "
      + "`clear: [\(key.name)]` takes it away"
  }

  // MARK: What was never written

  /// No step has written the key, in whatever window or tab.
  private func neverWritten(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let name = place.key.name
    guard context.hasDeclaredApp, mismatch.path.isEmpty,
      FailureReport.asksForValue(mismatch.node)
    else { return nil }
    let isPlace = [StorageKey.selectedTab, StorageKey.path, PlaceKind.shownKey].contains(name)
    guard !isPlace, context.declaration.navigator?.savesTo != name,
      !context.writes.hasWritten(name),
      !context.simulation.stored.keys.contains(where: { $0.key == name })
    else { return nil }
    if let (mark, inner) = context.writes.unchanged(name) {
      let finder = BlameFinder(context)
      let step =
        inner.map { finder.named($0.verb, $0.line, $0.file, from: mark) } ?? finder.named(mark)
      return "\(step) wrote what it was already, the default: nothing is stored by that, and the "
        + "default of a later version counts"
    }
    let stored = context.place(of: place.key, window: place.window, tab: place.tab)
    if BlameFinder(context).updated(place, stored) != nil { return nil }
    let others = OtherPlaces(context)
    return others.formerKey(of: place, mismatch) ?? others.formerField(of: place)
      ?? PutOffLook(context).sleepingWriter(of: name)
      ?? "no step before this one writes `\(name)`: `set: { \(name): … }` does"
  }

  /// What would have stored a value that is nowhere in a window, or where it is.
  func hint(for mismatch: Mismatch, ofStored place: FailureReport.Place) -> String? {
    let key = place.key
    guard key.via == .store, !key.isTransient else {
      let home = key.isTransient ? "in memory alone" : "in the window's \(key.via.rawValue)"
      return "`\(key.name)` lives \(home) (\(BlameFinder(context).line(of: key))), and not in the "
        + "store" + (key.via == .activity ? ": `saved` looks at what was handed over" : "")
    }
    return PutOffLook(context).hint(for: place) ?? rewindHint(place) ?? quitHint(place, mismatch)
      ?? OwnStepLook(context).hint(for: place, mismatch) ?? scopeHint(place, mismatch)
      ?? neverWritten(place, mismatch)
  }

  /// What would have kept a stored value, or where a key is kept instead.
  func hint(
    forStored place: StoredPlace?, _ address: String, in window: String,
    expecting mismatch: Mismatch? = nil
  ) -> String? {
    if let place, let loss = context.writes.loss(of: place, on: context.simulation.name) {
      return hint(for: loss)
    }
    let name = address.split(separator: "/").last.map(String.init) ?? address
    guard let key = context.declaration.key(name) else { return nil }
    if key.isOfApp, window != "app" {
      return "`\(name)` belongs to the app (\(BlameFinder(context).line(of: key))): "
        + "`store: { app: { \(name): … } }`"
    }
    let kept = context.simulation.stored.keys.filter {
      $0.key == key.name && $0.addressInWindow != address
    }
    // Of the app's values each window may know what puts them off.
    let front = context.simulation.front?.name ?? ""
    let tab = context.simulation.scene(front)?.selectedTab?.rawValue
    let seen = FailureReport.Place(key: key, window: key.isOfApp ? front : window, tab: tab)
    if context.simulation.stored.keys.allSatisfy({ $0.key != key.name }),
      let hint = PutOffLook(context).hint(for: seen)
    {
      return hint
    }
    // Of several places the one with what was expected is meant.
    let here = kept.filter { $0.window == window }.sorted()
    let meant = here.first { other in
      guard let mismatch, let value = context.simulation.stored[other] else { return false }
      return Matcher.mismatch(mismatch.node, context.decoded(value, at: other)) == nil
    }
    if let other = meant ?? here.first {
      let writer = context.origin(of: other).map {
        ", from \(BlameFinder(context).named($0.mark))"
      }
      return "it is kept in `\(other.addressInWindow)`\(writer ?? "")"
    }
    guard !address.contains("/") else { return nil }
    guard key.scope == .selectedTab, let tab = context.declaration.tabs.first else { return nil }
    return "`\(key.name)` is kept in tabs: `\(tab)/\(key.name)`"
  }

  // MARK: Names

  /// A name that the app does not have.
  private func nameHint(_ mismatch: Mismatch, _ subject: String) -> String? {
    let fact = subject.split(separator: ".").last.map(String.init)
    let known: [String]
    switch fact {
    case "tab", "selectedTab": known = context.declaration.tabs
    case "front", "windows", "closed": known = context.simulation.windowNames
    case "problems": known = ProblemExplanation.all.filter(\.code.isProblem).map(\.code.rawValue)
    case "scene": known = context.declaration.scenes.map(\.name)
    default: return nil
    }
    let wanted = mismatch.node.list?.compactMap(\.text) ?? mismatch.node.text.map { [$0] } ?? []
    for name in wanted where !known.contains(name) && !name.hasPrefix("$") {
      let near = NearestName.suggestions(for: name, among: known)
      if !near.isEmpty { return SourceFile.choice(for: name, among: known) }
    }
    if subject == "windows", let hint = cameBack(mismatch) { return hint }
    guard fact != "front", mismatch.node.list != nil, case .list(let values)? = mismatch.actual,
      wanted.sorted() == values.compactMap(\.plainText).sorted(), wanted.count > 1
    else { return nil }
    return fact == "windows"
      ? "the order is that of opening" : "the same names in another order"
  }
}
