#if GTK
  import AppsInSwift
  import SceneGTK
  import SceneLifecycle
  import SceneState

  /// What a tab draws: the field of its address, which is its title.
  @MainActor final class PageView: Widget {
    private let column: Column
    private var subscriptions: [KeptSubscription] = []
    var handle: WidgetHandle { column.handle }

    init(_ scope: SceneScope) {
      let address = TextField("Address")
      address.text = scope[OspreyKeys.url]
      address.onEdit = { scope[OspreyKeys.url] = $0 }
      column = Column([address], margin: 12)
      scope.observeOnMain(OspreyKeys.url) { [weak address] in address?.text = $0 }
        .keep(in: &subscriptions)
    }
  }

  /// A window of the browser.
  @MainActor func tabView(of scene: ConnectedScene) -> any Widget {
    guard let window = scene.delegate as? any TabbedWindow else {
      preconditionFailure("a window of a browser has tabs")
    }
    return TabView(window.openTabs, title: OspreyKeys.url) { PageView($0) }
  }

  /// A window of the reader: a page for each of its tabs, the first one with the path.
  @MainActor func readerView(of scene: ConnectedScene) -> any Widget {
    guard let navigator = scene.navigator else {
      preconditionFailure("a window of an app with places has a navigator")
    }
    return NavigatorPages(
      navigator,
      [("feeds", "Feeds", PathView(navigator)), ("later", "Later", Label("Nothing is kept"))])
  }

  /// Where the reader is.
  @MainActor final class PathView: Widget {
    private let label = Label()
    private var following: Following?
    var handle: WidgetHandle { label.handle }

    init(_ navigator: Navigator) {
      following = Following { [label] in
        label.text = navigator.path(in: "feeds").joined(separator: " › ")
      }
    }
  }
#endif
