import Foundation
import SceneState
import Testing

/// A tick's values come into the file in the order of their keys, whatever the order of the writes.
@Suite struct PackingTests {
  private func fileBytes(_ order: [Int], perTick: Int) throws -> Int {
    let folder = try StoreFolder()
    let options = SceneStore.Options(commitDelay: .zero)
    try folder.withStore(options) { store in
      for start in stride(from: 0, to: order.count, by: perTick) {
        store.tick {
          for number in order[start..<min(start + perTick, order.count)] {
            let scene = store.scene(SceneID(rawValue: "scene \(number / 40)"))
            let key = SceneKey("value number \(number % 40)", default: Data())
            scene.tab(TabID(rawValue: "tab \(number % 4)"))[key] = Data(count: 340)
          }
        }
        try store.flush()
      }
    }
    let path = folder.store.path + "/data.mdb"
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size]
    return try #require(size as? Int)
  }

  @Test func `a tick that writes in no order takes no more than one that writes in order`() throws {
    let ordered = try fileBytes(Array(0..<2_000), perTick: 2_000)
    let mixed = try fileBytes((0..<2_000).map { $0 * 1_009 % 2_000 }, perTick: 2_000)
    // Within a scene keys are put in order; the scenes as they came.
    #expect(mixed <= ordered * 11 / 10, "\(mixed) bytes, in order \(ordered)")
    // 340 bytes, a header of 32, a key of about 40, and LMDB's 10, nine of them in a page.
    #expect(ordered < 2_000 / 9 * 4_096 * 12 / 10, "\(ordered) bytes")
  }
}
