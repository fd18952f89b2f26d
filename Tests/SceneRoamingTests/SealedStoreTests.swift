import Foundation
import LMDB
import Testing

@testable import SceneRoaming
@testable import SceneState

/// What was hidden from the cluster once is not sent in clear by a slip.
struct SealedStoreTests {
  /// Hides nothing; which key there is does not matter here.
  private struct Key: Sealing {
    func hidden(_ name: String) -> String { name }
    func sealed(_ bytes: [UInt8], under address: [UInt8]) -> [UInt8] { bytes }
    func opened(_ sealed: [UInt8], under address: [UInt8]) -> [UInt8] { sealed }
  }

  private let store = SceneStore.temporary(options: SceneStore.Options(appID: "com.example.notes"))

  private func roam(with key: (any Sealing)?) throws(RoamingProblem) {
    let cluster = ModelCluster()
    try Roaming(
      store, cluster: "etcd://127.0.0.1:1", user: "ann", device: "desk",
      options: Roaming.Options(), seal: key
    ) { ModelLink(cluster).connection() }.close()
  }

  @Test func `a store that was carried with a key is refused without one`() throws {
    try roam(with: nil)
    try roam(with: Key())
    let problem = #expect(throws: RoamingProblem.self) { try roam(with: nil) }
    #expect(problem?.code == .plainText)
    #expect(problem?.nextStep.contains("roaming.lock") == true)
    try roam(with: Key())
    let folder = try #require(store.directory)
    try FileManager.default.removeItem(at: folder.appending(path: "roaming.lock"))
    try roam(with: nil)
  }
}
