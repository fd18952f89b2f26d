import SceneLifecycle
import SceneState
import StoreFormat

/// What identifies a value wherever it is stored: numbers of sessions differ between stores.
struct EntryPlace: Hashable, Sendable {
  let scene: SceneID?
  let path: ScopePath
  let key: String
}

/// One of two things that are compared: values, scenes and values set aside.
struct StoreSide {
  /// A value as far as a comparison looks at it.
  struct Value: Hashable {
    let type: String
    let version: Int
    let value: EncodedValue?
    /// The bytes of what cannot be read.
    var damaged: [UInt8] = []

    var json: String { value?.jsonText ?? "(damaged)" }
  }

  /// What of a scene's record is compared, by the name of the field, as JSON.
  typealias SceneFields = [String: String]

  /// In the order in which they are listed.
  var places: [EntryPlace] = []
  var values: [EntryPlace: Value] = [:]
  /// Where values stand that are not shown; they equal any value.
  var hidden: Set<EntryPlace> = []
  var setAside: [EntryPlace: [String]] = [:]
  var sceneOrder: [SceneID] = []
  var scenes: [SceneID: SceneFields] = [:]
  /// Those of which damage has left only the number.
  var numbered: Set<SceneID> = []
  /// What addresses call a scene.
  var labels: [SceneID: String] = [:]

  init() {}

  /// The part of a store that an address covers.
  ///
  /// Values under the keys of `redacted` are known to be there, and no more.
  init(
    _ snapshot: StoreSnapshot, _ pattern: AddressPattern, redacted: Set<[UInt8]> = []
  ) throws(CommandFailure) {
    for entry in try pattern.entries(in: snapshot) {
      let facts = entry.facts
      if redacted.contains(entry.storedKey) {
        hidden.insert(EntryPlace(scene: entry.scene, path: facts.path, key: facts.key))
      }
      add(
        Value(
          type: facts.type, version: facts.version, value: facts.value,
          damaged: facts.value == nil ? entry.storedBytes : []),
        at: EntryPlace(scene: entry.scene, path: facts.path, key: facts.key))
    }
    for aside in try pattern.setAside(in: snapshot) where !aside.isInPlace {
      let place = EntryPlace(scene: aside.scene, path: aside.path, key: aside.key)
      setAside[place, default: []].append(aside.envelope?.value.jsonText ?? "(damaged)")
    }
    let chosen = try pattern.scenes(in: snapshot)
    for facts in SceneFacts.all(in: snapshot) where chosen?.contains(facts.session.id) ?? true {
      sceneOrder.append(facts.session.id)
      scenes[facts.session.id] = Self.fields(of: facts)
      if facts.isDamaged { numbered.insert(facts.session.id) }
    }
    numbered.formUnion(places.compactMap(\.scene).filter { scenes[$0] == nil })
    for session in snapshot.sessions { labels[session.id] = snapshot.label(of: session.id) }
  }

  mutating func add(_ value: Value, at place: EntryPlace) {
    if values.updateValue(value, forKey: place) == nil { places.append(place) }
  }

  func address(_ place: EntryPlace) -> String {
    let scene = place.scene.map {
      AddressPart.escaped(labels[$0] ?? $0.rawValue, isFirst: true)
    }
    return
      ([scene ?? "?app"]
      + (place.path.shortTexts + [place.key]).map { AddressPart.escaped($0) })
      .joined(separator: "/")
  }

  /// Moments and phases differ between any two looks at an app; they are left out.
  static func fields(of scene: SceneFacts) -> SceneFields {
    var fields: SceneFields = [:]
    if !scene.session.alias.isEmpty {
      fields["alias"] = JSONText.string(scene.session.alias)
    }
    fields["title"] = scene.record?.title.map { JSONText.string($0) }
    fields["identity"] = scene.record?.identity.map { JSONText.string($0) }
    fields["windowValue"] = scene.windowValue
    fields["activity"] = scene.activity
    return fields
  }
}
