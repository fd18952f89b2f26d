public import SceneState

package enum LinkError: Error, Hashable, Sendable {
  /// No place of the app has the URL's scheme.
  case notOurScheme
  /// The scheme is one of the app's, but no place has the URL.
  case noSuchPlace

  /// The code of the problem.
  package var code: SceneProblem.Code {
    switch self {
    case .notOurScheme: .notOurScheme
    case .noSuchPlace: .noSuchPlace
    }
  }

  /// The problem of a window that was to open a URL.
  package func problem(with url: String, at address: String) -> SceneProblem {
    let detail =
      switch self {
      case .notOurScheme: "no place of this app has the scheme of '\(url)'"
      case .noSuchPlace: "no place has the URL '\(url)'"
      }
    return SceneProblem(code, address: address, detail: detail)
  }
}

extension SceneProblem.Code {
  /// No place of the app has the URL; the window stays where it is.
  public static let noSuchPlace = Self(rawValue: "no-such-place")
  /// The URL's scheme is none of the app's; the window stays where it is.
  public static let notOurScheme = Self(rawValue: "not-our-scheme")
  /// The app has no tab of that name.
  public static let noSuchTab = Self(rawValue: "no-such-tab")
}

extension SceneProblem {
  static func noSuchTab(_ tab: TabID, at address: String) -> SceneProblem {
    SceneProblem(.noSuchTab, address: address, detail: "there is no tab '\(tab)'")
  }

  static func unusableTab(_ tab: TabID, at address: String) -> SceneProblem {
    SceneProblem(
      .noSuchTab, address: address,
      detail: tab.rawValue.isEmpty ? "a tab without a name" : "the tab '\(tab)' is there twice")
  }
}
