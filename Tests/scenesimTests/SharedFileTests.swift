import Foundation
import SceneScenarios
import Testing

/// Files that several scenarios share have a check of their own.
struct SharedFileTests {
  private func found(_ text: String) -> [String] {
    let source = SourceFile(path: "shared.yaml", text: text)
    return ScenarioCheck.diagnostics(of: source, takesShared: true).map {
      "\($0.range.start): \($0.message)"
    }
  }

  @Test func `the file of an app is looked at as an app`() {
    let app = "name: Notes\ntabs: { a: \"${title}\" }\nstorage: { x: strin, y: { type: int } }\n"
    #expect(found(app) == ["3:15: `strin` is no value of a type"])
    #expect(
      found("scenesim: 1\napp: { tabs: { a: A }, devise: mac }") == [
        "2:24: there is no key `devise` in the app"
      ])
    #expect(found("storage: { x: string }\n") == [])
  }

  @Test func `what an app does by itself is looked at, whatever scenario uses it`() {
    let app = """
      tabs: { a: A, b: B }
      storage: { draft: { type: string, scope: tab } }
      activities: { com.example.x: { payload: { id: string } } }
      actions:
        go: [{ set: { drft: "${x}" } }, { set: { draft: "${title}" } }, { select: c }]
      handlers:
        - { on: com.example.x, do: [{ identify: "$payload.id" }] }

      """
    #expect(
      found(app) == [
        "5:17: the app declares no key `drft`", "5:77: the app has no tab `c`",
        "7:33: `identify` says `$payload.id`, which is a text and no variable",
      ])
  }

  @Test func `the file of steps is looked at without the names of an app`() {
    let steps = "scenesim: 1\nsteps:\n  - lunch: A\n  - set: { any: \"${x}\" }\n"
    #expect(found(steps) == ["3:5: there is no step `lunch`"])
    #expect(found("scenesim: 1\nsteps: [{ set: { any: 1 } }]\n") == [])
  }

  @Test func `anything else is a scenario`() {
    #expect(found("scenesim: 1\n").contains { $0.contains("`scenario` and `steps` are missing") })
    #expect(found("title: x\n").contains { $0.contains("in the scenario") })
  }
}
