#if GTK
  internal import SceneLifecycle
  internal import SceneState

  /// Tells the user in the front window, and whoever reads the log, what went wrong.
  @MainActor final class Complaints {
    private let host: SceneHost
    private let store: SceneStore
    private var window: (SceneID) -> NativeWindow? = { _ in nil }
    private var onTakeover: () -> Void = {}
    private var onBringBack: (SceneID) -> Void = { _ in }
    private var problems: KeptSubscription?

    init(_ host: SceneHost, _ store: SceneStore) { (self.host, self.store) = (host, store) }

    func tell(_ sentence: String) {
      complain("error: \(sentence)")
      say(sentence)
    }

    func tell(_ problem: SceneProblem) {
      complain("error: \(problem)")
      say(problem.sentence)
    }

    private func say(_ sentence: String) {
      if let front = host.front { window(front.id)?.say(sentence) }
    }

    /// Hears of values that are not kept, windows that another process has, stores that cannot be
    /// read.
    func hear(
      window: @escaping (SceneID) -> NativeWindow?, onTakeover: @escaping () -> Void,
      onBringBack: @escaping (SceneID) -> Void
    ) {
      (self.window, self.onTakeover, self.onBringBack) = (window, onTakeover, onBringBack)
      // Not as a sequence: the threads that wake to carry one on are looked after once a second.
      problems = KeptSubscription(
        store.observeProblems { problem in
          Task { @MainActor [weak self] in self?.hear(problem) }
        })
    }

    private func hear(_ problem: SceneProblem) {
      if problem.code == .partlyRestored, host.hasStateSetAside(SceneID(rawValue: problem.address))
      {
        return offerState(of: SceneID(rawValue: problem.address), problem)
      }
      tell(problem)
      if problem.code == .sessionInUse { onTakeover() }
    }

    /// Says in a window that its state was set aside, with a button that brings it back.
    private func offerState(of id: SceneID, _ problem: SceneProblem) {
      complain("error: \(problem)")
      let sentence = "What this window showed is set aside: \(problem.detail)."
      window(id)?.say(sentence, button: "_Bring Back") { [weak self] in
        // The window that has the button goes with it.
        whenIdle { self?.onBringBack(id) }
      }
    }
  }
#endif
