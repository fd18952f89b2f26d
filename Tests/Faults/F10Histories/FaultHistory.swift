import FaultShim
import Foundation
import LMDB
import SceneState

/// One random history of a store, played against a dictionary that says what must be there.
struct FaultHistory {
  /// Where values live: a scene, or the app, and what lies below it.
  struct Place: Hashable {
    /// nil is the app.
    let scene: String?
    let tab: String?

    func isInside(_ other: Place) -> Bool {
      scene == other.scene && (other.tab == nil || tab == other.tab)
    }
  }

  struct Entry: Hashable {
    let place: Place
    let key: String
  }

  private static let places = [
    Place(scene: nil, tab: nil), Place(scene: "A", tab: nil), Place(scene: "A", tab: "one"),
    Place(scene: "A", tab: "two"), Place(scene: "B", tab: nil), Place(scene: "B", tab: "one"),
  ]
  private static let names = ["draft", "title", "é", "a/b", "long"]

  private(set) var log: [String] = []
  private(set) var faultCount = 0
  private(set) var deathCount = 0
  var forgetsOneWrite = false
  private var random: SeededRandom
  private let folder: String
  private var store: SceneStore
  /// What the app must see.
  private var model: [Entry: String] = [:]
  /// What a death leaves: the model at the last commit.
  private var committed: [Entry: String] = [:]
  /// A commit that failed at its end may have been kept all the same: then a death leaves this.
  private var inDoubt: [[Entry: String]] = []

  init(seed: UInt64, folder: String) throws {
    random = SeededRandom(seed)
    self.folder = folder
    unsafe shim_watch(folder)
    store = try SceneStore.open(URL(filePath: folder), options: Self.options)
  }

  private static var options: SceneStore.Options {
    var options = SceneStore.Options(lockDeadline: .seconds(1))
    options.commitsByItself = false
    return options
  }

  /// Plays some operations; answers what differs, or nil.
  mutating func play(operations: Int) throws -> String? {
    defer {
      store.abandon()
      removeDirectory(folder)
    }
    for number in 0..<operations {
      if let difference = try step() { return difference }
      if forgetsOneWrite, number == operations / 2 { forgetWrite() }
      if let difference = difference(at: randomEntry()) { return difference }
    }
    if let difference = differenceAnywhere() { return difference }
    return try reopen() ?? differenceAnywhere()
  }

  private mutating func step() throws -> String? {
    switch random.number(below: 20) {
    case 0..<7: write()
    case 7: reset()
    case 8: try discard()
    case 9: try transfer()
    case 10, 11: try tick()
    case 12..<15: return flush()
    case 15: return try reopen()
    case 16: return try die()
    case 17, 18: return try fault()
    default: return try faultAtOpening()
    }
    return nil
  }

  // MARK: Changes

  private mutating func write() {
    let entry = randomEntry()
    let length =
      entry.key == "long" ? 3_000 + random.number(below: 4_000) : random.number(below: 90)
    let value = "\(log.count)." + String(repeating: "v", count: length)
    log.append("write \(entry.key) of \(entry.place), \(length) long")
    scope(entry.place)[key(entry)] = value
    model[entry] = value
  }

  private mutating func reset() {
    let entry = randomEntry()
    log.append("reset \(entry.key) of \(entry.place)")
    scope(entry.place).reset(key(entry))
    model[entry] = nil
  }

  private mutating func discard() throws {
    let place = random.pick(Self.places)
    log.append("discard \(place)")
    try scope(place).discard()
    model = model.filter { !$0.key.place.isInside(place) }
    (committed, inDoubt) = (model, [])  // what changes whole scopes commits
  }

  private mutating func transfer() throws {
    let tabs = Self.places.filter { $0.tab != nil }
    let (source, target) = (random.pick(tabs), random.pick(tabs))
    guard source != target else { return }
    let moves = random.oneIn(2)
    log.append("\(moves ? "move" : "copy") \(source) to \(target)")
    let found = model.filter { $0.key.place == source }
    if moves {
      try scope(source).move(to: scope(target))
      model = model.filter { $0.key.place != source }
    } else {
      try scope(source).copy(to: scope(target))
    }
    for (entry, value) in found { model[Entry(place: target, key: entry.key)] = value }
    (committed, inDoubt) = (model, [])
  }

