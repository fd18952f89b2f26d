import SceneState

/// The first line of a process: what is known of the app and of what it finds.
struct EventHeader {
  let log: EventLog
  let manifest: SceneManifest
  let profile: RestorationProfile

  func line(sessions: [SceneSession]) -> EventLine {
    var line = EventLine()
    line.add("schema", EventLog.schema)
    line.add("at", log.clock())
    line.add("app", manifest.id)
    line.add("name", log.name)
    line.add("version", log.version)
    line.add("device", log.device)
    line.add("profile", profile.rawValue)
    line.add("windows", manifest.multipleWindows ? "many" : "one")
    line.add("external", manifest.external.rawValue)
    if manifest.externalWins != .navigation {
      line.add("external-wins", manifest.externalWins.rawValue)
    }
    line.add("tabs", manifest.tabs.map(\.rawValue))
    line.add("keys", manifest.keys.compactMap { ($0 as? any DynamicSceneKey).map(key) })
    line.add("activities", manifest.activities.map(\.name))
    line.add("kinds", manifest.scenes.map(kind))
    line.add("sessions", sessions.map(session))
    return line
  }

  private func key(_ key: any DynamicSceneKey) -> EventLine {
    var line = EventLine()
    line.add("key", key.name)
    line.add("type", key.typeName)
    line.add("scope", key.selector.scenarioWord)
    line.add("nested", key.selector.nestedKind)
    if let value = key.encodedDefault { line.add("default", json: value.jsonText) }
    return line
  }

  private func kind(_ scene: SceneDeclaration) -> EventLine {
    var line = EventLine()
    line.add("name", scene.name)
    if let matching = scene.matching { line.add("matching", matching) }
    line.add("value", scene.value)
    if scene.restoresOnDemand { line.add("restores", "on-demand") }
    if scene.isForExternalDisplay { line.add("role", "external-display") }
    if scene.isPrivate { line.add("private", json: "true") }
    if !scene.isRestorable { line.add("restorable", json: "false") }
    if let count = scene.restoredCount { line.add("latest", json: String(count)) }
    if scene.repeatsValues { line.add("several", json: "true") }
    return line
  }

  private func session(_ session: SceneSession) -> EventLine {
    var line = EventLine()
    line.add("scene", session.id.rawValue)
    line.add("phase", session.record.state.eventWord)
    return line
  }
}
