import SceneSimulator

/// Makes the message of a check that failed: both values, who wrote the value, what is around.
struct FailureReport {
  /// A key as seen from a window and tab.
  struct Place {
    let key: StorageKey
    let window: String
    let tab: String?
  }

  private let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// The message for one difference.
  ///
  /// - Parameters:
  ///   - mismatch: The difference.
  ///   - subject: What was compared, such as `A.values.draft`.
  ///   - place: The key behind the value, if there is one.
  ///   - whole: The whole value, if `mismatch` is inside it.
  /// - Returns: The message, still without case and step.
  func diagnostic(
    _ mismatch: Mismatch, subject: String, place: Place? = nil, whole: ScenarioValue? = nil
  ) -> Diagnostic {
    let comparison = comparison(mismatch, subject: subject)
    let (expected, actual) = (comparison.expected.text, comparison.actual.text)
    let cut = CutValues(expected, actual, limit: 60)
    var diagnostic = Diagnostic(
      .notAsExpected, file: context.source.path, range: mismatch.node.range,
      "\(comparison.lookedAt): expected \(cut.expected), got \(cut.actual)")
    if context.source.text(in: mismatch.node.range).contains("${") {
      diagnostic.frame?.resolved = expected
    }
    diagnostic.comparison = comparison
    let blame = blame(place, subject, mismatch)
    diagnostic.cameFrom = blame?.text
    diagnostic.comparison?.writtenBy = blame?.writer
    diagnostic.hint =
      storedHint(subject, mismatch)
      ?? FailureHint(context).hint(for: mismatch, subject: subject, at: place)
    diagnostic.around = Surroundings(context).lines(around: place)
    return diagnostic
  }

  private func blame(_ place: Place?, _ subject: String, _ mismatch: Mismatch) -> Blame? {
    let finder = BlameFinder(context)
    if let place {
      let blame = finder.blame(of: place)
      guard let lost = finder.beginning(of: place, mismatch) else { return blame }
      return Blame(
        "\(blame.text); before that, \(lost.text)", writer: lost.writer ?? blame.writer)
    }
    guard let (window, address) = stored(subject, mismatch) else {
      return finder.blame(of: subject, mismatch)
    }
    let place = self.place(at: address, in: window)
    return place.map { finder.blame(of: $0, "\(window)/\($0.addressInWindow)") }
      ?? Blame(
        "nothing was ever stored there"
          + (finder.isPrivate(window) ? ": nothing of a private window is" : ""))
  }

  private func storedHint(_ subject: String, _ mismatch: Mismatch) -> String? {
    guard let (window, address) = stored(subject, mismatch) else { return nil }
    let hint = FailureHint(context)
    guard mismatch.actual == nil else {
      let name = address.prefix { $0 != "[" }
      let inside = Mismatch(
        node: mismatch.node, path: String(address.dropFirst(name.count)), actual: mismatch.actual)
      return keyPlace(at: String(name), in: window).flatMap { hint.hint(for: inside, ofListAt: $0) }
    }
    let place = self.place(at: address, in: window)
    return hint.hint(forStored: place, address, in: window, expecting: mismatch)
      ?? keyPlace(at: address, in: window).flatMap {
        hint.hint(for: mismatch.asWhole, ofStored: $0)
      }
  }

  /// The key behind an address of the store, in the tab or the place that it says.
  private func keyPlace(at address: String, in window: String) -> Place? {
    let parts = address.split(separator: "/").map(String.init)
    guard let name = parts.last, let key = context.declaration.key(name) else { return nil }
    let scope = parts.dropLast()
    switch key.scope {
    case .scene, .app: return scope.isEmpty ? Place(key: key, window: window, tab: nil) : nil
    case .selectedTab:
      return scope.count == 1 ? Place(key: key, window: window, tab: scope.first) : nil
    case .places:
      let place = ValuePlace(scope.joined(separator: "/"))
      return place.kind == nil
        ? nil
        : Place(key: key.standing(at: place, in: context.declaration), window: window, tab: nil)
    case .tab, .nested, .place: return Place(key: key, window: window, tab: nil)
    }
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
    let names = context.writes.places(in: window, on: context.simulation.name)
    return names.first { name, _ in
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
      comparison.firstDifference =
        "\(parting.path): expected \(cut.expected), got \(cut.actual)"
    }
    return comparison
  }

  // MARK: Words

  /// An expected value as it is compared: JSON, with `~` for nil.
  static func text(_ node: Node) -> String {
    switch node.content {
    case .null: "~"
    case .bool(let bool): String(bool)
    case .int(let int): String(int)
    case .double(let double): "\(double)"
    case .text(let text): isMatcher(text) ? text : ScenarioValue.quoted(text)
    case .list(let nodes): "[" + nodes.map(text).joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map { "\($0.key.name): \(text($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  /// An expected value for programs; matchers are as they are written.
  private static func json(_ node: Node) -> String {
    switch node.content {
    case .null: "null"
    case .list(let nodes): "[" + nodes.map(json).joined(separator: ", ") + "]"
    case .map(let entries):
      "{"
        + entries.map { "\(ScenarioValue.quoted($0.key.name)): \(json($0.value))" }
        .joined(separator: ", ") + "}"
    case .text(let text): ScenarioValue.quoted(text)
    case .bool, .int, .double: text(node)
    }
  }

  /// Whether something is expected, by itself or by a rule, and not that there is nothing.
  static func asksForValue(_ node: Node) -> Bool { !node.isNull && node.text != "$absent" }

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
