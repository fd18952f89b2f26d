#if GTK
  internal import SceneLifecycle
  internal import SceneState

  extension Windows {
    /// Brings the windows of the last time back, or the front one to the front; what the app was
    /// started for is shown.
    func take(_ arrivals: Arrivals) {
      guard hasLaunched else { return launch(arrivals) }
      for link in arrivals.links {
        receive { () throws(SceneProblem) in try host.receive(link) }
      }
      for activity in arrivals.activities {
        receive { () throws(SceneProblem) in
          try host.receive(activity, from: .quickAction)
        }
      }
      if arrivals.isEmpty, let front = host.front { shown[front.id]?.present() }
    }

    /// Where the user dropped something.
    enum DropPlace { case window(SceneID), desktop }

    /// Takes an activity as JSON, which another process wrote or a drag carried.
    ///
    /// - Returns: Whether it was of use.
    @discardableResult
    func takeActivity(_ bytes: [UInt8], _ place: DropPlace?) -> Bool {
      guard let activity = UserActivity(encoded: bytes) else {
        complaints.tell("what came is no activity that can be read")
        return false
      }
      return receive { () throws(SceneProblem) in
        switch place {
        case nil: try host.receive(activity, from: .quickAction)
        case .desktop: try host.drop(DragItem(activity))
        case .window(let id): try host.drop(DragItem(activity), on: id)
        }
      }
    }

    @discardableResult
    func receive(_ body: () throws(SceneProblem) -> SceneID) -> Bool {
      do throws(SceneProblem) {
        let id = try body()
        follow()
        shown[id]?.present()
        return true
      } catch {
        follow()
        complaints.tell(error)
        return false
      }
    }
  }
#endif
