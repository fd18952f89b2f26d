import StoreFormat
import Synchronization

extension SceneScope {
  /// Keeps ``Retention`` from forgetting the items here and around this place, as while a window
  /// shows one.
  ///
  /// What is held is kept beside the latest items that the rule keeps. Who holds it elsewhere, in
  /// another process, is not known here.
  ///
  /// ```swift
  /// let shown = KeptSubscription(scene.nested("book", book.id).hold())
  /// // The window shows something else now:
  /// shown.end()
  /// ```
  ///
  /// - Returns: The hold, which ends when it is dropped; with the next item that is added after that
  ///   the rule counts for what was held, too.
  public func hold() -> Subscription {
    let (handle, path) = (handle, path)
    handle.state.withLock { $0.held[path, default: 0] += 1 }
    return Subscription {
      handle.state.withLock { state in
        let count = state.held[path] ?? 0
        state.held[path] = count > 1 ? count - 1 : nil
      }
    }
  }
}
