#if GTK && Roaming
  import SceneGTK
  import SceneLifecycle
  import SceneRoaming
  import SceneState

  /// The windows of the same user on other machines: lets go of those they ask for, and brings theirs.
  @MainActor final class Machines {
    private let roaming: Roaming
    private let application: SceneApplication
    private let host: SceneHost
    private let store: SceneStore
    private var loops: [Task<Void, Never>] = []
    private var forkCount = 0

    init(
      _ roaming: Roaming, _ application: SceneApplication, _ host: SceneHost, _ store: SceneStore
    ) {
      (self.roaming, self.application, self.host) = (roaming, application, host)
      self.store = store
      loops = [
        Task { [weak self] in for await ask in roaming.asks { await self?.answer(ask) } },
        Task { [weak self] in for await _ in roaming.places { self?.follow() } },
      ]
    }

    /// Brings every window that another machine has; what cannot be brought is told.
    func bringAll() {
      loops.append(
        Task { [self] in
          do throws(RoamingProblem) {
            for place in try await roaming.currentPlaces() where !place.isHere {
              show(try await roaming.bring(place.scene))
            }
          } catch { tell("error: \(error)") }
        })
    }

    func close() {
      loops.forEach { $0.cancel() }
      roaming.close()
    }

    private func answer(_ ask: Roaming.Ask) async {
      application.letGo(of: ask.scene)
      do throws(RoamingProblem) { try await ask.letGo() } catch {
        // Whoever took it meanwhile has it; else it stays here, and is seen again.
        if error.code != .isElsewhere { show(ask.scene) }
      }
    }

    /// Windows that another machine took while this one could not be asked go, and what was typed
    /// here meanwhile goes on in windows of its own.
    private func follow() {
      for scene in host.scenes.map(\.id) where Roaming.isElsewhere(scene, in: store) {
        application.letGo(of: scene)
      }
      let forks = roaming.forks
      for fork in forks.dropFirst(forkCount) { show(fork.scene) }
      forkCount = forks.count
    }

    private func show(_ scene: SceneID) {
      do throws(SceneProblem) { try application.show(scene) } catch { tell("error: \(error)") }
    }
  }
#endif
