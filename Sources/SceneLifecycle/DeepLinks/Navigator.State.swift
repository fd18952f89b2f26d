package import SceneState

extension Navigator {
  /// What a navigator shows and what it has saved; texts are compared by their bytes.
  package struct State: Hashable, Sendable {
    package let tab: TabID?
    package let path: [String]
    /// The canonical URL of tab and path.
    package internal(set) var url: String?
    /// The last URL that a place had.
    package internal(set) var savedURL: String?

    package static func == (left: State, right: State) -> Bool {
      left.tab == right.tab && left.path.hasSameBytes(as: right.path)
        && isSame(left.url, right.url) && isSame(left.savedURL, right.savedURL)
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(tab)
      hasher.combine(path.count)
      for screen in path { hasher.combine(Array(screen.utf8)) }
      hasher.combine(url.map { Array($0.utf8) })
      hasher.combine(savedURL.map { Array($0.utf8) })
    }
  }

  package struct Change: Hashable, Sendable {
    package let old: State
    package let new: State

    /// Whether another URL belongs into the store.
    package var savedURLChanged: Bool { !isSame(old.savedURL, new.savedURL) }
  }

  private static func isSame(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.hasSameBytes(as: right)
  }
}
