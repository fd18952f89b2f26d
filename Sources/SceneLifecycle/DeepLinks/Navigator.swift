public import FoundationEssentials
public import Observation
public import SceneState

/// Knows which place a window shows, and the URL of it.
///
/// Screens tell it when they appear and disappear; from these breadcrumbs and the selected tab it
/// infers the URL. Opening a URL goes the other way: it selects the tab and replaces the path.
/// What it shows is a wish that the app's own views follow; it makes no views itself.
///
/// Only the selected tab has a path: selecting another tab shows that tab's root. A place without
/// a URL is no problem; ``url`` is nil there, and the URL that was saved last stays saved. Reads
/// of its properties are observed by `withObservationTracking`.
///
/// ```swift
/// scene.navigator?.appeared("quote/4")               // url is quotes://quote/4
/// try scene.navigator?.open(link)                    // or throws, and the window stays
/// ```
public final class Navigator: Observable {
  /// The places that the navigator knows.
  package let links: DeepLinks
  private let tabs: [TabID]
  private let fresh: (tab: TabID?, path: [String])
  private let address: String
  private let onChange: (Change) -> Void
  private var current: State
  private let registrar = ObservationRegistrar()

  /// Makes the navigator of a window, which shows the place of a fresh one.
  ///
  /// - Parameters:
  ///   - links: The places.
  ///   - tabs: The tabs of the app in order; places in other tabs are no places.
  ///   - defaultURL: The place of a fresh window; if it is none, the first place is.
  ///   - address: The window, for problems.
  ///   - onChange: Is called after each change, with the new state in place.
  package init(
    _ links: DeepLinks, tabs: [TabID] = [], defaultURL: String? = nil, address: String = "",
    onChange: @escaping (Change) -> Void = { _ in }
  ) {
    self.links = links
    self.tabs = tabs
    self.address = address
    self.onChange = onChange
    // A default that is no place is no problem: the first place stands in for it.
    let byDefault = defaultURL.flatMap { try? links.place(for: $0) }
    let known = [byDefault, links.first].compactMap(\.self).first {
      Self.isKnown($0.tab, in: tabs)
    }
    fresh = (known?.tab ?? tabs.first, known?.path ?? [])
    current = State(tab: fresh.tab, path: fresh.path)
    current.url = links.url(tab: fresh.tab, path: fresh.path)
  }

  // MARK: What is shown

  /// The URL of the place shown now, in its canonical form, or nil if the place has none.
  public var url: URL? { state.url.flatMap(URL.init(string:)) }

  /// The tab shown now, or nil in an app without tabs.
  public var selectedTab: TabID? { state.tab }

  /// The texts of the screens in a tab.
  ///
  /// - Parameter tab: The tab, or nil for the selected one.
  /// - Returns: The screens from the bottom to the top; empty at the root, and in every tab that
  ///   is not selected.
  public func path(in tab: TabID? = nil) -> [String] {
    tab == nil || tab == state.tab ? state.path : []
  }

  // MARK: Going somewhere

  /// Shows the place that a URL leads to.
  ///
  /// - Parameter url: The URL; compared as text.
  /// - Throws: `not-our-scheme` or `no-such-place`; the window stays where it is.
  public func open(_ url: URL) throws(SceneProblem) {
    try open(url.absoluteString)
  }

  /// Shows the place that a URL's text leads to.
  package func open(_ url: String) throws(SceneProblem) {
    do throws(LinkError) {
      let place = try place(for: url)
      show(place)
    } catch {
      throw error.problem(with: url, at: address)
    }
  }

  /// Selects a tab and shows its root; nothing happens if it is selected already.
  ///
  /// - Parameter tab: The tab.
  /// - Throws: `no-such-tab` if the app has no such tab; the window stays where it is.
  public func select(_ tab: TabID) throws(SceneProblem) {
    guard tabs.contains(tab) else { throw .noSuchTab(tab, at: address) }
    if tab != current.tab { show((tab, [])) }
  }

