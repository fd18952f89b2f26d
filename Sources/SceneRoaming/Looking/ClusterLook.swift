package import FoundationEssentials
package import SceneState
package import StoreFormat
import Synchronization

/// Looks at a user's scenes in a cluster without taking part: nothing is carried, nothing owned.
package final class ClusterLook: Sendable {
  /// A scene as it was read; the same head needs no second reading.
  private struct Known {
    let modified: Int64
    let scene: Scene
  }

  struct Scene {
    let id: String
    var head: SceneHead
    let owner: SceneOwner?
    /// Why it could not be read; it has no rows then.
    var problem: RoamingProblem?
    var content = SceneContent()
    /// The tick that brought each value.
    var ticks: [[UInt8]: UInt64] = [:]

    /// The machine that has it, or had it last.
    var device: String { owner?.device ?? head.device }
  }

  package let app: String
  let client: ClusterClient
  let names: ClusterNames
  /// Each member by itself, which gets the time that its disk takes.
  let alone: @Sendable () -> [(name: String, client: ClusterClient)]
  private let known = Mutex<[String: Known]>([:])

  /// Looks through connections of somebody's, such as those to a cluster in memory.
  package init(
    _ cluster: String, app: String, user: String, _ options: Roaming.Options,
    _ seal: (any Sealing)? = nil,
    connect: @escaping @Sendable () -> sending any ClusterConnection
  ) throws(RoamingProblem) {
    let address = try ClusterAddress(cluster, allowsPlainText: options.allowsPlainText)
    try options.credentials.check()
    self.app = app
    client = ClusterClient(address, options.credentials, seal, connect: connect)
    alone = {
      address.members.map { member in
        let address = ClusterAddress(member, isSecure: address.isSecure)
        let client = ClusterClient(
          address, options.credentials, seal, timeout: 120_000, connect: connect)
        return (member, client)
      }
    }
    names = ClusterNames(app: app, user: user, hiddenBy: seal)
  }

  #if Roaming
    /// Looks at a cluster that answers at an address.
    package convenience init(
      _ cluster: String, app: String, user: String, _ options: Roaming.Options
    ) throws(RoamingProblem) {
      try self.init(cluster, app: app, user: user, options, try Seal(options.sealedBy)) {
        CurlConnection(options.credentials)
      }
    }
  #endif

  /// The scenes that there are, in the order of their names.
  package func places() throws(RoamingProblem) -> [Roaming.Place] { try readable().places }

  /// The same, and what is the matter with each of the others.
  package func readable() throws(RoamingProblem) -> (
    places: [Roaming.Place], others: [RoamingProblem]
  ) {
    let table = try client.table(names)
    return (table.places(here: ""), table.unreadable.sorted { $0.key < $1.key }.map(\.value))
  }

  /// The same, and up to which tick each scene was carried.
  package func carried() throws(RoamingProblem) -> [(place: Roaming.Place, tick: UInt64)] {
    let table = try client.table(names)
    return table.places(here: "").map { ($0, table.heads[$0.scene.rawValue]?.tick ?? 0) }
  }

  // MARK: What the scenes hold

  /// All scenes as of one moment; what is damaged is among them, with the reason.
  func scenes() throws(RoamingProblem) -> [Scene] {
    for _ in 0..<3 {
      do throws(RoamingProblem) { return try scenesOfOneMoment() } catch {
        // Somebody compacted the moment away while it was read: another one is as good.
        guard error.code == .refused, error.detail.contains("compacted") else { throw error }
      }
    }
    return try scenesOfOneMoment()
  }

  private func scenesOfOneMoment() throws(RoamingProblem) -> [Scene] {
    let found = try client.pairs(from: names.heads.first, to: names.heads.end)
    var (owners, damaged): ([String: SceneOwner], [String: RoamingProblem]) = ([:], [:])
    for pair in try client.pairs(from: names.owners.first, to: names.owners.end).pairs {
      let id = ClusterNames.scene(of: pair.key)
      do throws(RoamingProblem) { owners[id] = try SceneOwner(pair) } catch {
        guard error.code.concernsOneScene else { throw error }
        damaged[id] = error
      }
    }
    var (scenes, kept): ([Scene], [String: Known]) = ([], [:])
    let before = known.withLock { $0 }
    for pair in found.pairs {
      let id = ClusterNames.scene(of: pair.key)
      var scene = Scene(id: id, head: .unreadable(id), owner: owners[id])
      do throws(RoamingProblem) {
        guard let head = try SceneHead(pair) else { continue }
        scene.head = head
      } catch {
        guard error.code.concernsOneScene else { throw error }
        scene.problem = error
        scenes.append(scene)
        continue
      }
      if let old = before[id], old.modified == pair.modified {
        (scene.content, scene.ticks, scene.problem) =
          (old.scene.content, old.scene.ticks, old.scene.problem)
      } else {
        try read(&scene, at: found.revision)
      }
      kept[id] = Known(modified: pair.modified, scene: scene)
      scene.problem = scene.problem ?? damaged[id]
      scenes.append(scene)
    }
    known.withLock { $0 = kept }
    return scenes.sorted {
      ($0.head.name, $0.device, $0.id) < ($1.head.name, $1.device, $1.id)
    }
  }

  private func read(_ scene: inout Scene, at revision: Int64) throws(RoamingProblem) {
    do throws(RoamingProblem) {
      for (tick, step) in try client.steps(of: scene.id, scene.head, names, at: revision) {
        scene.content.apply(step)
        if step.isSnapshot { scene.ticks = [:] }
        for row in step.rows where row.table == .value { scene.ticks[row.key] = tick }
      }
    } catch {
      guard error.code.concernsOneScene else { throw error }
      (scene.problem, scene.content, scene.ticks) = (error, SceneContent(), [:])
    }
  }

  /// The scenes as a store would hold them, and why some of them are not among them.
  ///
  /// A name that more than one scene has is followed by its machine: `A@laptop`. Values carry the
  /// tick of their scene that brought them to the cluster.
  package func contents() throws(RoamingProblem) -> (StoreContents, unreadable: [RoamingProblem]) {
    let scenes = try scenes()
    let readable = scenes.filter { $0.problem == nil }
    var contents = StoreContents()
    var types: [UInt32: String] = [:]
    let labels = Self.labels(of: readable)
    for (index, (scene, label)) in zip(readable, labels).enumerated() {
      let number = UInt32(index + 1)
      let prefix = SessionRecord.key(number: number)
      let arriving = scene.content.arriving(record: scene.content.record).scene
      types.merge(arriving.types) { first, _ in first }
      let record = SessionRecord(
        number: number, sequence: scene.head.tick, id: label, record: arriving.record)
      contents.sessions.append(StoreContents.Row(key: record.key, bytes: record.bytes()))
      for value in arriving.values {
        var envelope = value.envelope
        envelope.sequence = scene.ticks[value.key] ?? scene.head.tick
        let key = prefix + value.key.dropFirst(prefix.count)
        contents.values.append(StoreContents.Row(key: key, bytes: envelope.bytes(forKey: key)))
      }
      for aside in arriving.setAside {
        let aside = aside.moved(to: prefix + aside.valueKey.dropFirst(prefix.count))
        contents.setAside.append(StoreContents.Row(key: aside.key, bytes: aside.bytes))
      }
      contents.sequence = max(contents.sequence, scene.head.tick)
    }
    contents.info = info(types, sessions: UInt32(readable.count))
    return (contents, scenes.compactMap(\.problem))
  }

  /// What a store of this version says of itself.
  private func info(_ types: [UInt32: String], sessions: UInt32) -> [StoreContents.Row] {
    let none = InfoKey.bytes(UInt64(0))
    var rows: [[UInt8]: [UInt8]] = [
      InfoKey.app: Array(app.utf8), InfoKey.format: InfoKey.bytes(StoreVersion.format),
      InfoKey.nextSession: InfoKey.bytes(sessions + 1), InfoKey.compatibleFeatures: none,
      InfoKey.readOnlyFeatures: none, InfoKey.incompatibleFeatures: none,
    ]
    for (number, name) in types { rows[InfoKey.type(number)] = Array(name.utf8) }
    return rows.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { StoreContents.Row(key: $0.key, bytes: $0.value) }
  }

  private static func labels(of scenes: [Scene]) -> [String] {
    let counts = Dictionary(scenes.map { ($0.head.name, 1) }, uniquingKeysWith: +)
    var taken: Set<SceneID> = []
    return scenes.map { scene in
      let name = scene.head.name
      let label = Carrier.freeName(counts[name] == 1 ? name : "\(name)@\(scene.device)", taken)
      taken.insert(label)
      return label.rawValue
    }
  }

  /// Puts a copy of a scene into a store, as a scene of its own that no machine knows yet.
  ///
  /// - Returns: Its name there.
  /// - Throws: `no-such-scene`, `not-readable`, `store-not-usable`.
  package func copy(
    _ name: Roaming.SceneName, into store: SceneStore, now: Date
  ) throws(RoamingProblem) -> SceneID {
    guard let scene = try scenes().first(where: { $0.id == name.rawValue }) else {
      throw RoamingProblem(.noSuchScene, detail: name.rawValue)
    }
    if let problem = scene.problem { throw problem }
    try Roaming.check(store, isOf: store.appID)
    let (arriving, leftOut) = scene.content.arriving(
      record: RoamingRecord.arriving(scene.content.record, now: now))
    guard leftOut == 0 else {
      throw RoamingProblem(
        .notReadable, detail: "'\(scene.head.name)' has rows of a newer version")
    }
    do throws(SceneProblem) {
      let taken = Set(try store.sessions().map(\.id))
      let local = Carrier.freeName(scene.head.name, taken)
      try store.take(arriving, as: local, over: nil)
      return local
    } catch { throw RoamingProblem(.storeNotUsable, detail: error.description) }
  }
}

extension SceneHead {
  /// What stands for a head that cannot be read.
  fileprivate static func unreadable(_ id: String) -> SceneHead {
    SceneHead(name: id, title: nil, epoch: "", store: "", device: "")
  }
}
