// The browser of the tests in real windows, for Scripts/check-desktop: its tabs come and go.
import Glibc

#if GTK
  import AppsInSwift
  import FoundationEssentials
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

  let place = URL(filePath: CommandLine.arguments[1])
  let application = SceneApplication(
    id: "com.example.osprey", name: "Osprey",
    store: {
      // What a store on the disk costs is measured beside one that is not.
      if CommandLine.arguments[1] == "memory" { return SceneStore.inMemory() }
      do throws(SceneProblem) {
        return try SceneStore.open(place, options: SceneStore.Options(appID: "com.example.osprey"))
      } catch { fatalError("\(error)") }
    },
    content: { scene in
      // As an app does that cannot bear what it kept.
      if scene.id.rawValue == ProcessInfo.processInfo.environment["OSPREY_DIES_OF"] {
        _exit(7)
      }
      guard let window = scene.delegate as? any TabbedWindow else {
        preconditionFailure("a window of a browser has tabs")
      }
      return TabView(window.openTabs, title: OspreyKeys.url) { PageView($0) }
    },
    app: { Osprey() })
  application.handsOver = false
  application.pictureFolder = CommandLine.arguments.dropFirst(2).first
  exit(application.run())
#else
  exit(69)
#endif
