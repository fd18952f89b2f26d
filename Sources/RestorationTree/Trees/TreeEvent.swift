import SceneLifecycle
package import SceneState

/// What happens while trees are kept and restored, in order.
package enum TreeEvent: Hashable, Sendable {
  /// Whether the app lets the state of the window be kept.
  case shouldSaveState(SceneID, Bool)
  case encoded(SceneID, path: [String])
  /// A node without an identifier was left out with all below it.
  case unnamed(SceneID, under: [String], className: String)
  /// Whether the app lets state be restored; asked once for all windows.
  case shouldRestoreState(Bool)
  /// The tree was kept by a version of the app that this one does not accept.
  case refusedVersion(SceneID, Int)
  case created(SceneID, path: [String], by: Maker)
  case leftOut(SceneID, path: [String], Reason)
  case decoded(SceneID, path: [String])
  /// The object is of another class than the one that encoded.
  case notDecoded(SceneID, path: [String], archived: String, found: String)
  case didDecodeRestorableState
  case applicationFinishedRestoringState(SceneID, path: [String])
  case problem(SceneID, SceneProblem)

  /// Who made a node; the words are those of scenarios.
  package enum Maker: String, Sendable {
    case restorationClass = "class"
    case app
    case existing
    case template = "storyboard"
  }

  /// Why a node is not there again.
  package enum Reason: Hashable, Sendable {
    /// Its restoration class gave nil.
    case declined
    /// The app has no such restoration class.
    case unknownClass(String)
    /// The class of a node above it gave nil, or the app has no such class.
    case parent
    /// No class, not the app, no existing object, no template.
    case nobody
  }

  /// The callback's name and argument; nil for what is no callback.
  package var text: String? {
    switch self {
    case .shouldSaveState: "shouldSaveState"
    case .encoded(_, let path): "encodeRestorableState \(TreeAddress.text(path))"
    case .shouldRestoreState: "shouldRestoreState"
    case .created(_, let path, _): "create \(TreeAddress.text(path))"
    case .decoded(_, let path): "decodeRestorableState \(TreeAddress.text(path))"
    case .didDecodeRestorableState: "didDecodeRestorableState"
    case .applicationFinishedRestoringState(_, let path):
      "applicationFinishedRestoringState \(TreeAddress.text(path))"
    case .unnamed, .refusedVersion, .leftOut, .notDecoded, .problem: nil
    }
  }

  /// The window concerned; nil for what concerns all.
  package var sceneID: SceneID? {
    switch self {
    case .shouldSaveState(let id, _), .encoded(let id, _), .unnamed(let id, _, _),
      .refusedVersion(let id, _), .created(let id, _, _), .leftOut(let id, _, _),
      .decoded(let id, _), .notDecoded(let id, _, _, _),
      .applicationFinishedRestoringState(let id, _), .problem(let id, _):
      id
    case .shouldRestoreState, .didDecodeRestorableState: nil
    }
  }
}
