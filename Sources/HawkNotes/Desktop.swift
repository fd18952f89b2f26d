import HawkNotesApp
package import SceneLifecycle
package import SceneState

/// The window system of the example: calls the host as a toolkit does, and tells what is on screen.
@MainActor package final class Desktop {
  let store: SceneStore
  let host: SceneHost
  /// Where else the user has windows; nil without a cluster.
  let machines: OtherMachines?
  private var notes: [String] = []
  /// The windows that other processes have taken over since ``news()`` was asked last.
  private var taken: [SceneID] = []

  /// Starts the app; its windows come back.
  package init(
    store: SceneStore, takesOver: Bool = false, log: EventLog? = nil,
    machines: OtherMachines? = nil
  ) {
    (self.store, self.machines) = (store, machines)
    host = SceneHost(
      HawkNotes(), store: store, profile: .wayland, sessionsInUse: takesOver ? .takeOver : .stay,
      log: log)
    host.launch()
    focusFront()
  }

  /// Every window, by age.
  package var pictures: [WindowText] {
    let front = host.front?.id
    return host.scenes.compactMap { scene in
      (scene.delegate as? HawkScene).map { WindowText(scene, $0, isFront: scene.id == front) }
    }
  }

  /// Carries a command out that concerns windows; one command is one tick of the store.
  ///
  /// - Returns: What is worth saying about it; nil if the windows say it all.
  package func perform(_ command: TypedCommand) throws(Mistake) -> String? {
    // What other processes did is noticed between two commands, never inside of one.
    lookForOthers()
    switch command {
    // They write what arrives in a commit of its own, for which nobody may be in a tick.
    case .places: return try places()
    case .bring(let name, let device): return try bring(name, from: device)
    default: break
    }
    let result: Result<String?, Mistake> = store.tick {
      do throws(Mistake) { return .success(try run(command)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Takes in what other processes did to the windows, while nobody does anything here.
  package func noticeOthers() {
    lookForOthers()
    store.refresh()
  }

  private func lookForOthers() {
    let before = host.scenes.map(\.id)
    host.timePassed()
    taken += before.filter { host.scene($0) == nil }
    hearMachines()
  }

  /// Something that the user has to know of, told by ``news()``.
  func note(_ sentence: String) { notes.append(sentence) }

  /// What happened that nobody asked for here, such as windows that are gone, told once.
  package func news() -> String? {
    defer { (taken, notes) = ([], []) }
    let sentences = takenNews.map { [$0] + notes } ?? notes
    return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
  }

  private var takenNews: String? {
    guard let first = taken.first else { return nil }
    let others = taken.dropFirst().map(\.rawValue)
    let windows = others.isEmpty ? "window" : "windows"
    let names = ([first.rawValue] + others).joined(separator: ", ")
    return "another process has taken \(windows) \(names) over; what was written is there"
  }

  /// Waits until all is on the disk, and in the cluster, if there is one that answers.
  package func keep() throws(SceneProblem) {
    try store.flush()
    machines?.carry(hearMachines)
  }

  /// The app ends as its user wants.
  package func quit() throws(SceneProblem) {
    defer { machines?.close() }
    try host.willQuit()
  }

  private func run(_ command: TypedCommand) throws(Mistake) -> String? {
    switch command {
    case .open:
      let id = try asked { () throws(SceneProblem) in try host.open().id }
      focusFront()
      return "opened window \(id.rawValue)"
    case .activate(let id): focus(try window(id))
    case .background: host.moveAll(to: .background)
    case .drag(let character, let place): return try drag(character, place)
    case .close(let id): return try close(id)
    case .select(let tab):
      let (scene, window) = try front()
      window.tabs.tab = tab
      scene.selectedTabDidChange()
    case .type(let text): try book { $0.draft += text }
    case .erase: try book { $0.draft = String($0.draft.dropLast()) }
    case .clear: try book { $0.draft = "" }
    case .push(let screen): try book { $0.path.append(screen) }
    case .pop:
      let (_, window) = try front()
      if window.book?.path.isEmpty != false { throw .nothingToPop(window.tabs.tab.title) }
      try book { $0.path.removeLast() }
    case .places, .bring, .show, .crash, .help, .quit: break
    }
    return nil
  }

  private func drag(
    _ character: HawkNotesApp.Character, _ place: TypedCommand.DropPlace
  ) throws(Mistake) -> String {
    _ = try front()
    let target: SceneID? =
      switch place {
      case .edge: nil
      case .window(let id): try window(id).id
      }
    let item: DragItem
    do throws(ActivityError) { item = try character.dragItem() } catch {
      throw .refused("\(error)")
    }
    let id = try asked { () throws(SceneProblem) in try host.drop(item, on: target) }
    focusFront()
    return "\(character.name) is shown in window \(id.rawValue)"
  }

  private func close(_ id: SceneID?) throws(Mistake) -> String {
    let closed: SceneID
    if let id { closed = try window(id).id } else { closed = try front().scene.id }
    let wasInFront = host.front?.state == .foregroundActive
    try asked { () throws(SceneProblem) in try host.discard(closed) }
    if wasInFront { focusFront() }
    return "closed window \(closed.rawValue), its drafts are gone"
  }

  // MARK: Which window has the focus

  /// Makes the front window the one that takes input.
  func focusFront() {
    if let scene = host.front { focus(scene) }
  }

  /// As on any desktop, one window takes input: the others stay visible and become inactive.
  private func focus(_ scene: ConnectedScene) {
    for other in host.scenes where other.id != scene.id && other.state == .foregroundActive {
      try? host.transition(other.id, to: .foregroundInactive)  // it is active, so it can
    }
    try? host.bring(scene.id, to: .foregroundActive)  // it is connected, so it can
  }

  /// The window that takes input.
  private func front() throws(Mistake) -> (scene: ConnectedScene, window: HawkScene) {
    guard let scene = host.front, let window = scene.delegate as? HawkScene else {
      throw .noWindow
    }
    guard scene.state == .foregroundActive else { throw .allInBackground(scene.id) }
    return (scene, window)
  }

  private func window(_ id: SceneID) throws(Mistake) -> ConnectedScene {
    if let scene = host.scene(id) { return scene }
    throw .unknown("window", id.rawValue, among: host.scenes.map(\.id.rawValue))
  }

  /// Changes the book that is shown; a value that the store refuses stays as it was.
  private func book(_ change: (BookModel) -> Void) throws(Mistake) {
    guard let book = try front().window.book else { return }
    change(book)
    if let problem = book.problem { throw .refused("\(problem)") }
  }

  @discardableResult
  private func asked<Result>(
    _ body: () throws(SceneProblem) -> Result
  ) throws(Mistake) -> Result {
    do throws(SceneProblem) { return try body() } catch { throw .refused("\(error)") }
  }
}
