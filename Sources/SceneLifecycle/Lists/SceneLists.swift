package import SceneState

/// The lists of one window by name; each finds its saved position again when it is registered.
///
/// Positions are kept with the session when the window goes to the background. Load the rows
/// before the list is registered: a saved position that meets a list without rows gives the
/// problem `list-was-empty`, the first row and no selection, and is forgotten at the next
/// background. Positions of lists that are not registered stay as they were saved.
///
/// ```swift
/// let table = scene.lists.register("countries", source: countries) { countries.count }
/// try table.scroll(to: 4)
/// print(scene.lists["countries"]?.picked ?? -1)
/// ```
public final class SceneLists {
  private var lists: [String: ListState] = [:]
  private var positions: ListPositions
  private var toldNames: Set<String> = []
  /// Those whose position is not kept.
  private var transient: Set<String> = []
  /// Whether lists are at their beginning until somebody asks for what was saved.
  var isWaiting = false
  private let scene: SceneID
  private let report: (SceneProblem) -> Void

  package init(
    scene: SceneID, restoring positions: ListPositions = ListPositions(),
    report: @escaping (SceneProblem) -> Void = { _ in }
  ) {
    self.scene = scene
    self.positions = positions
    self.report = report
  }

  /// Adds a list and restores its position.
  ///
  /// A second list under one name takes the place of the first, at the same models.
  ///
  /// - Parameters:
  ///   - name: The name of the list in this window, the same in every process.
  ///   - source: Names the models of rows; kept until the window disconnects.
  ///   - keepsPosition: Whether its position is kept with the session; if not, it begins anew
  ///     whenever the window connects.
  ///   - rowCount: How many rows there are now.
  /// - Returns: The position and the selection, to read and to change.
  @discardableResult
  public func register(
    _ name: String, source: any DataSourceModelAssociation, keepsPosition: Bool = true,
    rowCount: @escaping () -> Int
  ) -> ListState {
    let list = ListState(of: source, rowCount: rowCount)
    if keepsPosition {
      transient.remove(name)
    } else {
      transient.insert(name)
      positions.lists[name] = nil
    }
    if let saved = lists[name]?.position ?? (isWaiting ? nil : positions.lists[name]),
      list.restore(saved) == .wasEmpty, toldNames.insert(name).inserted
    {
      report(.listWasEmpty(TreeAddress.text(scene, path: [name])))
    }
    lists[name] = list
    return list
  }

  /// Restores the lists that nobody has touched while they waited.
  func restoreWaiting() {
    guard isWaiting else { return }
    isWaiting = false
    for (name, list) in lists.sorted(by: { $0.key < $1.key }) where !list.isTouched {
      guard let saved = positions.lists[name] else { continue }
      if list.restore(saved) == .wasEmpty, toldNames.insert(name).inserted {
        report(.listWasEmpty(TreeAddress.text(scene, path: [name])))
      }
    }
  }

  /// Takes over a list whose position is kept elsewhere, such as with a node of a tree.
  package func adopt(_ list: ListState, as name: String) { lists[name] = list }

  /// The list registered under a name.
  public subscript(name: String) -> ListState? { lists[name] }

  /// The names of the registered lists in order.
  public var names: [String] { lists.keys.sorted() }

  /// Finds the rows of every list again after rows came or went.
  public func dataChanged() { for list in lists.values { list.dataChanged() } }

  /// What is kept with the session: the lists as they stand, and saved ones not registered.
  ///
  /// A list that nobody has touched has no position.
  package var saved: ListPositions {
    var saved = positions
    for (name, list) in lists where list.isTouched && !transient.contains(name) {
      saved.lists[name] = list.position
    }
    return saved
  }
}
