import SceneSimulator

/// Makes the message of a check that failed: both values, who wrote the value, what is around.
struct FailureReport {
  /// A key as seen from a window and tab.
  struct Place {
    let key: StorageKey
    let window: String
    let tab: String?

    /// What says which of a window's values of the key it is.
    fileprivate func spot(in context: StepContext) -> Diagnostic.Spot {
      switch key.scope {
      case .selectedTab: Diagnostic.Spot(tab: tab)
      case .place(let home, let kind, let id):
        Diagnostic.Spot(
          tab: home == .eachTab ? tab : nil, place: "\(kind)/\(id)", key: context.place(of: self))
      case .scene, .tab, .nested, .places, .app: Diagnostic.Spot()
      }
    }
  }

  private let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// Throws the message for a difference, if there is one; a hint is for those without a better one.
  func compare(
    _ expected: Node, _ actual: ScenarioValue?, subject: String, place: Place? = nil,
    hint: @autoclosure () -> String? = nil
  ) throws(Diagnostic) {
    guard let mismatch = Matcher.mismatch(expected, actual) else { return }
    var mistake = diagnostic(mismatch, subject: subject, place: place)
    mistake.hint = mistake.hint ?? hint()
    throw mistake
  }

  /// The message for one difference.
  ///
  /// - Parameters:
  ///   - mismatch: The difference.
  ///   - subject: What was compared, such as `A.values.draft`.
  ///   - place: The key behind the value, if there is one.
  /// - Returns: The message, still without case and step.
  func diagnostic(
    _ mismatch: Mismatch, subject: String, place: Place? = nil
  ) -> Diagnostic {
    // Nobody reads it.
    if context.isAsking {
      return context.source.diagnostic(.notAsExpected, at: mismatch.node.range, "")
    }
    context.answer = context.retrospect?.answer(at: mismatch.node.range, in: context.source.path)
    context.expected = place == nil ? nil : mismatch
    defer { (context.answer, context.expected) = (nil, nil) }
    let comparison = comparison(mismatch, subject: subject)
    let (expected, actual) = (comparison.expected.text, comparison.actual.text)
    let cut = CutValues(expected, actual, limit: 60)
    var diagnostic = context.source.diagnostic(
      .notAsExpected, at: mismatch.node.range,
      "\(comparison.lookedAt): expected \(cut.expected), got \(cut.actual)")
    if context.source.text(in: mismatch.node.range).contains("${") {
      diagnostic.frame?.resolved = expected
    }
    diagnostic.comparison = comparison
    diagnostic.spot = place?.spot(in: context) ?? Diagnostic.Spot()
    diagnostic.spot.missing = mismatch.missing.map(\.range)
    let hint = FailureHint(context)
    let blame = blame(place, subject, mismatch)
    (diagnostic.cameFrom, diagnostic.cause) = (blame?.text, blame?.cause)
    diagnostic.comparison?.writtenBy = blame?.writer
    diagnostic.origin = Diagnostic.Origin(wrote: blame?.writer?.step, spoiled: blame?.spoiler)
    if var answer = context.answer {
      (answer.told, answer.cause) = (hint.steps(in: blame?.text ?? ""), blame?.cause)
      if let place { hint.addLosses(to: &answer, at: context.place(of: place), mismatch) }
      answer.untold = hint.untold(answer)
      diagnostic.wasSo = hint.text(answer.untold)
      context.answer = answer
    }
    let told =
      storedHint(subject, mismatch) ?? handedOver(subject, mismatch).flatMap {
        hint.handOverHint($0, $1)
      }
      ?? hint.hint(for: mismatch, subject: subject, at: place)
      ?? hint.earlierHint ?? Elsewhere(context).hint(place, mismatch)
    diagnostic.hint =
      withRuns(told, place, subject, blame) ?? place.flatMap { hint.lastHint($0, mismatch) }
    diagnostic.around = Surroundings(context).lines(around: place)
    return diagnostic
  }

  /// The hint, and what ran of the app where nothing else is known, or nobody has written it.
  private func withRuns(
    _ hint: String?, _ place: Place?, _ subject: String, _ blame: Blame?
  ) -> String? {
    let parts = subject.split(separator: ".").map(String.init)
    let facts: Set = ["windows", "front", "closed", "tab", "path"]
    // What took something away is reason enough.
    guard blame?.cause == nil, hint?.hasPrefix(FailureHint.nobody) ?? true,
      place != nil || parts.prefix(2).contains(where: facts.contains)
    else { return hint }
    let runs = RunLook(context).hint(
      for: place, in: parts.first { Names.isWindow($0) }, after: blame?.writer?.step ?? 0,
      writer: blame?.writer)
    return hint.map { told in runs.map { "\(told); \($0)" } ?? told } ?? runs
  }

