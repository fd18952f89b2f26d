import FoundationEssentials
import SceneState
import StoreFormat

/// Tabs that were saved and are still to come, in a window that waits with what was saved.
///
/// A list that is written meanwhile would take their place, and leave their values without a tab.
/// So it is kept with them where they stood, and shown without them until the window is restored.
struct WaitingTabs: Sendable {
  /// All tabs as they are stored.
  var stored: [String]
  /// Those that are not shown yet.
  var names: [String]

  /// The user's list with those that wait, each behind the one that it stood behind.
  mutating func merge(_ new: [String], shown: [String]) {
    let saved = stored
    // One of those that wait, opened at the end, stands where it stood.
    let opened = new.reversed().prefix { names.contains($0) && !shown.contains($0) }
    names.removeAll { new.contains($0) }
    var result = Array(new.dropLast(opened.count))
    for tab in saved where !result.contains(tab) && (names.contains(tab) || opened.contains(tab)) {
      let before = saved.prefix { $0 != tab }.last { result.contains($0) }
      let index = before.flatMap { result.firstIndex(of: $0) }.map { $0 + 1 }
      result.insert(tab, at: index ?? 0)
    }
    stored = result
  }
}

extension ConnectedScene {
  /// What is to be stored where these tabs are to be shown.
  package func withWaitingTabs(_ new: [String], shown: [String], key: String) -> [String] {
    guard awaitsRestoration else { return new }
    var waiting = waitingTabs ?? firstWaitingTabs(key, shown: shown)
    waiting.merge(new, shown: shown)
    waitingTabs = waiting
    return waiting.stored
  }

  /// What is to be shown of the tabs that are read.
  ///
  /// Where the default has tabs the saved ones are waited for in the one that was selected: what is
  /// done meanwhile is done there, and not to another tab that happens to have the default's name.
  package func withoutWaitingTabs(_ read: [String], key: String, selection: String) -> [String] {
    if let waitingTabs { return read.filter { !waitingTabs.names.contains($0) } }
    guard awaitsRestoration, !read.isEmpty, let saved = storedValue([String].self, key),
      let first = saved.first
    else { return read }
    let selected = storedValue(String.self, selection).flatMap { saved.contains($0) ? $0 : nil }
    return [selected ?? first]
  }

  /// What the store has, of which the window shows what these tell.
  private func firstWaitingTabs(_ key: String, shown: [String]) -> WaitingTabs {
    let saved = storedValue([String].self, key) ?? []
    return WaitingTabs(stored: saved, names: saved.filter { !shown.contains($0) })
  }

  /// A value of the window that it does not show yet.
  private func storedValue<Value: Decodable>(_ type: Value.Type, _ key: String) -> Value? {
    let entry = scope.entries.first { $0.path == .root && $0.key == key }
    // What cannot be read is told by whoever reads the key.
    return entry?.json.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
  }
}
