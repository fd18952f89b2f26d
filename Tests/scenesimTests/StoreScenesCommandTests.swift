import Foundation
import SceneCommands
import SceneLifecycle
import SceneState
import Testing

struct StoreScenesCommandTests {
  /// Two windows with records of the lifecycle and one without.
  private func store() throws -> SampleStore {
    let store = try SampleStore(
      sessions: [(3, "bare", "")], values: [.text("x", "draft", session: 3)])
    let sample = try SceneStore.open(URL(filePath: store.path))
    for (name, seconds) in [("A", 1000.0), ("B", 4000.0)] {
      var record = SceneRecord(created: Date(timeIntervalSinceReferenceDate: seconds))
      record.state = name == "A" ? .foregroundActive : .background
      record.title = "Window \(name)\u{202E}"
      record.value = Array(#"{"book":7}"#.utf8)
      record.activity = UserActivity(activityType: "com.example.book", title: "Raven")
      sample.openSession(SceneID(rawValue: name))
      sample.setRecord(record.bytes, for: SceneID(rawValue: name))
      sample.scene(SceneID(rawValue: name))[SceneKey("draft", default: "")] = "Tala"
    }
    sample.openSession("gone")
    try sample.flush()
    sample.destroySession("gone")
    try sample.claimAsForeigner("A", owner: "999999 1 here there")
    sample.close()
    return store
  }

  private var harness: Harness {
    var harness = Harness()
    harness.prepare = { $0.secondsSince2001 = { 4180 } }
    return harness
  }

  @Test func `a row tells phase, title, age, what is saved and who has it open`() throws {
    let store = try store()
    let result = harness.run("store", "scenes", store.path)
    #expect(result.code == .success, "\(result.errors)")
    let lines = result.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 5)
    #expect(lines[1].hasPrefix("bare   –"))
    #expect(lines[2].contains(#"active      Window A\u{202E}  gone 999999  53 min ago"#))
    #expect(lines[2].contains(#"{"book":7}"#))
    #expect(lines[2].hasSuffix("com.example.book"))
    #expect(lines[3].contains("background"))
    #expect(lines[3].contains("3 min ago"))
    #expect(lines[4] == "3 scenes")
  }

  @Test func `everything saved is in the object of a scene`() throws {
    let store = try store()
    let result = harness.run("store", "scenes", store.path, "A", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "scenesim.store.scenes/1")
    let scenes = try #require(object["scenes"] as? [[String: Any]])
    let scene = try #require(scenes.first)
    #expect(scenes.count == 1)
    #expect(scene["phase"] as? String == "foregroundActive")
    #expect(scene["windowValue"] as? [String: Int] == ["book": 7])
    #expect((scene["activity"] as? [String: Any])?["activityType"] as? String == "com.example.book")
    #expect((scene["openIn"] as? [String: Any])?["running"] as? Bool == false)
    #expect(scene["lastActive"] as? String == "2001-01-01T00:16:40Z")
    #expect(scene["values"] as? Int == 1)
  }

  @Test func `windows closed for good are shown when asked for`() throws {
    let store = try store()
    let plain = harness.run("store", "scenes", store.path, "--plain").output
    #expect(plain.split(separator: "\n").count == 3)
    let all = harness.run("store", "scenes", store.path, "--plain", "--destroyed").output
    let destroyed = all.split(separator: "\n").filter { $0.contains("\tdestroyed\t") }
    #expect(destroyed.count == (all.split(separator: "\n").count - 3))
    for line in all.split(separator: "\n") {
      #expect(line.split(separator: "\t").count == 11, "\(line)")
    }
  }

  @Test func `the tree says the same of each scene`() throws {
    let store = try store()
    let output = harness.run("store", "tree", store.path, "B/").output
    #expect(output.hasPrefix("B  background · Window B\\u{202E} · 3 min ago\n└─ draft  \"Tala\"\n"))
  }
}
