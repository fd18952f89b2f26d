import SceneSimulator

// What a list or a map lacks, and which rule or which step let it go.
extension FailureHint {
  /// More, or something older, was expected of a list than it keeps.
  func limitHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard let limit = place.key.latest else { return nil }
    let told =
      "`latest: \(limit)` (\(line(of: place.key))) keeps \(limit): `append` "
      + "pushes the first one out, `prepend` the last"
    if mismatch.path.hasPrefix("[") {
      let kept = list(at: place)
      // What is there at another place was not pushed out.
      let isThere = kept.map { list in mismatch.missing.allSatisfy { Mismatch.has(list, $0) } }
      return kept?.count == limit && isThere == false ? told : nil
    }
    guard mismatch.path.isEmpty, case .list(let kept)? = mismatch.actual,
      mismatch.node.list.map({ $0.count > limit })
        ?? (mismatch.node["$contains"] != nil && kept.count == limit)
    else { return nil }
    return told
  }

  /// What keeps a stored list from being what was expected; its place is that of the whole list.
  func hint(for mismatch: Mismatch, ofListAt place: FailureReport.Place) -> String? {
    let timers = PutOffLook(context)
    if let hint = quitHint(place, mismatch) ?? timers.nextRun(for: place, mismatch)
      ?? limitHint(place, mismatch)
    {
      return hint
    }
    return refusedHint(place, mismatch) ?? Elsewhere(context).hint(place, mismatch)
  }

  /// What would have let a step write that was refused, and after which nobody has written.
  private func refusedHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let stored = context.place(of: place)
    guard let loss = context.story(of: stored).loss, loss.refusal != nil,
      loss.isUnknown || meaning(mismatch, at: stored, hasPart: true)(loss.value)
    else { return nil }
    return hint(for: loss, of: stored)
  }

  /// What was expected, or an element or an entry that is missing, and what no step ever wrote to
  /// this key; what has other parts that were not expected may have changed otherwise.
  func neverAdded(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let name = place.key.name
    guard context.hasDeclaredApp, !isPlace(place.key), place.key.row == nil else { return nil }
    var (look, value) = (mismatch, FailureReport.text(mismatch.missing.first ?? mismatch.node))
    // Steps with an `if` may have been passed over that would have added it.
    if PutOffLook(context).mayHaveBeenSkipped(writing: name) { return nil }
    switch (mismatch.node.list, mismatch.actual, mismatch.path) {
    case (let wanted?, .list(let there)?, "") where !there.isEmpty:
      guard let element = mismatch.missing.first, !Matcher.isMeant(element),
        there.allSatisfy({ value in wanted.contains { Matcher.mismatch($0, value) == nil } })
      else { return nil }
      look = Mismatch(node: element, path: "[0]", actual: nil)
    case (_, nil, let path) where !path.isEmpty:
      guard case .map = place.key.type.required, !path.dropFirst().contains(where: ".[".contains)
      else { return nil }
      value = "{ \(path.dropFirst()): \(value) }"
      if Matcher.isMeant(look.node) { return nil }
      // Whatever was under that name, it came to something.
      look = Mismatch(node: Node(.text("$any"), range: look.node.range), path: path, actual: nil)
    default:
      let isNew =
        mismatch.path.isEmpty && showsDefault(place)
        && !context.story(of: context.place(of: place)).isChanged
      // A word in a field that was never there is nothing that would come about by counting.
      let isWord =
        mismatch.node.text != nil && !mismatch.path.isEmpty && !mismatch.path.contains("[")
        && context.answer?.missed.isEmpty == true
      guard isNew || isWord, mismatch.asksForValue, fates.hasWritten(name) else { return nil }
      let names = mismatch.path.split(separator: ".")
      value = names.reversed().reduce(value) { "{ \($1): \($0) }" }
    }
    if Matcher.isMeant(look.node), look.path.isEmpty || look.node.text != "$any" { return nil }
    let hasIt = fates.stories { $0.key == name }.contains { value, story in
      let isMeant = meaning(look, at: value.place(in: simulation))
      return story.contains { fate in
        guard let origin = fate.origin ?? fate.loss?.origin, !origin.removes else { return false }
        return fate.loss?.isUnknown ?? (origin.value == nil) || isMeant(origin.value)
      }
    }
    // What is not written here may have been written under another name.
    if !hasIt, let hint = OtherPlaces(context).formerKey(of: place, mismatch) { return hint }
    let isAdded = look.path.hasPrefix("[") || look.node.text == "$any"
    let (writes, verb) = isAdded ? ("adds", "append") : ("writes", "set")
    return hasIt
      ? nil : "\(Self.nobody) \(writes) it: `\(verb): { \(name): \(value) }` does"
  }

  /// Whether a list lacks what a step of the app adds to it, and that is what is missing.
  private func hasNotAdded(
    _ step: ParsedStep, _ place: FailureReport.Place, _ mismatch: Mismatch
  ) -> Bool {
    guard case .list = place.key.type, ["append", "prepend"].contains(step.verb.name),
      let node = step.argument?[place.key.name], !VariableText.isIn(node)
    else { return false }
    let kept = list(at: place) ?? []
    if kept.contains(where: { Matcher.mismatch(node, $0) == nil }) { return false }
    if mismatch.missing.contains(where: { $0.content == node.content }) { return true }
    // Of a list that keeps so many, all others then stand one place further on.
    guard let index = Int(mismatch.path.drop { $0 == "[" }.prefix { $0 != "]" }) else {
      return false
    }
    let other = step.verb.name == "append" ? index + 1 : index - 1
    return kept.indices.contains(other) && Matcher.mismatch(mismatch.node, kept[other]) == nil
  }

  /// What may be the reason where nothing else is known of what is there.
  func lastHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    rewoundHint(place) ?? stayedRow(place, mismatch) ?? orderHint(place)
      ?? addedHint(place, mismatch) ?? reorderedHint(place, mismatch)
  }

  /// What was added once more, to what a list had.
  private func addedHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard mismatch.path.isEmpty, let count = mismatch.node.list?.count,
      case .list(let there)? = mismatch.actual, there.count > count,
      let origin = context.origin(of: context.place(of: place)),
      (origin.inner?.verb ?? origin.mark.verb) == AppendStep.name,
      Matcher.mismatch(mismatch.node, .list(Array(there.suffix(count)))) == nil,
      there.suffix(count).contains(where: there.dropLast(count).contains)
    else { return nil }
    return
      "what was there before stands before it: `clear: [\(place.key.name)]` lets the list begin "
      + "anew"
  }

  /// The elements that were expected, in the order in which a step adds them.
  private func reorderedHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard mismatch.isOfOrder else { return nil }
    let origin = context.origin(of: context.place(of: place))
    let whole = context.shown(in: place.window)?.value(of: place.key, tab: place.tab)
    guard case .list(let there)? = whole else { return nil }
    /// Whether it is the newest one that stands elsewhere; else something before made the order.
    func isAbout(_ newest: ScenarioValue?) -> Bool {
      newest.map { Matcher.mismatch(mismatch.node, $0) == nil || $0 == mismatch.actual } ?? false
    }
    let rule =
      switch origin.map({ $0.inner?.verb ?? $0.mark.verb }) {
      case PrependStep.name where isAbout(there.first): ": `prepend` puts the newest one first"
      case AppendStep.name where isAbout(there.last): ": `append` puts the newest one last"
      default: ""
      }
    return "the same elements stand there in another order\(rule)"
  }

  /// A step of the app that changed before another one what that made its value of.
  private func orderHint(_ place: FailureReport.Place) -> String? {
    guard let origin = context.origin(of: context.place(of: place)), let inner = origin.inner,
      let step = context.app(at: origin.mark).ownSteps.andInner.first(where: { $0.isAt(inner) }),
      let value = step.argument?[place.key.name]
    else { return nil }
    let used = VariableUse.variables(in: value).compactMap { $0.field(of: "values") }
      .map { String($0.prefix { $0 != "." }) }
    let runs = fates.all(about: .ownSteps).filter { $0.mark == origin.mark }
    let before = runs.prefix { $0.inner?.line != inner.line || $0.inner?.verb != inner.verb }
      .last { !Set(RunLook(context).names(of: $0)).isDisjoint(with: used) }
    return before.map {
      "\(named($0)) came before it, and changed what `\(step.source.text(in: value.range))` is"
    }
  }

  /// The step that wrote something before the moment to which a run went back.
  private func rewoundHint(_ place: FailureReport.Place) -> String? {
    guard let origin = context.origin(of: context.place(of: place)),
      let rewind = fates.last(["rewind"], after: origin.mark.step),
      context.answer?.ended(in: origin.mark.step) == true
    else { return nil }
    return "\(named(rewind)) went back to a `save-point` that came after \(named(origin.mark)): "
      + "one before that step has it"
  }

  /// A row that is there still, while others have gone since it was written.
  private func stayedRow(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard let row = place.key.row, let name = mismatch.actual?.plainText,
      let gone = fates.all(about: .table(row.table)).last(where: { $0.kind == .changed }),
      gone.mark.step > context.lastWrite(of: place),
      context.box.world.tables[row.table]?.contains(where: {
        $0[row.field].flatMap(ScenarioWorld.text) == name
      }) == true
    else { return nil }
    let rows = fates.rows(removedBy: gone.mark)
    return rows.isEmpty
      ? nil
      : "\(named(gone)) removed \(rows.map { "`\($0)`" }.joined(separator: ", ")), and `\(name)` is "
        + "there still"
  }

  private func list(at place: FailureReport.Place) -> [ScenarioValue]? {
    let stored = context.place(of: place)
    guard let value = simulation.stored[stored],
      case .list(let kept) = context.decoded(value, at: stored)
    else { return nil }
    return kept
  }

  /// An entry that there was, or that the default has, was expected of a map that was written as a
  /// whole.
  func entryHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let stored = context.place(of: place)
    let story = context.story(of: stored)
    guard case .map = place.key.type, mismatch.actual == nil, !mismatch.path.isEmpty,
      let fate = story.last(where: { $0.origin != nil }),
      (fate.inner?.verb ?? fate.mark.verb) == SetStep.name,
      context.answer?.ended(in: fate.mark.step) == true || mismatch.isMet(by: place.key.initial)
    else { return nil }
    return "\(named(fate)) wrote the whole map: `append` instead of `set` "
      + "changes the entries that it names, and no other"
  }

  // MARK: At the quit

  /// What the app writes when it is quit was expected of another end.
  func quitHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard let end = fates.lastEnd(), !end.quits,
      let step = app.own[.quit].andInner.first(where: { step in
        if hasNotAdded(step, place, mismatch) { return true }
        let clears = step.argument?.list?.contains { $0.text == place.key.name } == true
        return mismatch.path.isEmpty
          && (step.argument?[place.key.name]?.content == mismatch.node.content
            || clears && Matcher.mismatch(mismatch.node, place.key.initial) == nil)
      })
    else { return nil }
    return "\(cited("on-quit", step)) runs when the user quits the app, and not at \(named(end))"
  }
}
