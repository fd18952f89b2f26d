/// Where a stored value lies, in the words of traces: `A/draft`, `A/raven/path`, `app/opened`.
package struct StoredPlace: Hashable, Sendable {
  /// The number of the session; 0 for the values of the app.
  package var session: UInt32
  /// The name of the window; empty for the values of the app.
  package var window: String
  /// The names of tab and nested scopes, outermost first.
  package var path: [String]
  package var key: String

  package init(session: UInt32, window: String, path: [String], key: String) {
    self.session = session
    self.window = window
    self.path = path
    self.key = key
  }
}

extension StoredPlace: CustomStringConvertible {
  package var description: String {
    "\(Self.escape(session == 0 ? "app" : window))/\(addressInWindow)"
  }

  /// The place below its window, as `expect: {store: {A: …}}` names it.
  package var addressInWindow: String {
    // A nested scope that stands for no item has no identifier.
    (path.filter { !$0.isEmpty } + [key]).map(Self.escape).joined(separator: "/")
  }

  private static func escape(_ part: String) -> String {
    var result = ""
    for scalar in part.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "/": result += "%2F"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension StoredPlace: Comparable {
  /// The order of the store: by session, scope path and key, each text by its bytes.
  package static func < (left: Self, right: Self) -> Bool {
    if left.session != right.session { return left.session < right.session }
    for (one, other) in zip(left.path, right.path) where one != other {
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    }
    if left.path.count != right.path.count { return left.path.count < right.path.count }
    return left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
  }
}
