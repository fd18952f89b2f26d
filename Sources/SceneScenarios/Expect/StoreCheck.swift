internal import SceneLifecycle
import SceneSimulator
import SceneState
import StoreFormat

/// `store: {entries, bytes, set-aside, none-of, A: {key: v}}`: what is on disk.
struct StoreCheck {
  let context: StepContext

  static let names = ScenarioLanguage.storeChecks.names

  static func validate(_ node: Node, in source: SourceFile) throws(Diagnostic) {
    if node.text?.contains("${") == true { return }
    let checks = try source.filled(node, for: "`store`")
    for check in checks {
      let name = check.key.name
      if Names.isWindow(name) || name == "app", check.value.map?.isEmpty == true {
        throw source.vacuous(check.value, "an empty `\(name)`")
      }
      if Names.isWindow(name) || name == "app", check.value.list != nil {
        var mistake = source.wrongKind(
          check.value, for: "`\(name)`", wanted: "a map of addresses and values")
        mistake.hint =
          "such as `\(name): { draft: Tala }`; `none-of: [\(name)/draft]` says what is not there"
        throw mistake
      }
    }
    for check in checks where !Names.isWindow(check.key.name) {
      guard names.contains(check.key.name) else {
        throw source.unknownCheck(check.key, names)
      }
      if ["entries", "bytes", "set-aside"].contains(check.key.name) {
        try source.checkCount(check)
      }
      if check.key.name == "whole", !VariableText.isIn(check.value) {
        _ = try source.bool(check.value, for: "`whole`")
      }
      if check.key.name == "none-of", !VariableText.isIn(check.value),
        try source.texts(check.value, for: "`none-of`").isEmpty
      {
        throw source.vacuous(check.value, "an empty `none-of`")
      }
    }
  }

  func check(_ node: Node) throws(Diagnostic) {
    try (node.map ?? []).checkEach { (entry) throws(Diagnostic) in try check(entry) }
  }

  private func check(_ entry: Entry) throws(Diagnostic) {
    let stored = context.simulation.stored
    switch entry.key.name {
    case "entries": try compare(entry, .int(stored.count))
    case "bytes": try compare(entry, .int(stored.values.reduce(0) { $0 + $1.payload.count }))
    case "set-aside": try compare(entry, .int(context.simulation.setAsideCount))
    case "none-of": try noneOf(entry.value)
    case "whole": try whole(entry)
    default: try values(entry)
    }
  }

  /// Every value can be read or is set aside, and so can every session.
  private func whole(_ entry: Entry) throws(Diagnostic) {
    let found: StoreDamage?
    do throws(StepFailure) {
      found = try context.simulation.storeDamage { place, value in
        guard let key = context.declaration.key(place.key) else { return true }
        // The damage that is told has the place and says that the value cannot be read.
        return (try? key.type.coding.decode(value)) != nil
      }
    } catch {
      throw context.source.diagnostic(
        error.code, at: entry.value.range, "store.whole: \(error.message)")
    }
    guard let mismatch = Matcher.mismatch(entry.value, .bool(found == nil)) else { return }
    var diagnostic = FailureReport(context).diagnostic(mismatch, subject: "store.whole")
    if let found { diagnostic.notes = [found.description] }
    throw diagnostic
  }

  /// `none-of: [B, A/raven, A/raven/draft, app/opened]`: nothing is stored there or below.
  private func noneOf(_ node: Node) throws(Diagnostic) {
    for element in node.list ?? [] {
      let address = element.text ?? ""
      var parts = address.split(separator: "/", omittingEmptySubsequences: false).map {
        Self.unescaped(String($0))
      }
      let name = parts.removeFirst()
      let sessions = name == "app" ? [0] : context.simulation.sessionNumbers(everNamed: name)
      // A private window was there without a place in the store.
      guard !sessions.isEmpty || context.simulation.phase(of: name) != nil else {
        throw vacuous(
          element, "no window was ever called \(name)", name,
          among: context.simulation.windowNames)
      }
      if let last = parts.last {
        let known = knownKeys.union(knownScopes)
        let names = context.declaredNames
        guard
          known.contains(last) || names.endsInPlace(parts)
            // Below a tab there is none.
            || names.mayBeTab(last) && (parts.count == 1 || names.isOpen(parts))
        else {
          throw vacuous(element, "no version of the app declares `\(last)`", last, among: known)
        }
        try checkScopes(parts.dropLast(), of: element)
        if parts.count == 1 { try checkMayLie(last, in: name, element) }
        try checkMayLie(last, below: parts.dropLast(), element)
      }
      let left = context.simulation.stored.keys.filter { place in
        sessions.contains(place.session)
          && (place.path.filter { !$0.isEmpty } + [place.key]).starts(with: parts)
      }.sorted()
      guard let first = left.first else { continue }
      let isThere = ![nil, .closed].contains(context.simulation.phase(of: name))
      throw context.source.diagnostic(
        .notAsExpected, at: element.range,
        "store.none-of: expected no values of \(address), found \(left.count), the first is \(first)",
        hint: isThere && parts.isEmpty ? hint(forThere: name) : nil)
    }
  }

