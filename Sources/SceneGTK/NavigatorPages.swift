#if GTK
  public import SceneLifecycle
  public import SceneState

  /// The tabs of a window whose places have links: its navigator knows which one is in front.
  ///
  /// Whoever selects a tab or follows a link, the page in front is the navigator's. Which tabs there
  /// are stays the same.
  ///
  /// ```swift
  /// let pages = NavigatorPages(navigator, [("quotes", "Quotes", list), ("authors", "Authors", names)])
  /// ```
  @MainActor public final class NavigatorPages: Widget {
    private let pages: TabPages
    private var following: Following?

    /// The widget of GTK behind it.
    public var handle: WidgetHandle { pages.handle }

    /// Makes the pages.
    ///
    /// - Parameters:
    ///   - navigator: Of the window that shows them.
    ///   - tabs: Tabs of the app with their titles and what they show, in the order of the bar.
    public init(
      _ navigator: Navigator, _ tabs: [(id: TabID, title: String, content: any Widget)]
    ) {
      pages = TabPages(tabs.map { ($0.title, $0.content) })
      let ids = tabs.map(\.id)
      following = Following { [pages] in
        if let index = ids.firstIndex(where: { $0 == navigator.selectedTab }) {
          pages.selected = index
        }
      }
      pages.onSelect = { [unowned pages] number in
        do throws(SceneProblem) { try navigator.select(ids[number]) } catch {
          Windows.running?.complaints.tell(error)
          pages.selected = ids.firstIndex { $0 == navigator.selectedTab } ?? 0
        }
      }
    }
  }
#endif
