// The browser of the tests in real windows, for Scripts/check-desktop: its tabs come and go. With
// DESKTOP_APP=heron it is the reader of feeds, whose places have links.
import Glibc

#if GTK
  import AppsInSwift
  import FoundationEssentials
  import SceneGTK
  import SceneLifecycle
  import SceneState

  /// What windows drew, to see that nothing of a closed one is kept.
  struct Drawn {
    weak var view: (any Widget)?
    weak var scene: ConnectedScene?
  }
  var drawn: [Drawn] = []

  let arguments = CommandLine.arguments
  let environment = ProcessInfo.processInfo.environment
  // The reader of feeds has tabs that stay, and a navigator.
  let isReader = environment["DESKTOP_APP"] == "heron"
  let id = isReader ? "com.example.heron" : "com.example.osprey"
  let application = SceneApplication(
    id: id, name: isReader ? "Heron" : "Osprey",
    store: {
      // What a store on the disk costs is measured beside one that is not.
      if arguments[1] == "memory" { return SceneStore.inMemory() }
      do throws(SceneProblem) {
        return try SceneStore.open(
          URL(filePath: arguments[1]), options: SceneStore.Options(appID: id))
      } catch { fatalError("\(error)") }
    },
    content: { scene in
      // As an app does that cannot bear what it kept.
      if scene.id.rawValue == environment["OSPREY_DIES_OF"] { _exit(7) }
      let view = isReader ? readerView(of: scene) : tabView(of: scene)
      drawn.append(Drawn(view: view, scene: scene))
      return view
    },
    app: { if isReader { Heron() } else { Osprey() } })
  application.handsOver = false
  application.pictureFolder = arguments.firstIndex(of: "--pictures").map { arguments[$0 + 1] }
  let links = arguments.compactMap(URL.init(string:)).filter { $0.scheme != nil }
  let code = application.run(opening: links)
  let kept = (drawn.count { $0.view != nil }, drawn.count { $0.scene != nil })
  print("of \(drawn.count) windows \(kept.0) views and \(kept.1) scenes are kept")
  exit(code)
#else
  exit(69)
#endif
