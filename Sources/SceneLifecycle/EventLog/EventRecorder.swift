import SceneState

struct HostEvent {
  var name: String
  var scene: SceneID?
  var activity: UserActivity?
  var url: String?
  var via: ExternalSource?
  /// The name of the scene declaration, if it is not the default one.
  var kind: String?
  /// The value that a window opens for, as JSON.
  var value: String?
  /// Whether the call says nothing unless a window changes.
  var isMove = false

  init(_ name: String, _ scene: SceneID? = nil) {
    self.name = name
    self.scene = scene
  }

  /// A change of state; without a scene it is one of all of them.
  static func move(_ scene: SceneID?, to state: ActivationState, from old: ActivationState? = nil)
    -> HostEvent
  {
    let name =
      switch state {
      case .foregroundActive: "activate"
      case .foregroundInactive: old == .background ? "foreground" : "resign"
      case .background: "background"
      case .unattached: "disconnect"
      }
    var event = HostEvent(name, scene)
    event.isMove = true
    return event
  }
}

extension HostEvent {
  /// The windows that were on screen come back, all at once.
  static var foregrounding: HostEvent {
    var event = HostEvent("foreground")
    event.isMove = true
    return event
  }

  init(_ request: LaunchRequest) {
    self.init("launch")
    activity = request.activities.first
    url = request.urls.first
    via = request.source
  }

  init(_ request: OpenRequest, _ manifest: SceneManifest) {
    self.init("open")
    // With something to take, the kind would be chosen by it.
    let isPlain = request.activities.isEmpty && request.url == nil
    if !isPlain || request.scene != manifest.defaultScene.name { kind = request.scene }
    value = request.value.map { String(decoding: $0, as: UTF8.self) }
    activity = request.activities.first
    url = request.url
  }

  /// An activity from outside, for a window if one was chosen.
  init(_ activity: UserActivity, _ source: ExternalSource, _ scene: SceneID?) {
    self.init(source == .drag ? "drag" : "continue", scene)
    self.activity = activity
    via = source == .drag ? nil : source
  }

  init(link: String) {
    self.init("url")
    url = link
  }
}

/// Notes for a log what a host is asked to do and what became of it.
final class EventRecorder {
  let writer: EventWriter
  private var isInCall = false
  /// The windows whose state the call has changed, in order of their last change.
  private var phases: [(id: SceneID, state: ActivationState)] = []
  private var following: [EventLine] = []

  init(_ log: EventLog, _ manifest: SceneManifest) {
    writer = EventWriter(log, keys: manifest.keys.compactMap { $0 as? any DynamicSceneKey })
  }

  var log: EventLog { writer.log }

  /// Whether a call begins that is not part of another one.
  func begin(_ store: SceneStore) -> Bool {
    guard !isInCall else { return false }
    // What the app wrote before has its lines before.
    store.commitWaiting()
    isInCall = true
    (phases, following) = ([], [])
    writer.beginCall()
    return true
  }

  func changed(_ id: SceneID, to state: ActivationState) {
    phases.removeAll { $0.id == id }
    phases.append((id, state))
  }

  /// A change that has a line of its own.
  func forget(_ id: SceneID) { phases.removeAll { $0.id == id } }

  /// Something that is no call from outside: part of the one under way, or on its own.
  func note(_ line: EventLine) {
    if isInCall { following.append(line) } else { writer.write(line) }
  }

  /// Writes the line of a call.
  func end(
    _ event: HostEvent, front: SceneID?, wasFront: SceneID?, hasOpened: Bool, failure: String?
  ) {
    isInCall = false
    let isIdle = phases.isEmpty && front == wasFront
    if event.isMove, isIdle, failure == nil { return writer.endCall(following) }
    var line = EventLine(event.name, at: log.clock())
    line.add("scene", event.scene?.rawValue)
    line.add("kind", event.kind)
    if let value = event.value { line.add("value", json: value) }
    line.add("activity", event.activity, without: log.redacted)
    line.add("url", event.url)
    line.add("via", event.via?.rawValue)
    if hasOpened { line.add("opened", json: "true") }
    line.add("fails", failure)
    if !phases.isEmpty {
      var states = EventLine()
      for (id, state) in phases { states.add(id.rawValue, state.eventWord) }
      line.add("phases", json: states.json)
    }
    line.add("front", front?.rawValue)
    writer.endCall([line] + following)
  }
}

extension ActivationState {
  /// The state in the words of scenarios.
  var eventWord: String {
    switch self {
    case .foregroundActive: "active"
    case .foregroundInactive: "inactive"
    case .background: "background"
    case .unattached: "disconnected"
    }
  }
}
