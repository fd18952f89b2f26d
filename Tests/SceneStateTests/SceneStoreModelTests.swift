import Foundation
import SceneState
import Testing

@Suite struct SceneStoreModelTests {
  @Test(arguments: 0..<8)
  func `a store holds what a dictionary would after any history`(part: UInt64) throws {
    // `Scripts/soak F10` plays more, with faults among them.
    for seed in part * 100..<(part + 1) * 100 {
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
