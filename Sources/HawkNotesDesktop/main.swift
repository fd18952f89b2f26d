import Glibc

/// Says a sentence on standard error.
func tell(_ sentence: String) {
  let bytes = Array("\(sentence)\n".utf8)
  _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
}

/// Says why, and ends.
func leave(_ sentence: String, _ code: Int32) -> Never {
  tell(sentence)
  exit(code)
}

#if GTK
  import FoundationEssentials
  import HawkNotesApp
  import SceneGTK
  import SceneLifecycle
  import SceneRoaming
  import SceneState

  let usage =
    """
    usage: HawkNotesDesktop [--store DIR] [--pictures DIR] [--character NAME] [LINK…]
           HawkNotesDesktop --store DIR --roam ADDRESS --user NAME --device NAME [--bring all]
    """
  let known = [
    "--store", "--pictures", "--character", "--roam", "--user", "--device", "--bring",
  ]
  var options: [String: String] = [:]
  var links: [URL] = []
  var arguments = CommandLine.arguments.dropFirst()
  while let argument = arguments.popFirst() {
    if let link = URL(string: argument), link.scheme != nil {
      links.append(link)
    } else if known.contains(argument), let value = arguments.popFirst() {
      options[argument] = value
    } else {
      leave(usage, argument == "--help" ? 0 : 2)
    }
  }
  var activity: UserActivity?
  if let name = options["--character"] {
    let everybody = HawkNotesApp.Character.all
    guard let character = everybody.first(where: { $0.id == name }) else {
      let names = everybody.map(\.id).joined(separator: ", ")
      leave("error: nobody is called '\(name)': there are \(names)", 2)
    }
    do { activity = try character.dragItem().activity } catch { leave("error: \(error)", 1) }
  }
  let application = SceneApplication(
    id: HawkNotes.id, name: "Hawk Notes",
    store: options["--store"].map { folder in
      {
        do throws(SceneProblem) {
          return try SceneStore.open(
            URL(filePath: folder), options: SceneStore.Options(appID: HawkNotes.id))
        } catch { leave("error: \(error)", 4) }
      }
    },
    content: NotesWindow.init, app: { HawkNotes() })
  application.pictureFolder = options["--pictures"]
  // A store of its own has windows of its own.
  application.handsOver = options["--store"] == nil
  #if Roaming
    var machines: Machines?
    if let cluster = options["--roam"] {
      guard let user = options["--user"], let device = options["--device"] else { leave(usage, 2) }
      application.onStart = { [unowned application] host, store in
        do throws(RoamingProblem) {
          let roaming = try Roaming(store, cluster: cluster, user: user, device: device)
          machines = Machines(roaming, application, host, store)
        } catch { leave("error: \(error)", 4) }
        if options["--bring"] != nil { machines?.bringAll() }
      }
    }
  #else
    if options["--roam"] != nil {
      leave("error: this one does not roam: build it with '--traits GTK,Roaming'", 69)
    }
  #endif
  let code = application.run(opening: links, continuing: activity)
  #if Roaming
    machines?.close()
  #endif
  exit(code)
#else
  leave("Hawk Notes has no windows here: build it with '--traits GTK'", 69)
#endif