  /// What would have kept nothing of a window that is there.
  private func hint(forThere name: String) -> String {
    let quiet = context.declaration.scenes.first(where: \.isPrivate)
    guard let quiet, let kind = context.kind(of: name), !kind.isPrivate else {
      return "\(name) is there still: `close: \(name)` throws what it has away, the end of its "
        + "process does not"
    }
    return "\(name) is a window of `\(kind.name)`, and of windows of `\(quiet.name)` (line "
      + "\(quiet.range.start.line)) nothing is kept: `open: { window: \(name), scene: "
      + "\(quiet.name) }`; `close: \(name)` throws what it has away"
  }

  /// The keys of any version of the app.
  private var knownKeys: Set<String> {
    context.declaredNames.keys.union(context.declaration.keys.map(\.name))
  }

  /// The tabs and nested scopes of any version of the app.
  private var knownScopes: Set<String> {
    context.declaredNames.scopes.union(context.declaration.tabs)
      .union(context.declaration.keys.flatMap { $0.path(tab: nil) })
  }

  /// Where no version has a scope, nothing was ever stored.
  private func checkScopes(_ names: ArraySlice<String>, of node: Node) throws(Diagnostic) {
    guard context.hasDeclaredApp, !context.declaredNames.isOpen(Array(names)),
      let unknown = names.first(where: {
        !knownScopes.contains($0) && !context.declaredNames.mayBeTab($0)
      })
    else { return }
    throw vacuous(
      node, "no version of the app declares a scope `\(unknown)`", unknown, among: knownScopes)
  }

  /// A key of tabs or places never lies right below its window, nor one of the app there.
  private func checkMayLie(_ name: String, in window: String, _ node: Node) throws(Diagnostic) {
    // Another version, or another process, may have put it there.
    guard context.hasDeclaredApp, context.fates.last(["update", "fault"]) == nil,
      !knownScopes.contains(name), let key = context.declaration.key(name), key.via == .store
    else { return }
    let isThere: Bool
    switch key.scope {
    case .app: isThere = window == "app"
    case .scene: isThere = window != "app"
    case .selectedTab: isThere = window != "app" && !context.declaration.hasTabs
    case .tab, .nested, .place, .places: isThere = false
    }
    if isThere { return }
    throw context.source.diagnostic(
      .vacuous, at: node.range,
      "`\(name)` is never kept right below \(window): this check cannot fail",
      hint: FailureHint(context).hint(forStored: nil, name, in: window))
  }

  /// A key that is not kept in a kind of places never lies in one of them.
  private func checkMayLie(
    _ name: String, below path: ArraySlice<String>, _ node: Node
  ) throws(Diagnostic) {
    guard context.hasDeclaredApp, context.fates.last(["update", "fault"]) == nil,
      let kind = path.dropLast().last, !knownScopes.contains(name),
      context.declaration.places.contains(where: { $0.name == kind }),
      let key = context.declaration.key(name), key.kinds?.contains(kind) != true,
      context.declaration.tabSource == nil
    else { return }
    throw context.source.diagnostic(
      .vacuous, at: node.range, "`\(name)` is never kept in a `\(kind)`: this check cannot fail")
  }

