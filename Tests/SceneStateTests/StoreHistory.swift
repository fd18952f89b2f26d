import Foundation
import SceneState
import StoreFormat

/// One random history of a store, played against a dictionary that says what must be there.
struct StoreHistory {
  struct Place: Hashable {
    /// nil is the app.
    var scene: String?
    var path: ScopePath

    func isInside(_ other: Place) -> Bool { scene == other.scene && path.isInside(other.path) }
  }

  struct Entry: Hashable {
    var place: Place
    var key: String
  }

  private var samples: FormatSamples
  private let folder: StoreFolder
  private var store: SceneStore
  private var model: [Entry: String] = [:]
  private var places: [Place] = []
  private var names: [String] = []
  /// What was done, to be read when a history fails.
  private(set) var log: [String] = []

  init(seed: UInt64) throws {
    samples = FormatSamples(seed: seed)
    folder = try StoreFolder()
    store = try folder.open(.init(commitDelay: seed % 2 == 0 ? .zero : .milliseconds(16)))
    let scenes: [String?] = [nil, Self.id(samples.name()), Self.id(samples.name())]
    // Parts are shared, so that scopes lie inside each other.
    let parts = [samples.path(texts: 2), samples.path(texts: 2), ScopePath([.tab("é/%")])]
    for _ in 0..<6 {
      let path = ScopePath(
        (0..<samples.number(below: 3)).flatMap { _ in
          parts[samples.number(below: parts.count)].components
        }
        .enumerated().map { index, component in
          // Only what is next to the scene can be a tab.
          guard index > 0, case .tab(let name) = component else { return component }
          return .nested(kind: "tab", id: name)
        })
      places.append(Place(scene: scenes[samples.number(below: scenes.count)], path: path))
    }
    names = ["e\u{301}", "é", "a/b", samples.name(), samples.name()]
  }

  /// A scene identifier has at most 255 bytes.
  private static func id(_ text: String) -> String {
    var id = text
    while id.utf8.count > 200 { id.removeLast() }
    return id
  }

  /// Plays some operations; answers what differs, or nil.
  mutating func play(operations: Int) throws -> String? {
    for _ in 0..<operations {
      if let difference = try step() { return difference }
      if let difference = difference(at: randomEntry()) { return difference }
    }
    if let difference = differenceAnywhere() { return difference }
    try reopen()
    return differenceAnywhere()
  }

  private mutating func step() throws -> String? {
    switch samples.number(below: 16) {
    case 0..<6: write()
    case 6: reset()
    case 7: try discard()
    case 8: try transfer(moves: false)
    case 9: try transfer(moves: true)
    case 10..<13: return try tick()
    case 13, 14:
      log.append("flush")
      try store.flush()
    default: try reopen()
    }
    return nil
  }

  /// Answers what a read in the tick finds that is not as the model says.
  private mutating func tick() throws -> String? {
    log.append("tick {")
    let store = store
    var found: String?
    try store.tick {
      for _ in 0...samples.number(below: 8) where found == nil {
        switch samples.number(below: 8) {
        case 0: reset()
        case 1: try discard()
        case 2: try transfer(moves: false)
        case 3: try transfer(moves: true)
        default: write()
        }
        if samples.number(below: 2) == 0 { found = difference(at: randomEntry()) }
      }
    }
    log.append("}")
    return found
  }

  private mutating func write() {
    let entry = randomEntry()
    let value = ["", "x", "é", "e\u{301}", samples.name()][samples.number(below: 5)]
    log.append("write \(entry) = \(value.debugDescription)")
    scope(of: entry.place)[key(entry)] = value
    if model[entry.normalised] != nil || !value.isEmpty { model[entry.normalised] = value }
  }

  private mutating func reset() {
    let entry = randomEntry()
    log.append("reset \(entry)")
    scope(of: entry.place).reset(key(entry))
    model[entry.normalised] = nil
  }

  private mutating func discard() throws {
    let place = randomPlace()
    log.append("discard \(place)")
    try scope(of: place).discard()
    model = model.filter { !$0.key.place.isInside(place.normalised) }
  }

  private mutating func transfer(moves: Bool) throws {
    let (source, target) = (randomPlace(), randomPlace())
    // A tab lies directly in a scene, and the library refuses to put a scope into itself.
    guard source.path.components.isEmpty == target.path.components.isEmpty else { return }
    guard !target.normalised.isInside(source.normalised) else { return }
    let deepest = model.keys.map { $0.place.path.texts.count }.max() ?? 0
    // A key names at most eight texts.
    guard deepest - source.path.texts.count + target.path.texts.count < 8 else { return }
    log.append("\(moves ? "move" : "copy") \(source) to \(target)")
    let (from, to) = (scope(of: source), scope(of: target))
    if moves { try from.move(to: to) } else { try from.copy(to: to) }
    let found = model.filter { $0.key.place.isInside(source.normalised) }
    if moves { for entry in found.keys { model[entry] = nil } }
    for (entry, value) in found {
      let below = entry.place.path.components.dropFirst(source.path.components.count)
      let path = ScopePath(target.path.components + below)
      let place = Place(scene: target.scene, path: path)
      model[Entry(place: place, key: entry.key).normalised] = value
    }
  }

  private mutating func reopen() throws {
    log.append("reopen")
    store.close()
    store = try folder.open(.init(commitDelay: .milliseconds(samples.number(below: 2) * 16)))
  }

  private func differenceAnywhere() -> String? {
    for place in places {
      for name in names {
        if let difference = difference(at: Entry(place: place, key: name)) { return difference }
      }
    }
    for entry in model.keys {
      if let difference = difference(at: entry) { return difference }
    }
    return nil
  }

  private func difference(at entry: Entry) -> String? {
    let wanted = model[entry.normalised]
    let scope = scope(of: entry.place)
    let key = key(entry)
    let (value, isStored) = (scope[key], scope.contains(key))
    guard !value.utf8.elementsEqual((wanted ?? "").utf8) || isStored != (wanted != nil) else {
      return nil
    }
    return """
      \(entry): wanted \(wanted.debugDescription), found \(value.debugDescription), \
      stored: \(isStored)
      """
  }

  private mutating func randomPlace() -> Place { places[samples.number(below: places.count)] }

  private mutating func randomEntry() -> Entry {
    Entry(place: randomPlace(), key: names[samples.number(below: names.count)])
  }

  private func key(_ entry: Entry) -> SceneKey<String> { SceneKey(entry.key, default: "") }

  private func scope(of place: Place) -> SceneScope {
    var scope = place.scene.map { store.scene(SceneID(rawValue: $0)) } ?? store.app
    for component in place.path.components {
      switch component {
      case .tab(let name): scope = scope.tab(TabID(rawValue: name))
      case .nested(let kind, let id): scope = scope.nested(kind, id)
      }
    }
    return scope
  }
}

extension StoreHistory.Place {
  var normalised: Self {
    Self(scene: scene?.precomposedStringWithCanonicalMapping, path: path)
  }
}

extension StoreHistory.Entry {
  var normalised: Self {
    Self(place: place.normalised, key: key.precomposedStringWithCanonicalMapping)
  }
}
