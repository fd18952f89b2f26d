import SceneState
import StoreFormat
import Synchronization
import Testing

@testable import SceneRoaming

/// One machine: a store that outlives its carrier, and a link of its own to the cluster.
final class ModelMachine: Sendable {
  static let number = SceneKey("number", default: 0)
  static let copy = SceneKey("copy", default: 0)
  static let others = (0..<4).map { SceneKey("other-\($0)", default: 0) }

  /// What a scene holds; `number` names the tick that made it so.
  struct Content: Hashable {
    var number = 0
    var copy = 0
    var others = [0, 0, 0, 0]
  }

  let name: String
  let store: SceneStore
  let link: ModelLink
  /// Between the link and the cluster, for what others do in the middle.
  let middle: InterruptedCluster
  let names: ClusterNames
  private let address: String
  private let options: Roaming.Options
  private let process: Mutex<(carrier: Carrier, forkCount: Int)>

  init(
    _ name: String, _ cluster: any ScheduledCluster, _ options: Roaming.Options,
    user: String = "ann",
    store: SceneStore = .inMemory(options: SceneStore.Options(appID: "com.example.model"))
  ) {
    (self.name, self.options, address) = (name, options, cluster.address)
    names = Self.names(user)
    self.store = store
    middle = InterruptedCluster(cluster)
    link = ModelLink(middle)
    process = Mutex((Self.carrier(store, link, names, name, cluster.address, options), 0))
  }

  var carrier: Carrier { process.withLock { $0.carrier } }

  /// How many forks of the carrier that runs were looked at.
  var forkCount: Int {
    get { process.withLock { $0.forkCount } }
    set { process.withLock { $0.forkCount = newValue } }
  }

  private static func carrier(
    _ store: SceneStore, _ link: ModelLink, _ names: ClusterNames, _ name: String,
    _ address: String, _ options: Roaming.Options
  ) -> Carrier {
    // NB: the link is where requests go; a model asks nobody.
    let address = try? ClusterAddress(address, allowsPlainText: true)
    guard let address else { preconditionFailure("the cluster's address is no address") }
    let client = ClusterClient(address, Roaming.Credentials(), nil) { link.connection() }
    return Carrier(store, client, names, device: name, options)
  }

  static func names(_ user: String = "ann") -> ClusterNames {
    ClusterNames(app: "com.example.model", user: user)
  }

  /// The process ends and begins again: what it knew is gone, what it stored is not.
  func restart() {
    let carrier = Self.carrier(store, link, names, name, address, options)
    process.withLock { $0 = (carrier, 0) }
  }

  /// The scenes that are this machine's, by the name on it.
  func scenes(elsewhere: Bool) throws -> [SceneID] {
    try store.sessions().map(\.id)
      .filter { Roaming.isElsewhere($0, in: store) == elsewhere }
      .sorted { $0.rawValue < $1.rawValue }
  }

  var forks: [Roaming.Fork] { carrier.report.withLock { $0.forks } }

  func idInCluster(_ scene: SceneID) -> String { store.roaming(scene)?.id ?? "" }

  func write(_ content: Content, to scene: SceneID) {
    let scope = store.scene(scene)
    store.tick {
      scope[Self.number] = content.number
      scope.tab("one")[Self.copy] = content.copy
      for (key, value) in zip(Self.others, content.others) {
        if value == 0 { scope.reset(key) } else { scope[key] = value }
      }
    }
  }

  func content(of scene: SceneID) -> Content { Self.content(of: scene, in: store) }

  static func content(of scene: SceneID, in store: SceneStore) -> Content {
    let scope = store.scene(scene)
    return Content(
      number: scope[number], copy: scope.tab("one")[copy], others: others.map { scope[$0] })
  }

  // MARK: What an app does

  /// What is here of each scene that is this machine's.
  func ticks() throws -> [SceneID: Int] {
    let own = try scenes(elsewhere: false)
    return Dictionary(uniqueKeysWithValues: own.map { ($0, content(of: $0).number) })
  }

  func carry() throws(RoamingProblem) {
    try carrier.work.withLock { work throws(RoamingProblem) in try carrier.carryAll(&work) }
  }

  /// Gets a scene; nil if who has it was asked, or somebody was quicker.
  func bring(_ id: String, takesOver: Bool) throws(RoamingProblem) -> SceneID? {
    try carrier.work.withLock { work throws(RoamingProblem) -> SceneID? in
      switch try carrier.tryToBring(id, &work, takesOver ? .takes : .asks) {
      case .here(let scene): scene
      case .asked: nil
      }
    }
  }

  /// Lets go of everything that somebody asks for.
  func answerAsks() throws(RoamingProblem) {
    try carrier.work.withLock { work throws(RoamingProblem) in
      work.asks = try carrier.wholeTable().asks
      try carrier.tellAsks(&work)
      let asks = names.asks
      for pair in try carrier.client.pairs(from: asks.first, to: asks.end).pairs {
        let id = ClusterNames.scene(of: pair.key)
        let wish: SceneWish = try RoamingJSON.read(pair.value)
        guard wish.store != work.storeID, wish.lacksParts == nil,
          let scene = work.scenes.values.first(where: { $0.id == id }), case .owned = scene.standing
        else { continue }
        try carrier.letGo(id, &work)
      }
    }
  }
}