  /// Replaces the screens of a tab, and selects the tab.
  ///
  /// - Parameters:
  ///   - path: The screens from the bottom to the top; any texts, in no known place too.
  ///   - tab: The tab, or nil for the selected one.
  /// - Throws: `no-such-tab` if the app has no such tab; the window stays where it is.
  public func show(_ path: [String], in tab: TabID? = nil) throws(SceneProblem) {
    if let tab, !tabs.contains(tab) { throw .noSuchTab(tab, at: address) }
    show((tab, path))
  }

  // MARK: Breadcrumbs

  /// Says that a screen appeared on top.
  ///
  /// A screen that is in the path already was returned to, so those above it are gone; to have
  /// one screen twice in a path use ``show(_:in:)``. A screen of another tab selects that tab; a
  /// tab that the app does not have is ignored.
  ///
  /// - Parameters:
  ///   - screen: The screen's text, as in the path of a ``Place``, with the texts of its parts.
  ///   - tab: The tab that it appeared in, or nil for the selected one.
  public func appeared(_ screen: String, in tab: TabID? = nil) {
    guard Self.isKnown(tab, in: tabs) else { return }
    var path = path(in: tab)
    if let index = path.lastIndex(where: { $0.hasSameBytes(as: screen) }) {
      path.removeSubrange((index + 1)...)
    } else {
      path.append(screen)
    }
    show((tab, path))
  }

  /// Says that a screen was taken away, and with it those above.
  ///
  /// Nothing happens if the path does not hold it, or if its tab is not selected. A screen that
  /// is only covered by another one has not disappeared in this sense.
  ///
  /// - Parameters:
  ///   - screen: The screen's text.
  ///   - tab: The tab that it was in, or nil for the selected one.
  public func disappeared(_ screen: String, in tab: TabID? = nil) {
    let path = path(in: tab)
    guard let index = path.lastIndex(where: { $0.hasSameBytes(as: screen) }) else { return }
    show((nil, Array(path[..<index])))
  }

  // MARK: What is saved

  /// The whole state, to be kept and brought back.
  package var state: State {
    registrar.access(self, keyPath: \.state)
    return current
  }

  /// The URL that belongs into the store: the last one that a place had; nil in a fresh window.
  package var savedURL: String? { current.savedURL }

  /// Goes back to a kept state, without a word to anybody but observers.
  package func bringBack(_ state: State) {
    registrar.withMutation(of: self, keyPath: \.state) { current = state }
  }

  /// Takes the URL that was saved by an earlier process, and shows its place.
  ///
  /// If there is no such place, the nearest ancestor is shown, else the place of a fresh window,
  /// and its URL takes the place of the saved one.
  ///
  /// - Parameters:
  ///   - url: The saved URL.
  ///   - isShown: False if another URL is going to be opened at once: then only the URL is
  ///     kept, for the case that the other one is no place.
  /// - Returns: The problem `no-such-place` if the saved place is gone.
  package func restore(_ url: String, isShown: Bool = true) -> SceneProblem? {
    registrar.withMutation(of: self, keyPath: \.state) { current.savedURL = url }
    guard isShown else { return nil }
    // Why it is no place any more is not the question: the caller tells that it is gone.
    if let place = try? place(for: url) {
      show(place, savedURL: url)
      return nil
    }
    let ancestor = links.nearestAncestor(of: url).flatMap {
      Self.isKnown($0.tab, in: tabs) ? $0 : nil
    }
    show(ancestor ?? fresh)
    return LinkError.noSuchPlace.problem(with: url, at: address)
  }

  // MARK: Changes

  private func place(for url: String) throws(LinkError) -> (tab: TabID?, path: [String]) {
    let place = try links.place(for: url)
    guard Self.isKnown(place.tab, in: tabs) else { throw .noSuchPlace }
    return place
  }

  private static func isKnown(_ tab: TabID?, in tabs: [TabID]) -> Bool {
    tab.map { tabs.isEmpty || tabs.contains($0) } ?? true
  }

  private func show(_ place: (tab: TabID?, path: [String]), savedURL: String? = nil) {
    let old = current
    var new = State(tab: place.tab ?? old.tab, path: place.path)
    new.url = links.url(tab: new.tab, path: new.path)
    new.savedURL = savedURL ?? new.url ?? old.savedURL
    guard new != old else { return }
    registrar.withMutation(of: self, keyPath: \.state) { current = new }
    onChange(Change(old: old, new: new))
  }
}
