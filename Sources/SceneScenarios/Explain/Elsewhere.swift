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
}