  private func vacuous(
    _ node: Node, _ reason: String, _ name: String, among known: some Sequence<String>
  ) -> Diagnostic {
    context.source.diagnostic(
      .vacuous, at: node.range, "\(reason): this check cannot fail",
      hint: SourceFile.choice(for: name, among: known.sorted()))
  }

  /// A part of an address as text.
  private static func unescaped(_ part: String) -> String {
    part.replacing("%2F", with: "/").replacing("%25", with: "%")
  }

  private func values(_ entry: Entry) throws(Diagnostic) {
    let name = entry.key.name
    var actual: [String: ScenarioValue] = [:]
    for (place, value) in context.simulation.stored
    where place.session == 0 ? name == "app" : place.window == name {
      actual[place.addressInWindow] = context.decoded(value, at: place, asStored: true)
    }
    if name != "app", context.simulation.phase(of: name) == nil {
      throw context.source.diagnostic(
        .noSuchWindow, at: entry.key.range, "no window is called \(name)",
        hint: SourceFile.choice(for: name, among: context.simulation.windowNames))
    }
    for expected in entry.value.map ?? [] { try checkIsDeclared(expected, in: name) }
    try entry.value.parts.checkEach { (part) throws(Diagnostic) in
      try FailureReport(context).compare(inOrder(part), .map(actual), subject: "store.\(name)")
    }
  }

  /// A key that no version declares is never stored, and a field neither.
  private func checkIsDeclared(_ expected: Entry, in window: String) throws(Diagnostic) {
    let parts = expected.key.name.split(separator: "/").map { Self.unescaped(String($0)) }
    guard context.hasDeclaredApp, let name = parts.last else { return }
    if expected.value.text == "$absent" {
      guard knownKeys.contains(name) else {
        throw vacuous(
          expected.value, "no version of the app declares `\(name)`", name, among: knownKeys)
      }
      try checkScopes(parts.dropLast(), of: expected.value)
      if parts.count == 1 { try checkMayLie(name, in: window, expected.value) }
    }
    if let key = context.declaration.key(name) {
      try context.checkIsDeclared(expected.value, of: key.type)
    }
  }

  /// Sets are compared without their order.
  private func inOrder(_ part: Node) -> Node {
    guard let entry = part.map?.first, let name = entry.key.name.split(separator: "/").last,
      let key = context.declaration.key(Self.unescaped(String(name)))
    else { return part }
    let value = key.type.inOrder(entry.value, in: context.source)
    return part.holding(.map([Entry(key: entry.key, value: value)]))
  }

  private func compare(_ entry: Entry, _ actual: ScenarioValue) throws(Diagnostic) {
    try FailureReport(context).compare(
      entry.value, actual, subject: "store.\(entry.key.name)")
  }
}

extension Node {
  /// The entries of a map, each in a map of its own; anything else, such as matchers, is one part.
  fileprivate var parts: [Node] {
    guard let map, !map.contains(where: { $0.key.name.hasPrefix("$") }) else { return [self] }
    return map.map { holding(.map([$0])) }
  }
}

extension StepContext {
  /// A stored value as its declared type has it.
  ///
  /// What this version of the app cannot read is as whoever wrote it has left it: it tells its own
  /// JSON, and is the bytes it is if it tells none. With `asStored` words that it does not know are
  /// those that stand there, and not what it reads them as.
  func decoded(
    _ value: EncodedValue, at place: StoredPlace, asStored isStored: Bool = false
  ) -> ScenarioValue {
    if let declared = declaration.key(place.key)?.type, !isStored || !waits(value, at: place),
      // What is expected is compared with what stands there, readable or not.
      let decoded = try? (isStored ? declared.withAnyWord : declared).coding.decode(value)
    {
      return decoded
    }
    return ScenarioValue(json: value.jsonText) ?? .data(value.payload)
  }

  /// Whether a stored value is as an older version has left it, and a migration has not made it what
  /// this one reads, or cannot.
  private func waits(_ value: EncodedValue, at place: StoredPlace) -> Bool {
    guard let key = declaration.key(place.key), !key.migration.isEmpty,
      let version = origin(of: place)?.mark.version
    else { return false }
    do throws(CodingProblem) {
      return try key.migration.migrated(value, as: key.type, key: key.name, from: version) != nil
    } catch { return true }
  }
}
