import SceneState

/// Writes down what a host is asked to do, if a log is wanted.
final class CallLog {
  private unowned let host: SceneHost
  private var recorder: EventRecorder?

  init(_ host: SceneHost) { self.host = host }

  /// Begins a log with the header and every value that the process finds.
  func start(_ log: EventLog) {
    let recorder = EventRecorder(log, host.manifest)
    self.recorder = recorder
    let writer = recorder.writer
    let header = EventHeader(log: log, manifest: host.manifest, profile: host.profile)
    // Those of a store that cannot be read follow as they connect; the store tells its problem.
    let sessions = try? SceneHost.sessions(in: host.store, now: host.clock())
    writer.write(header.line(sessions: sessions ?? []))
    // A store that cannot be read has nothing to show.
    for entry in (try? host.store.inspect())?.entries ?? [] {
      var line = EventLine("found", at: log.clock())
      writer.add(entry.scene, entry.path, entry.key, entry.value, to: &line)
      writer.write(line)
    }
    host.store.observeCommits { writer.write($0) }
  }

  /// Runs a call from outside and gives it its line in the log, if there is one.
  ///
  /// A call inside another one, as an app makes in its callbacks, is part of that one.
  func recorded<Result, Failure: Error>(
    _ event: @autoclosure () -> HostEvent, shows scene: (Result) -> SceneID? = { _ in nil },
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let recorder, recorder.begin(host.store) else { return try body() }
    var event = event()
    let (count, wasFront) = (host.sessionCount, host.front?.id)
    func end(_ failure: String?) {
      recorder.end(
        event, front: host.front?.id, wasFront: wasFront, hasOpened: host.sessionCount > count,
        failure: failure)
    }
    do throws(Failure) {
      let result = try body()
      event.scene = scene(result) ?? event.scene
      end(nil)
      return result
    } catch {
      end((error as? SceneProblem)?.code.rawValue ?? "failed")
      throw error
    }
  }

  func changed(_ id: SceneID, to state: ActivationState) { recorder?.changed(id, to: state) }

  /// Notes that another process has taken a window: an event of its own, whatever call noticed it.
  func noteLoss(of id: SceneID) {
    recorder?.forget(id)
    note("disconnect", of: id) { line, _ in
      var states = EventLine()
      states.add(id.rawValue, ActivationState.unattached.eventWord)
      line.add("phases", json: states.json)
      line.add("front", host.front?.id.rawValue)
    }
  }

  /// Notes something that a window says of itself, or a problem.
  func note(_ name: String, of id: SceneID?, _ fill: (inout EventLine, EventLog) -> Void) {
    guard let recorder else { return }
    var line = EventLine(name, at: recorder.log.clock())
    line.add("scene", id?.rawValue)
    fill(&line, recorder.log)
    recorder.note(line)
  }
}
