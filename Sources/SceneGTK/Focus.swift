#if GTK
  internal import SceneLifecycle
  internal import SceneState

  /// Tells the host which window has the focus, and which are minimised.
  @MainActor final class Focus {
    private let host: SceneHost
    private let complaints: Complaints
    private var isSettling = false
    /// While windows are restored or taken away, what they say is no wish of the user's.
    var isHeld = false
    /// The windows that had the focus last, this one and the one before it.
    private var recent: [SceneID] = []

    init(_ host: SceneHost, _ complaints: Complaints) {
      (self.host, self.complaints) = (host, complaints)
    }

    /// A focus that goes from one window to another is one change, not two.
    func settleSoon(_ window: @escaping (SceneID) -> NativeWindow?) {
      guard !isSettling, !isHeld else { return }
      isSettling = true
      whenIdle { [weak self] in self?.settle(window) }
    }

    private func settle(_ window: (SceneID) -> NativeWindow?) {
      isSettling = false
      guard !isHeld else { return }
      let active = host.scenes.first { window($0.id)?.isActive == true }
      for scene in host.scenes where scene.id != active?.id {
        bring(scene, to: window(scene.id)?.isMinimised == true ? .background : .foregroundInactive)
      }
      guard let active else { return }
      if recent.first != active.id { recent = [active.id] + recent.prefix(1) }
      bring(active, to: .foregroundActive)
    }

    /// The window that the user was in before going to another one, if it is still there.
    func before(_ id: SceneID?) -> SceneID? {
      recent.first { $0 != id && host.scene($0) != nil }
        ?? host.scenes.last { $0.id != id }?.id
    }

    private func bring(_ scene: ConnectedScene, to state: ActivationState) {
      guard scene.state != state else { return }
      do throws(SceneProblem) { try host.bring(scene.id, to: state) } catch {
        complaints.tell(error)
      }
    }
  }
#endif
