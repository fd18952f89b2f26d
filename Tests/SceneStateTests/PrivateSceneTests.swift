import Foundation
import SceneState
import Testing

/// Scenes of which nothing is ever on the disk.
struct PrivateSceneTests {
  private let text = SceneKey("secretKey", default: "")
  private let list = SceneKey("secretList", default: [String]())

  /// Every byte of every file in a folder.
  static func bytes(in folder: URL) throws -> Data {
    var all = Data()
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
      let file = folder.appending(path: path)
      let values = try file.resourceValues(forKeys: [.isRegularFileKey])
      if values.isRegularFile == true { all += try Data(contentsOf: file) + Data(path.utf8) }
    }
    return all
  }

  @Test func `nothing of a private scene is in a file, and all of another one is`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      for (name, isPrivate) in [("HiddenWindow", true), ("OpenWindow", false)] {
        let scene = store.scene(SceneID(rawValue: name), isPrivate: isPrivate)
        scene[text] = "\(name)Text"
        scene.tab(TabID(rawValue: "\(name)Tab"))[list] = [
          "\(name)Element", String(repeating: "x", count: 5000),
        ]
        scene.nested("note", "\(name)Note")[text] = "\(name)Nested"
        scene.modify(text) { $0 += "!" }
        #expect(scene[text] == "\(name)Text!")
        #expect(scene.facts(of: text).source == (isPrivate ? .memory : .store))
      }
      try store.flush()
      #expect(store.scene("HiddenWindow")[text] == "HiddenWindowText!")
    }
    let bytes = try Self.bytes(in: folder.url)
    #expect(bytes.range(of: Data("OpenWindowText!".utf8)) != nil)
    #expect(bytes.range(of: Data("OpenWindowNested".utf8)) != nil)
    #expect(bytes.range(of: Data("HiddenWindow".utf8)) == nil)
    try folder.withStore { #expect($0.scene("HiddenWindow")[text] == "") }
  }

  @Test func `what was stored before is neither read nor changed`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[text] = "before" }
    try folder.withStore { store in
      let scene = store.scene("A", isPrivate: true)
      #expect(scene[text] == "")
      scene[text] = "hidden"
      #expect(throws: SceneProblem.self) { try scene.update(text) { $0 = "file" } }
      try store.flush()
    }
    try folder.withStore { #expect($0.scene("A")[text] == "before") }
  }
}
