import RestorationTree
import SceneLifecycle
import SceneState
import Testing

/// A node with text, made and asked like any view.
class PlainNode: RestorableNode {
  var restorationIdentifier: String?
  var restorationClass: (any NodeRestoring.Type)?
  var restorableChildren: [any RestorableNode]
  var text = ""
  private(set) var hasDecoded = false
  private(set) var finishCount = 0

  init(_ identifier: String?, _ children: [any RestorableNode] = []) {
    restorationIdentifier = identifier
    restorableChildren = children
  }

  func encodeRestorableState(with coder: RestorationCoder) { coder.encode(text, forKey: "text") }

  func decodeRestorableState(with coder: RestorationCoder) {
    hasDecoded = true
    text = coder.decode(String.self, forKey: "text") ?? text
  }

  func applicationFinishedRestoringState() { finishCount += 1 }
}

/// Adds a key of its own to those of its superclass.
final class DetailNode: PlainNode {
  var size = 0

  override func encodeRestorableState(with coder: RestorationCoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(size, forKey: "size")
  }

  override func decodeRestorableState(with coder: RestorationCoder) {
    super.decodeRestorableState(with: coder)
    size = coder.decode(Int.self, forKey: "size") ?? size
  }
}

/// Makes nodes again and sets all that is needed.
enum GoodMaker: NodeRestoring {
  static func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)? {
    let node = PlainNode(path.last)
    node.restorationClass = GoodMaker.self
    return node
  }
}

/// Never wants its nodes back.
enum RefusingMaker: NodeRestoring {
  static func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)? { nil }
}

/// Forgets to name what it makes.
enum ForgetfulMaker: NodeRestoring {
  static func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)? {
    PlainNode(nil)
  }
}

/// An app that a test tells how to make nodes.
final class TreeMakers: RestorableTreeApp {
  final class Delegate: SceneDelegate {}
  let manifest = SceneManifest(id: "com.example.tree")
  var shouldRestore = true
  var oldestVersion = 0
  var classes: [any NodeRestoring.Type] = []
  var app: ([String], RestorationCoder) -> (any RestorableNode)? = { _, _ in nil }
  var template: ([String], RestorationCoder) -> (any RestorableNode)? = { _, _ in nil }
  var didDecode: () -> Void = {}

  var restorationClasses: [any NodeRestoring.Type] { classes }
  func rootNodes(for scene: SceneID) -> [any RestorableNode] { [] }
  func acceptsState(savedBy version: Int) -> Bool { version >= oldestVersion }
  func didDecodeRestorableState() { didDecode() }

  func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)? { app(path, coder) }

  func templateNode(path: [String], coder: RestorationCoder) -> (any RestorableNode)? {
    template(path, coder)
  }

  func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate { Delegate() }
}

/// Keeps and restores trees of the window `A`, and writes down what happens.
final class TreeLog {
  private(set) var texts: [String] = []
  private(set) var problems: [SceneProblem] = []
  let makers = TreeMakers()

  var codes: [String] { problems.map(\.code.rawValue) }

  @discardableResult
  func preserve(_ roots: any RestorableNode...) -> RestorationArchive {
    TreeArchiver.preserve(window(roots), appVersion: 1) { self.problems.append($0) }
      ?? RestorationArchive(appVersion: -1)
  }

  @discardableResult
  func restore(_ archive: RestorationArchive, into roots: any RestorableNode...) -> RestoredTree {
    restore([window(roots, archive)])["A"] ?? RestoredTree()
  }

  func restore(_ windows: [TreeArchiver.Window]) -> [SceneID: RestoredTree] {
    TreeArchiver.restore(
      windows, of: makers, mayRestore: { self.makers.shouldRestore },
      tell: { self.texts.append($0) }, report: { problem, _ in self.problems.append(problem) })
  }

  private func window(
    _ roots: [any RestorableNode], _ archive: RestorationArchive? = nil
  ) -> TreeArchiver.Window {
    TreeArchiver.Window("A", roots: roots, archive: archive)
  }
}

/// Rows named by text, as a table of capitals.
final class Rows: DataSourceModelAssociation {
  var names: [String]

  init(_ names: [String]) { self.names = names }

  func modelIdentifier(at row: Int) -> String? { names[row] }
  func row(of modelIdentifier: String) -> Int? { names.firstIndex(of: modelIdentifier) }
}

extension RestorationArchive {
  /// The archive of the bytes, as it is read out of a record.
  init(read bytes: [UInt8]) throws { try self.init(json: #require(JSONField(bytes: bytes))) }
}
