/// Finds names of types and fields that no version of the app has, and that are almost others.
struct VersionLook {
  private let declared: DeclaredNames
  /// The app and its updates, each as it is written.
  private let versions: [(node: Node, source: SourceFile)]
  /// Whether older values may come from elsewhere than a version in the file.
  private let hasForeignValues: Bool
  private let steps: [ParsedStep]

  init(_ scenario: LoadedScenario, _ declared: DeclaredNames) {
    self.declared = declared
    steps = scenario.allSteps.andInner
    let app = scenario.app.map { [($0, scenario.appSource)] } ?? []
    let later = (scenario.app?["versions"]?.list ?? []).map { ($0, scenario.appSource) }
    let updates = steps.filter { $0.kind is UpdateStep.Type }.compactMap { step in
      step.argument.map { ($0, step.source) }
    }
    versions = app + later + updates
    hasForeignValues =
      app.count == versions.count
      || steps.contains { $0.kind is FaultStep.Type || $0.kind is RestoreStep.Type }
  }

  var warnings: [Diagnostic] {
    sameVersions + formerKeys + formerFields + futureMigrations + pastMigrations + unusedTypes
      + unusedKeys
  }

  /// A first update to the version that there is, of which nothing knows that looks at the number.
  ///
  /// A later one may go back, or be one of several that exclude each other.
  private var sameVersions: [Diagnostic] {
    zip(versions, versions.dropFirst()).prefix(1).compactMap { before, after in
      guard let node = after.node["version"], let number = node.int,
        number == before.node["version"].map(\.int) ?? 1
      else { return nil }
      return after.source.warning(
        at: node.range, "the app is version \(number) already",
        hint: "`version: \(number + 1)` is an update that migrations know")
    }
  }

  /// Migrations to a version that the file never comes to.
  private var futureMigrations: [Diagnostic] {
    // One without a number has that of the version before; a variable may be any.
    let written = versions.compactMap { $0.node["version"] }
    let numbers = written.compactMap(\.int)
    guard !versions.isEmpty, numbers.count == written.count else { return [] }
    let last = numbers.max() ?? 1
    return versions.flatMap { version, source in
      (version["migrations"]?.list ?? []).compactMap { migration in
        guard let node = migration["to"], let number = node.int, number > last else { return nil }
        return source.warning(
          at: node.range, "no version of the app here is \(number): this migration never runs",
          hint: "the last one is \(last)")
      }
    }
  }

  /// Migrations to a version that every value has already.
  private var pastMigrations: [Diagnostic] {
    // Where values come from elsewhere, none is older than the first version there can be.
    let first = hasForeignValues ? 1 : versions.first?.node["version"].map(\.int) ?? 1
    guard let first else { return [] }
    return versions.flatMap { version, source in
      let own = version["version"]?.int
      return (version["migrations"]?.list ?? []).compactMap { migration -> Diagnostic? in
        guard let node = migration["to"], let number = node.int, number <= first else {
          return nil
        }
        let meant = own.flatMap { $0 > number ? $0 : nil }
        return source.warning(
          at: node.range,
          "no value here is older than version \(number): this migration never runs",
          hint: meant.map { "`to: \($0)` brings values to the version of this app" })
      }
    }
  }

  /// First values that no version of the app can ever have written.
  private var formerKeys: [Diagnostic] {
    versions.flatMap { version, source in
      (version["storage"]?.map ?? []).flatMap { entry in
        (entry.value["was"].map { $0.list ?? [$0] } ?? []).map { (entry, $0) }
      }.compactMap { entry, node -> Diagnostic? in
        guard let text = node.text, !VariableText.isIn(text) else { return nil }
        let names = text.split(separator: ".").map(String.init)
        guard let key = names.first, !declared.keys.contains(key) else { return nil }
        let known = declared.keys.filter { $0 != entry.key.name }.sorted()
        // `window.currency` may be meant as the key `currency` of the window.
        let isNear = !NearestName.suggestions(for: key, among: known).isEmpty
        let own = isNear ? nil : names.dropFirst().last { known.contains($0) }
        return source.warning(
          at: node.range, "no version of the app here has a key `\(key)`",
          hint: own.map { "`was: \($0)` takes the value of the key `\($0)`" }
            ?? SourceFile.choice(for: key, among: known)
            ?? "declare it in the version before `update`, which writes it")
      }
    }
  }

