package import SceneState

extension SceneHost {
  /// Runs one call as one tick; what it changed in the session records is written at its end.
  func change<Result>(_ body: () -> Result) -> Result {
    store.tick {
      depth += 1
      let result = body()
      depth -= 1
      if depth == 0 {
        settle()
        writeRecords()
      }
      return result
    }
  }

  func readSessions() {
    // Without a usable store there is nothing to restore; the app works in memory meanwhile.
    for stored in (try? store.sessions()) ?? [] {
      let record = SceneRecord(bytes: stored.record, now: clock())
      sessions[stored.id] = SceneSession(id: stored.id, number: stored.number, record: record)
      storedRecords[stored.id] = stored.record
      highestNumber = max(highestNumber, stored.number)
      if record.isFront { frontID = stored.id }
    }
  }

  /// Takes over the numbers that the store gave to new sessions.
  package func noteNumbers(_ numbers: [SceneID: UInt32]) {
    for (id, number) in numbers { sessions[id]?.number = number }
    for scene in scenes { if let number = numbers[scene.id] { scene.session.number = number } }
  }

  /// The number a new session will have, as far as this process knows.
  var nextNumber: UInt32 { highestNumber + 1 }

  /// Which sessions a launch connects, in order: by number, the front one last.
  func sessionsToConnect(naming id: SceneID?) -> [SceneSession] {
    let all = knownSessions
    if profile.reconnectsEverySession { return frontLast(all, front: id ?? frontID, id: \.id) }
    let onScreen = all.filter(\.record.isOnScreen)
    guard let id else {
      if !onScreen.isEmpty { return frontLast(onScreen, front: frontID, id: \.id) }
      return all.max { $0.record.activation < $1.record.activation }.map { [$0] } ?? []
    }
    if onScreen.contains(where: { $0.id == id }) {
      return frontLast(onScreen, front: id, id: \.id)
    }
    return sessions[id].map { [$0] } ?? []
  }

  /// The same elements with the front one moved to the end.
  func frontLast<Element>(
    _ elements: [Element], front: SceneID?, id: (Element) -> SceneID
  ) -> [Element] {
    elements.filter { id($0) != front } + elements.filter { id($0) == front }
  }

  func mostRecentlyActive(_ scenes: [ConnectedScene]) -> ConnectedScene? {
    scenes.max { $0.session.record.activation < $1.session.record.activation }
  }

  func reportPendingDiscards() {
    for session in pendingDiscards {
      observer?(.didDiscard(session.id))
      app.didDiscardSceneSessions([session])
    }
    pendingDiscards = []
  }

  func remove(_ id: SceneID) {
    store.destroySession(id)
    sessions[id] = nil
    storedRecords[id] = nil
    if frontID == id { frontID = mostRecentlyActive(scenes)?.id }
  }

  func keepRecord(of scene: ConnectedScene) {
    scene.session.record.state = scene.state
    scene.session.record.title = scene.title
    scene.session.record.selectedTab = scene.selectedTab?.rawValue
    sessions[scene.id] = scene.session
  }

  /// Notes which scenes are on screen and which is in front.
  ///
  /// While none is visible, both stay as they were when one was.
  private func settle() {
    let visible = scenes.filter(\.state.isForeground)
    for scene in scenes { keepRecord(of: scene) }
    if !visible.isEmpty {
      let ids = Set(visible.map(\.id))
      for id in sessions.keys { sessions[id]?.record.isOnScreen = ids.contains(id) }
      if let frontID, !ids.contains(frontID) { self.frontID = mostRecentlyActive(visible)?.id }
    }
    for id in sessions.keys { sessions[id]?.record.isFront = id == frontID }
    for scene in scenes { if let session = sessions[scene.id] { scene.session = session } }
  }

  private func writeRecords() {
    for session in knownSessions {
      let bytes = session.record.bytes
      guard storedRecords[session.id] != bytes else { continue }
      store.setRecord(bytes, for: session.id)
      storedRecords[session.id] = bytes
    }
  }
}
