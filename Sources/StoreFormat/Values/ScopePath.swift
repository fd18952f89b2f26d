/// Where in a scene a value lives: tabs and nested scopes, outermost first.
///
/// The empty path is the scene itself (or the app, in session 0). Texts are kept in Unicode
/// normal form C, so that two spellings of one name are one scope.
package struct ScopePath: Hashable, Sendable {
  package enum Component: Hashable, Sendable {
    case tab(String)
    case nested(kind: String, id: String)

    /// One text for a tab, two for a nested scope.
    package var texts: [String] {
      switch self {
      case .tab(let name): [name]
      case .nested(let kind, let id): [kind, id]
      }
    }

    fileprivate var normalised: Component {
      switch self {
      case .tab(let name): .tab(name.normalFormC)
      case .nested(let kind, let id): .nested(kind: kind.normalFormC, id: id.normalFormC)
      }
    }
  }

  package static let root = ScopePath([])

  package let components: [Component]

  package init(_ components: [Component] = []) {
    self.components = components.map(\.normalised)
  }

  // NB: comparing the arrays takes the long way through the witnesses of their parts: code for that
  // is shared with modules that see no more of them.
  @inline(never)
  package static func == (one: Self, other: Self) -> Bool {
    guard one.components.count == other.components.count else { return false }
    for index in one.components.indices {
      switch (one.components[index], other.components[index]) {
      case (.tab(let mine), .tab(let theirs)):
        guard mine == theirs else { return false }
      case (.nested(let mine, let id), .nested(let theirs, let otherID)):
        guard mine == theirs, id == otherID else { return false }
      case (.tab, .nested), (.nested, .tab): return false
      }
    }
    return true
  }

  package var texts: [String] { components.flatMap(\.texts) }

  package var tab: String? {
    for case .tab(let name) in components.reversed() { return name }
    return nil
  }

  /// Whether this path is the other one or lies inside it.
  package func isInside(_ other: ScopePath) -> Bool {
    components.starts(with: other.components)
  }
}
