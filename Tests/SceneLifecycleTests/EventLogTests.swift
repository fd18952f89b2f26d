import Foundation
import SceneLifecycle
import SceneState
import Synchronization
import Testing

struct EventLogTests {
  /// Keeps lines in memory.
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])

    /// The lines since the last call, without their newlines.
    func news() -> [String] {
      all.withLock { lines in
        defer { lines = [] }
        return lines.map { String($0.dropLast()) }
      }
    }
  }

  private let lines = Lines()
  private let store = SceneStore.temporary(options: Self.options)
  private let draft = SceneKey("draft", default: "")
  private let app = RecordingApp()

  private func host(redacting names: Set<String> = []) throws -> SceneHost {
    app.manifest = SceneManifest(
      id: "com.example.recording", tabs: ["hawk"],
      keys: [draft, SceneKey("zoom", default: 1.5, scope: .scene)],
      activities: [ActivityType<[String: String]>("com.example.note")])
    try store.flush()
    let log = EventLog(
      name: "Recording", redacting: names,
      clock: { Date(timeIntervalSinceReferenceDate: 60.5) },
      write: { [lines] line in lines.all.withLock { $0.append(line) } })
    return SceneHost(app, store: store, profile: .iPadOS, log: log)
  }

  /// What a call commits is told by the call: the store's own thread may just be telling.
  private static var options: SceneStore.Options {
    var options = SceneStore.Options()
    options.commitDelay = .seconds(60)
    return options
  }

  private static let at = #""at":"2001-01-01T00:01:00.5Z""#

  @Test func `a process begins with a header that declares the app`() throws {
    try store.scene("A").write("x", to: draft)
    _ = try host()
    #expect(
      lines.news() == [
        #"{"schema":"scenesim.events/1",\#(Self.at),"app":"com.example.recording","#
          + #""name":"Recording","version":1,"profile":"ipados","windows":"many","#
          + #""external":"matching-window-first","tabs":["hawk"],"#
          + #""keys":[{"key":"draft","type":"string","default":""},"#
          + #"{"key":"zoom","type":"double","scope":"scene","default":1.5}],"#
          + #""activities":["com.example.note"],"kinds":[{"name":"main"}],"#
          + #""sessions":[{"scene":"A","phase":"disconnected"}]}"#,
        #"{\#(Self.at),"event":"found","scene":"A","tab":null,"key":"draft","#
          + #""type":"string","bytes":1,"value":"x"}"#,
      ])
  }

  @Test func `calls from outside and commits have lines in the order in which they happen`() throws
  {
    let host = try host()
    _ = lines.news()
    host.launch()
    try store.scene("A").tab("hawk").write("two\nlines", to: draft)
    try host.open()
    host.moveAll(to: .background)
    host.moveAll(to: .background)
    try host.discard("A")
    #expect(throws: SceneProblem.self) { try host.discard("A") }
    try host.willQuit()
    let heads = lines.news().map { $0.replacing("\(Self.at),", with: "") }
    #expect(
      heads == [
        #"{"event":"launch","opened":true,"phases":{"A":"active"},"front":"A"}"#,
        #"{"event":"set","scene":"A","tab":"hawk","key":"draft","type":"string","bytes":9,"#
          + #""value":"two\nlines"}"#,
        #"{"event":"open","scene":"B","opened":true,"phases":{"B":"active"},"front":"B"}"#,
        #"{"event":"background","phases":{"A":"background","B":"background"},"front":"B"}"#,
        #"{"event":"close","scene":"A","phases":{"A":"disconnected"},"front":"B"}"#,
        #"{"event":"clear","scene":"A","tab":"hawk","key":"draft","type":"string"}"#,
        #"{"event":"close","scene":"A","fails":"no-such-window","front":"B"}"#,
        #"{"event":"quit","front":"B"}"#,
      ])
  }

  @Test func `redacted values are not in the log, whatever way they come`() throws {
    let host = try host(redacting: ["draft", "text"])
    host.launch()
    try store.scene("A").write("secret", to: draft)
    var activity = UserActivity(activityType: "com.example.note", title: "secret")
    activity.userInfo = ["text": "secret", "id": "4"]
    try host.receive(activity, from: .handoff, to: "A")
    try store.flush()
    let again = try self.host(redacting: ["draft"])
    again.launch()
    let text = lines.news().joined(separator: "\n")
    #expect(!text.contains("secret"))
    #expect(text.contains(#""key":"draft","type":"string","bytes":6,"redacted":true"#))
    #expect(text.contains(#""payload":{"id":"4"},"redacted":["text"]},"via":"handoff""#))
  }

  @Test func `a host without a log keeps no notes of commits`() throws {
    let host = SceneHost(app, store: store)
    host.launch()
    try store.scene("A").write("x", to: draft)
    try store.flush()
    #expect(store.drainCommitLog().isEmpty)
    #expect(lines.news().isEmpty)
  }
}
