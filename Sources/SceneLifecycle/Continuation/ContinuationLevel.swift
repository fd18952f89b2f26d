public import SceneState
import StoreFormat

extension ContinuationRegistry {
  /// Where a handler belongs: it decides when its turn comes and whether it runs.
  ///
  /// ```swift
  /// registry.onContinue(.character, at: .tab("hawk")) { character, _ in show(character) }
  /// ```
  public enum Level: Hashable, Sendable {
    /// The level of the scope that is current at the registration, as storage does it; the
    /// window if there is none.
    case inherited
    /// The window: runs first, whatever tab is selected.
    case window
    /// A tab: runs after the window's handlers, if the tab is selected when its turn comes.
    case tab(TabID)
    /// A place inside a tab: runs after the tabs' handlers, if the tab is selected then.
    case nested(TabID, String)
  }
}

/// A level without `inherited`.
struct ContinuationPlace {
  /// The tab that must be selected; nil if none must.
  let tab: TabID?
  /// 0 for the window, 1 for a tab, 2 and more for what is inside.
  let depth: Int
  /// The place in words: `window`, `hawk`, `hawk/library`.
  let name: String

  init(_ level: ContinuationRegistry.Level) {
    switch level {
    case .inherited:
      let path = SceneScope.current?.path ?? .root
      tab = path.tab.map(TabID.init(rawValue:))
      // What is nested without a tab comes after the tabs all the same: it is no tab's outside.
      let nested = path.components.count { if case .nested = $0 { true } else { false } }
      depth = nested > 0 ? 1 + nested : (tab == nil ? 0 : 1)
      let kinds = path.components.compactMap { component in
        if case .nested(let kind, _) = component { kind } else { nil }
      }
      let names = [tab?.rawValue].compactMap(\.self) + kinds
      name = names.isEmpty ? "window" : names.joined(separator: "/")
    case .window: (tab, depth, name) = (nil, 0, "window")
    case .tab(let tab): (self.tab, depth, name) = (tab, 1, tab.rawValue)
    case .nested(let tab, let place):
      (self.tab, depth, name) = (tab, 2, "\(tab.rawValue)/\(place)")
    }
  }
}
