import Foundation
import SceneState
import Testing

@Suite struct SceneStoreModelTests {
  @Test(arguments: 0..<8)
  func `a store holds what a dictionary would after any history`(part: UInt64) throws {
    for seed in part * 250..<(part + 1) * 250 {
      var history = try StoreHistory(seed: seed)
      let difference = try history.play(operations: 6)
      guard let difference else { continue }
      Issue.record(
        """
        seed \(seed): \(difference)
        \(history.log.joined(separator: "\n"))
        """)
      return
    }
  }
}
