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

/// Keeps and restores trees of the window `A`, and writes down what happens.
final class TreeLog {
  private(set) var events: [TreeEvent] = []
  var makers = TreeArchiver.Makers()

  var texts: [String] { events.compactMap(\.text) }

  var problems: [SceneProblem] {
    events.compactMap { if case .problem(_, let problem) = $0 { problem } else { nil } }
  }

  var codes: [String] { problems.map(\.code.rawValue) }

  @discardableResult
  func preserve(_ roots: any RestorableNode...) -> RestorationArchive {
    TreeArchiver.preserve(window(roots), appVersion: 1) { self.events.append($0) }
      ?? RestorationArchive(appVersion: -1)
  }

  @discardableResult
  func restore(_ archive: RestorationArchive, into roots: any RestorableNode...) -> RestoredTree {
    let windows = [window(roots, archive)]
    let trees = TreeArchiver.restore(windows, with: makers) { self.events.append($0) }
    return trees["A"] ?? RestoredTree()
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