  private func blame(_ place: Place?, _ subject: String, _ mismatch: Mismatch) -> Blame? {
    let finder = BlameFinder(context)
    if let place { return finder.blame(of: place) }
    if let (place, inside) = handedOver(subject, mismatch),
      let blame = finder.handedOver(place, inside)
    {
      return blame
    }
    guard let (window, address) = stored(subject, mismatch) else {
      return finder.blame(of: subject, mismatch)
    }
    guard let place = self.place(at: address, in: window) else {
      return Blame(
        "nothing was ever stored there"
          + (finder.isPrivate(window) || finder.wasPrivate(window)
            ? ": nothing of a private window is" : ""))
    }
    return finder.blame(of: place, "\(window)/\(place.addressInWindow)")
  }

  private func storedHint(_ subject: String, _ mismatch: Mismatch) -> String? {
    guard let (window, address) = stored(subject, mismatch) else { return nil }
    let hint = FailureHint(context)
    let place = self.place(at: address, in: window)
    if let hint = hint.earlierHint { return hint }
    guard mismatch.actual == nil else {
      let name = String(address.prefix { $0 != "[" })
      let inside = mismatch.inside(name)
      return context.seen(at: name, in: window).flatMap { hint.hint(for: inside, ofListAt: $0) }
    }
    return hint.hint(forStored: place, address, in: window, expecting: mismatch)
      ?? context.seen(at: address, in: window).flatMap {
        hint.hint(for: mismatch.asWhole, ofStored: $0)
      }
  }

  /// The key behind a value that a window has handed over, and what differs in that.
  private func handedOver(_ subject: String, _ mismatch: Mismatch) -> (Place, Mismatch)? {
    let parts = subject.split(separator: ".").map(String.init)
    let names = mismatch.path.split(whereSeparator: { ".[".contains($0) }).map(String.init)
    guard parts.count == 2, parts[1] == "saved", names.count > 1, names[0] == "info",
      let key = context.declaration.key(names[1])
    else { return nil }
    return (Place(key: key, window: parts[0], tab: nil), mismatch.inside("info.\(key.name)"))
  }

  /// `store.A` is compared as a map of addresses: the window, and the address that differs.
  private func stored(_ subject: String, _ mismatch: Mismatch) -> (String, String)? {
    let parts = subject.split(separator: ".").map(String.init)
    let address = String(mismatch.path.dropFirst())
    guard parts.count == 2, parts[0] == "store", parts[1] == "app" || Names.isWindow(parts[1]),
      !address.isEmpty
    else { return nil }
    return (parts[1], address)
  }

  /// What differs may be inside the value at an address.
  private func place(at address: String, in window: String) -> StoredPlace? {
    context.placesEver(in: window).first { name, _ in
      address == name || address.hasPrefix("\(name).") || address.hasPrefix("\(name)[")
    }?.value
  }

  private func comparison(_ mismatch: Mismatch, subject: String) -> Comparison {
    var comparison = Comparison(
      lookedAt: subject + mismatch.path,
      expected: Comparison.Value(
        text: Self.text(mismatch.node), kind: Self.kind(of: mismatch.node),
        json: Self.json(mismatch.node)),
      actual: Comparison.Value(
        text: mismatch.actual.map { $0 == .null ? "~" : $0.json() } ?? "nothing",
        kind: Self.kind(of: mismatch.actual), json: mismatch.actual?.json()))
    if let parting = mismatch.parting {
      let wanted = parting.node.map(Self.text) ?? "nothing"
      let found = parting.actual.map { $0 == .null ? "~" : $0.json() } ?? "nothing"
      let cut = CutValues(wanted, found, limit: 60)
      comparison.firstDifference = "\(parting.path): expected \(cut.expected), got \(cut.actual)"
    }
    return comparison
  }

  // MARK: Words

  /// An expected value as it is compared: JSON, with `~` for nil.
  static func text(_ node: Node) -> String {
    node.line { node in
      node.text.map { isMatcher($0) ? $0 : ScenarioValue.quoted($0) }
        ?? ScenarioWorld.text(of: node) ?? "~"
    }
  }

  /// An expected value for programs; matchers are as they are written.
  private static func json(_ node: Node) -> String {
    node.line(key: ScenarioValue.quoted) { node in
      node.text.map(ScenarioValue.quoted) ?? ScenarioWorld.text(of: node) ?? "null"
    }
  }

  private static func isMatcher(_ text: String) -> Bool { text == "$any" || text == "$absent" }

  private static func kind(of node: Node) -> String {
    switch node.content {
    case .null: "nil"
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .text(let text): isMatcher(text) ? "matcher" : "string"
    case .list: "list"
    case .map(let entries): entries.contains { $0.key.name.hasPrefix("$") } ? "matcher" : "map"
    }
  }

  private static func kind(of value: ScenarioValue?) -> String {
    switch value {
    case .text(let text)?: "string, \(Self.bytes(text.utf8.count))"
    case .data(let data)?: "data, \(Self.bytes(data.count))"
    case .list(let list)?: "list of \(list.count)"
    case let value?: value.kindName
    case nil: "absent"
    }
  }

  private static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
}