  private mutating func tick() throws {
    log.append("tick {")
    let store = store
    store.tick { for _ in 0...random.number(below: 8) { random.oneIn(6) ? reset() : write() } }
    log.append("}")
  }

  private mutating func forgetWrite() {
    let entry = Entry(place: Self.places[0], key: "draft")
    scope(entry.place)[key(entry)] = "nobody knows"
  }

  // MARK: Commits, deaths, faults

  private mutating func flush() -> String? {
    log.append("flush")
    do throws(SceneProblem) { try store.flush() } catch { return "no commit: \(error)" }
    (committed, inDoubt) = (model, [])
    return nil
  }

  private mutating func reopen() throws -> String? {
    log.append("reopen")
    store.close()
    (committed, inDoubt) = (model, [])
    store = try SceneStore.open(URL(filePath: folder), options: Self.options)
    return store.isUsable ? nil : "not usable: \(store.reportedProblems)"
  }

  /// The process dies: what was not committed is gone, what was is there.
  private mutating func die() throws -> String? {
    log.append("die")
    deathCount += 1
    store.abandon()
    store = try SceneStore.open(URL(filePath: folder), options: Self.options)
    guard store.isUsable else { return "not usable after a death: \(store.reportedProblems)" }
    model = committed
    guard let difference = differenceAnywhere() else { return nil }
    for other in inDoubt {
      model = other
      if differenceAnywhere() == nil {
        (committed, inDoubt) = (model, [])
        return nil
      }
    }
    return "after a death, \(difference)"
  }

  /// A commit meets a fault; then the app sees what it wrote, and the next commit keeps it.
  private mutating func fault() throws -> String? {
    let fault = random.pick(CallFault.ofCommits)
    let point = 1 + random.number(below: 3)
    write()
    log.append("flush with \(fault.name) at call \(point)")
    shim_arm(fault.kinds, fault.error, point, fault.isSticky, fault.isShortened)
    var hasFailed = false
    do throws(SceneProblem) { try store.flush() } catch { hasFailed = true }
    let isMet = shim_failed() > 0
    shim_disarm()
    if isMet { faultCount += 1 }
    if hasFailed, !isMet { return "a commit failed without a fault" }
    if hasFailed { inDoubt.append(model) } else { (committed, inDoubt) = (model, []) }
    if let difference = differenceAnywhere() { return "after \(fault.name), \(difference)" }
    return random.oneIn(3) ? try die() : flush()
  }

  /// An opening meets a fault; then the store works in memory until it is over.
  private mutating func faultAtOpening() throws -> String? {
    let fault = random.pick(CallFault.all)
    let point = 1 + random.number(below: 8)
    store.close()
    (committed, inDoubt) = (model, [])
    log.append("reopen with \(fault.name) at call \(point)")
    shim_arm(fault.kinds, fault.error, point, fault.isSticky, fault.isShortened)
    store = try SceneStore.open(URL(filePath: folder), options: Self.options)
    if shim_failed() > 0 { faultCount += 1 }
    shim_disarm()
    write()
    return flush() ?? differenceAnywhere()
  }

  // MARK: Comparing

  private mutating func randomEntry() -> Entry {
    Entry(place: random.pick(Self.places), key: random.pick(Self.names))
  }

  private func differenceAnywhere() -> String? {
    for place in Self.places {
      for name in Self.names {
        if let difference = difference(at: Entry(place: place, key: name)) { return difference }
      }
    }
    return nil
  }

  private func difference(at entry: Entry) -> String? {
    let (wanted, key, scope) = (model[entry], key(entry), scope(entry.place))
    let (value, isStored) = (scope[key], scope.contains(key))
    guard value != wanted ?? "" || isStored != (wanted != nil) else { return nil }
    return "\(entry.key) of \(entry.place) is '\(value.prefix(9))' (stored: \(isStored)), not "
      + (wanted.map { "'\($0.prefix(9))'" } ?? "away")
  }

  private func key(_ entry: Entry) -> SceneKey<String> { SceneKey(entry.key, default: "") }

  private func scope(_ place: Place) -> SceneScope {
    let scope = place.scene.map { store.scene(SceneID(rawValue: $0)) } ?? store.app
    return place.tab.map { scope.tab(TabID(rawValue: $0)) } ?? scope
  }
}

extension FaultHistory.Place: CustomStringConvertible {
  var description: String { (scene ?? "app") + (tab.map { "/\($0)" } ?? "") }
}
