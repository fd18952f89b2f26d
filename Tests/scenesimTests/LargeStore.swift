import Foundation
import SceneState
import Testing

/// A store with so many scenes that its values stand in several pages.
enum LargeStore {
  /// Makes one in which a page of `values` is damaged, and gives its path.
  static func withDamagedPage(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("demo.store")
    // One commit writes them all, also on a slow machine: then each value stands on one page.
    let store = try SceneStore.open(URL(filePath: path), options: .init(commitDelay: .seconds(60)))
    let draft = SceneKey("draft", default: "")
    for number in 0..<400 {
      store.scene(SceneID(rawValue: "s\(number)"))[draft] = "v\(number)"
    }
    try store.flush()
    // The commit after it shares most pages with it: neither is sound then.
    store.scene("s399")[draft] = "last"
    try store.flush()
    store.close()
    let file = URL(filePath: path + "/data.mdb")
    var bytes = try Data(contentsOf: file)
    let page = try #require(bytes.range(of: Data("v200".utf8))).lowerBound / 4096 * 4096
    bytes.replaceSubrange(page..<page + 64, with: Data(repeating: 0xFF, count: 64))
    try bytes.write(to: file)
    return path
  }
}
