import SceneState
import StoreFormat
import Synchronization

/// Puts the lines of a host and of its store's commits into one order.
///
/// What is committed while a call of the host is under way belongs behind the line of the call.
final class EventWriter: Sendable {
  private struct State {
    var isInCall = false
    var held: [String] = []
  }

  let log: EventLog
  private let types: [String: String]
  private let redacted: Set<String>
  private let state = Mutex(State())

  init(_ log: EventLog, keys: [any DynamicSceneKey]) {
    self.log = log
    types = Dictionary(keys.map { ($0.name, $0.typeName) }) { first, _ in first }
    redacted = log.redacted.union(keys.filter(\.isRedacted).map(\.name))
  }

  /// Holds the lines of commits back until the call has its line.
  func beginCall() { state.withLock { $0.isInCall = true } }

  /// Writes the lines of a call, then what was committed meanwhile.
  func endCall(_ lines: [EventLine]) {
    state.withLock { state in
      for line in lines { log.write(line.text) }
      for text in state.held { log.write(text) }
      state = State()
    }
  }

  func write(_ line: EventLine) { state.withLock { _ in log.write(line.text) } }

  func write(_ entries: [CommitLogEntry]) {
    let now = log.clock()
    let lines = entries.compactMap { entry -> EventLine? in
      let scene = entry.address.session == ValueAddress.appSession ? nil : entry.scene
      switch entry.change {
      case .put(let value):
        var line = EventLine("set", at: now)
        add(scene, entry.address.path, entry.address.key, value, to: &line)
        return line
      case .gone:
        var line = EventLine("clear", at: now)
        add(scene, entry.address.path, entry.address.key, nil, to: &line)
        return line
      // What takes the place of unreadable bytes has its own entry.
      case .aside, .back: return nil
      }
    }
    state.withLock { state in
      for line in lines {
        if state.isInCall { state.held.append(line.text) } else { log.write(line.text) }
      }
    }
  }

  /// A value as `store ls --format jsonl` lists it.
  func add(
    _ scene: SceneID?, _ path: ScopePath, _ key: String, _ value: EncodedValue?,
    to line: inout EventLine
  ) {
    line.add("scene", json: scene.map { JSONText.string($0.rawValue) } ?? "null")
    line.add("tab", json: path.tab.map { JSONText.string($0) } ?? "null")
    line.add("key", key)
    line.add("type", types[key])
    if let value {
      line.add("bytes", value.payload.count)
      if redacted.contains(key) {
        line.add("redacted", json: "true")
      } else {
        line.add("value", json: value.jsonText)
      }
    }
    if path.components.contains(where: \.isNested) {
      line.add("path", path.components.flatMap(\.texts))
    }
  }
}

extension ScopePath.Component {
  fileprivate var isNested: Bool { if case .nested = self { true } else { false } }
}
