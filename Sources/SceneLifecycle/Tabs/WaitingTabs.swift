import FoundationEssentials
import SceneState
import StoreFormat

/// Tabs that were saved and are still to come, in a window that waits with what was saved.
///
/// A list that is written meanwhile would take their place, and leave their values without a tab.
/// So it is kept with them in front, and shown without them until the window is restored.
extension ConnectedScene {
  /// What is to be stored where these tabs are to be shown.
  ///
  /// - Parameters:
  ///   - new: The tabs to be shown.
  ///   - shown: Those that are shown now.
  ///   - key: The name of the key of the window that keeps them.
  /// - Returns: The tabs with those that wait.
  package func withWaitingTabs(_ new: [String], shown: [String], key: String) -> [String] {
    guard awaitsRestoration else { return new }
    let known = waitingTabs ?? savedTabs(key).filter { !shown.contains($0) }
    let waiting = known.filter { !new.contains($0) }
    waitingTabs = waiting
    return waiting + new
  }

  /// What is to be shown of the tabs that are stored.
  package func withoutWaitingTabs(_ stored: [String]) -> [String] {
    guard let waitingTabs, !waitingTabs.isEmpty else { return stored }
    return stored.filter { !waitingTabs.contains($0) }
  }

  /// What the store has, which the window does not show yet.
  private func savedTabs(_ key: String) -> [String] {
    let entry = scope.entries.first { $0.path == .root && $0.key == key }
    // What cannot be read is told by whoever reads the key.
    guard let json = entry?.json else { return [] }
    return (try? JSONDecoder().decode([String].self, from: Data(json.utf8))) ?? []
  }
}
