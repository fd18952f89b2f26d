import SceneReports
import SceneScenarios
import SceneState
import StoreFormat

/// A key that an app declares and a scene has no value for: a read gives the default.
struct DeclaredDefault {
  let scene: SceneID?
  let path: ScopePath
  let key: String
  let type: String
  /// Nil for a default that has no bytes.
  let value: EncodedValue?

  /// The object of `--format jsonl`: that of a stored value, without what only stored ones have.
  var json: JSON {
    let value: [JSON.Member] = [
      .init("type", .string(type)), .init("bytes", .null), .init("txn", .null),
      .init("version", .null), .init("value", value.map { .raw($0.jsonText) } ?? .null),
    ]
    return .object(
      EntryOutput.members(scene, path, key, value) + [.init("default", .bool(true))])
  }

  /// The columns of `--plain`.
  func plain(in snapshot: StoreSnapshot) -> String {
    [
      snapshot.plainPlace(scene, path, key), SafeText.escaped(type), "-", "default", "-",
      SafeText.escapedJSON(value?.jsonText ?? "null"),
    ].joined(separator: "\t")
  }
}

/// What an app declares, asked for beside a store: stores do not know defaults.
struct DeclaredKeys {
  let app: AppDeclaration

  /// Takes a scenario, the file of an app, or the name of an app written in Swift.
  init(_ name: String, console: Console) throws(CommandFailure) {
    let lines = ["scenesim: 1", "scenario: the keys of an app"]
    let text = try TryApp(name, case: 1, console: console).lines
    let source = SourceFile(
      path: name,
      bytes: Array((lines + text + ["steps: []"]).map { $0 + "\n" }.joined().utf8))
    // Variables may stand in the app.
    guard let found = Self.declaration(in: source, console.surroundings.apps) else {
      throw CommandFailure(
        .invalidInput, "'\(name)' declares no app that can be read", code: "not-valid",
        next: "scenesim check \(name)")
    }
    app = found
  }

  private static func declaration(in source: SourceFile, _ apps: KnownApps) -> AppDeclaration? {
    // What is wrong with it is told by `check`.
    guard let scenario = try? LoadedScenario(source, apps: apps),
      let selected = scenario.cases.first
    else { return nil }
    // So is what its variables make of it.
    return try? scenario.declaration(for: selected, apps: apps)
  }

  /// The defaults that reads give where nothing is stored, in the scenes that an address covers.
  func missing(
    in snapshot: StoreSnapshot, _ pattern: AddressPattern
  ) throws(CommandFailure) -> [DeclaredDefault] {
    let stored = Set(
      snapshot.entries.map { entry in
        let facts = entry.facts
        return EntryPlace(scene: entry.scene, path: facts.path, key: facts.key)
      })
    let scenes = snapshot.sessions.map { SceneID?.some($0.id) }
    let chosen = try pattern.scenes(in: snapshot)
    return ([nil] + scenes).filter { chosen?.contains($0) ?? true }.flatMap { scene in
      app.keys.filter { $0.via == .store }.flatMap { key in
        places(of: key, isApp: scene == nil).map {
          EntryPlace(scene: scene, path: $0, key: key.name.normalForm)
        }
        .filter { !stored.contains($0) && pattern.covers($0.path, $0.key) }
        .map {
          let declared: any DynamicSceneKey = key.key
          return DeclaredDefault(
            scene: $0.scene, path: $0.path, key: $0.key, type: declared.typeName,
            value: declared.encodedDefault)
        }
      }
    }
  }

  private func places(of key: StorageKey, isApp: Bool) -> [ScopePath] {
    switch key.scope {
    case .app: isApp ? [.root] : []
    case _ where isApp: []
    case .scene: [.root]
    case .selectedTab: app.tabs.map { ScopePath([.tab($0)]) }
    case .tab(let name): [ScopePath([.tab(name)])]
    // Which items there are, only the values know.
    case .nested, .places, .place: []
    }
  }
}

extension String {
  /// Names are stored in Unicode's normal form C.
  var normalForm: String {
    ValueAddress(session: 0, path: .root, key: self).key
  }
}