  /// What `rename` and `drop` look for and no version ever had.
  private var formerFields: [Diagnostic] {
    versions.flatMap { version, source in
      (version["migrations"]?.list ?? []).flatMap { migration -> [Diagnostic] in
        guard let type = migration["type"]?.text, !VariableText.isIn(migration) else { return [] }
        let known = declared.fields(of: type).union(fieldsBetween(of: type))
        if known.isEmpty { return [] }
        let renamed = (migration["rename"]?.map ?? []).map { ($0.key.name, $0.key.range) }
        let dropped = (migration["drop"]?.list ?? []).compactMap { node in
          node.text.map { ($0, node.range) }
        }
        return (renamed + dropped).compactMap { name, range in
          if known.contains(name) { return nil }
          let isNear = !NearestName.suggestions(for: name, among: known.sorted()).isEmpty
          if !isNear, hasForeignValues { return nil }
          return source.warning(
            at: range, "no version of the app has a field `\(name)` in type `\(type)`",
            hint: SourceFile.choice(for: name, among: known.sorted()))
        }
      }
    }
  }

  /// The fields that migrations make: a version may have had them that the file does not show.
  private func fieldsBetween(of type: String) -> Set<String> {
    var names: Set<String> = []
    for (version, _) in versions {
      for migration in version["migrations"]?.list ?? [] where migration["type"]?.text == type {
        names.formUnion((migration["rename"]?.map ?? []).compactMap(\.value.text))
        names.formUnion((migration["fill"]?.map ?? []).map(\.key.name))
      }
    }
    return names
  }

  /// A type that nothing uses and whose name is almost that of another.
  private var unusedTypes: [Diagnostic] {
    // What stands as a key is declared there.
    let texts = versions.flatMap { $0.node.leaves(withKeys: false) }.compactMap(\.text)
    let words = Set(texts.flatMap(Self.words))
    let types = versions.flatMap { $0.node["types"]?.map?.map(\.key.name) ?? [] }
    return versions.flatMap { version, source in
      (version["types"]?.map ?? []).compactMap { entry -> Diagnostic? in
        let name = entry.key.name
        guard !words.contains(name), types.count(where: { $0 == name }) == 1,
          let near = Self.misspelt(name, among: types.filter(words.contains))
        else { return nil }
        return source.warning(
          .unused, at: entry.key.range, "nothing uses the type `\(name)`",
          hint: "did you mean `\(near)`?")
      }
    }
  }

  /// A key that nothing says but its declaration, and whose name is almost that of one that is used.
  private var unusedKeys: [Diagnostic] {
    let others = steps.filter { !($0.kind is UpdateStep.Type) }
    if others.contains(where: { FurtherLook.hasVariableKey($0.argument) }) { return [] }
    let beside = versions.flatMap { version, _ in
      (version.map ?? []).filter { $0.key.name != "storage" }.map(\.value)
    }
    let nodes =
      others.flatMap { [$0.argument, $0.condition, $0.place].compactMap(\.self) } + beside
    let words = Set(nodes.flatMap { FurtherLook.names(in: $0) }.flatMap(Self.words))
    let keys = versions.flatMap { $0.node["storage"]?.map?.map(\.key.name) ?? [] }
    // These are used without being said.
    let special = [StorageKey.selectedTab, StorageKey.path, PlaceKind.shownKey]
    let hasPlaces = versions.contains { $0.node["places"] != nil }
    let meant =
      keys.filter(words.contains) + special.filter { $0 != PlaceKind.shownKey || hasPlaces }
    return versions.flatMap { version, source in
      (version["storage"]?.map ?? []).compactMap { entry -> Diagnostic? in
        let name = entry.key.name
        guard !words.contains(name), !special.contains(name),
          keys.count(where: { $0 == name }) == 1,
          let near = Self.misspelt(name, among: meant)
        else { return nil }
        return source.warning(
          .unused, at: entry.key.range, "nothing uses the key `\(name)`",
          hint: "did you mean `\(near)`?")
      }
    }
  }

  /// The one name that is a slip of the pen away: what differs more was meant, `sleep` beside `sheet`.
  private static func misspelt(_ name: String, among names: [String]) -> String? {
    NearestName.nearest(to: name, among: names).flatMap {
      NearestName.distance($0, name) == 1 ? $0 : nil
    }
  }

  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.map(String.init)
  }
}
