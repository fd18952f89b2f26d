public import FoundationEssentials

/// A web page with its history; after a restore it shows nothing until it is reloaded.
///
/// History, zoom and scroll position are kept, the page itself is not. The first appearance
/// reloads; an app that wants to wait, for example for a log-in, turns `reloadsOnAppearance` off
/// and calls ``reload()`` itself. A page that was never shown again is kept all the same.
///
/// ```swift
/// let web = WebNode("web") { view.load($0) }
/// web.open(article)
/// web.zoom = 1.5
/// ```
public final class WebNode: AppearingNode {
  /// The node's name among its siblings.
  public var restorationIdentifier: String?
  /// Who makes the node again.
  public var restorationClass: (any NodeRestoring.Type)?
  /// The pages in the order they were opened.
  public private(set) var history: [URL] = []
  /// The place of the present page in the history; nil without pages.
  public private(set) var index: Int?
  /// How much the page is enlarged.
  public var zoom = 1.0
  /// How far down the page is scrolled, in the units of the app.
  public var scroll = 0.0
  /// Whether the node was restored and has not appeared since.
  public private(set) var restoringState = false
  /// The page that can be seen; nil after a restore until it was reloaded.
  public private(set) var shown: URL?
  /// Whether the first appearance after a restore reloads.
  public var reloadsOnAppearance = true
  private let load: (URL) -> Void

  /// Makes a node without pages.
  ///
  /// - Parameters:
  ///   - identifier: The node's name among its siblings.
  ///   - restorationClass: Who makes the node again.
  ///   - load: Shows a page; zoom and scroll are those to show it with.
  public init(
    _ identifier: String?, restorationClass: (any NodeRestoring.Type)? = nil,
    load: @escaping (URL) -> Void = { _ in }
  ) {
    restorationIdentifier = identifier
    self.restorationClass = restorationClass
    self.load = load
  }

  /// The present page, be it shown or not.
  public var page: URL? { index.map { history[$0] } }

  /// Opens a page; those that were ahead are forgotten.
  public func open(_ url: URL) {
    history = Array(history.prefix((index ?? -1) + 1)) + [url]
    go(to: history.count - 1)
  }

  /// Goes back one page; nothing happens on the first.
  public func goBack() { if let index, index > 0 { go(to: index - 1) } }

  /// Goes forward one page; nothing happens on the last.
  public func goForward() { if let index, index + 1 < history.count { go(to: index + 1) } }

  /// Loads the present page, at the zoom and the scroll position it has.
  public func reload() {
    guard let page else { return }
    shown = page
    load(page)
  }

  /// Keeps the history, the zoom and the scroll position.
  public func encodeRestorableState(with coder: RestorationCoder) {
    coder.encode(history, forKey: "history")
    coder.encode(index, forKey: "index")
    coder.encode(zoom, forKey: "zoom")
    coder.encode(scroll, forKey: "scroll")
  }

  /// Takes them back; nothing is shown yet.
  public func decodeRestorableState(with coder: RestorationCoder) {
    restoringState = true
    shown = nil
    history = coder.decode([URL].self, forKey: "history") ?? []
    // An index beyond the history, from damaged state, means the last page.
    index = coder.decode(Int?.self, forKey: "index").flatMap { $0 }
      .flatMap { history.isEmpty ? nil : min(max($0, 0), history.count - 1) }
    zoom = coder.decode(Double.self, forKey: "zoom") ?? zoom
    scroll = coder.decode(Double.self, forKey: "scroll") ?? scroll
  }

  /// Reloads after a restore.
  public func appeared() {
    guard restoringState else { return }
    restoringState = false
    // A page opened since then is there already.
    if reloadsOnAppearance, shown == nil { reload() }
  }

  private func go(to index: Int) {
    self.index = index
    zoom = 1
    scroll = 0
    reload()
  }
}
