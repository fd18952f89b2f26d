/// Looks at the names under `explore:`, as steps would be looked at.
struct ExploreLook {
  private let check: StepCheck

  /// Looks at them at the top of a scenario and in its app.
  static func mistakes(
    in scenario: LoadedScenario, _ apps: [CheckedApp], _ declared: DeclaredNames,
    windows: Set<String>
  ) -> [Diagnostic] {
    if apps.isEmpty { return [] }
    let all = [
      (scenario.root["explore"], scenario.source), (scenario.app?["explore"], scenario.appSource),
    ]
    return all.flatMap { node, source -> [Diagnostic] in
      guard let node else { return [] }
      let check = StepCheck(
        source: source, apps: apps, declaredNames: declared, devices: scenario.devices)
      check.process.forget()
      check.windows = windows.union(Self.windows)
      ExploreLook(check: check).look(at: node)
      return check.takeFound()
    }
  }

  /// What the windows are called that an exploration opens.
  private static let windows: Set<String> = ["A", "B", "C", "D", "E", "F"]

  private func look(at node: Node) {
    for entry in node["values"]?.map ?? [] {
      let name = entry.key.name
      if check.declaredNames.keys.contains(name), !isOfEach(name) { continue }
      check.key(name, at: entry.key.range)
      for value in entry.value.list ?? [] { check.value(value, ofKey: name) }
    }
    let takesLinks = check.apps.contains { app in
      !app.isDeclared || app.declaration.navigator != nil
        || app.declaration.handlers.contains { $0.link != nil }
    }
    if let links = node.map?.first(where: { $0.key.name == "links" }), !takesLinks {
      check.add(
        check.source.warning(
          .unused, at: links.key.range, "nothing in the app takes links",
          hint: "a `navigator`, or a handler with `on: \"notes://note/{id}\"`, does"))
    }
    for always in node["always"]?.list ?? [] {
      for part in ["when", "expect"] { ExpectLook(check: check).look(at: always[part]) }
    }
  }

  /// Whether every version of the app has the key, and not only a later one.
  private func isOfEach(_ key: String) -> Bool {
    check.apps.allSatisfy { $0.declaration.key(key) != nil }
  }
}
