import SceneLifecycle
import SceneState
import Testing

struct RouteExplanationTests {
  private func lastLine(
    _ text: String?, _ candidates: [RouteCandidate], declarations: [SceneDeclaration] = [],
    policy: ExternalPolicy = .matchingWindowFirst, allowsNewScene: Bool = true
  ) -> String {
    let explanation = Router.decide(
      text: text, candidates: candidates, declarations: declarations, policy: policy,
      allowsNewScene: allowsNewScene
    ).explanation
    return explanation.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func `every candidate and each condition is printed with what became of it`() {
    let decision = Router.decide(
      text: "character/tala",
      candidates: [
        candidate("A", 1, front: true, identity: "character/tala-2", active: 4),
        candidate("B", 2, foreground: false, can: [], prefers: ["kiri", "", "TALA"], active: 2),
        candidate("C", 3, connected: false, identity: "kiri", can: ["x"], active: 1),
        candidate("D", 5, connected: false, restorable: false),
      ],
      declarations: [
        .main, SceneDeclaration("note", matching: ["note/"]),
        SceneDeclaration("never", matching: []),
      ])
    #expect(
      decision.explanation == """
        text 'character/tala'
        policy matching-window-first
        window A: in front, activation 4, session 1
          shows 'character/tala-2': not the text
          prefers nothing
          can '*': matches, it takes everything
        window B: in the background, activation 2, session 2
          shows nothing it named
          prefers 'kiri': does not match, the text does not contain it
          prefers '': does not match, it is empty
          prefers 'TALA': matches, the text contains it
          can nothing
        window C: not connected, activation 1, session 3
          shows 'kiri': not the text
          prefers nothing
          can 'x': does not match, the text does not contain it
        window D: not connected, activation 0, session 5
          not asked: it is not restorable
        scene main: no matching
        scene note
          matching 'note/': does not match, the text does not contain it
        scene never
          matching nothing
        goes to window B: it prefers 'TALA'
        """)
  }

  @Test func `an event without a text says so`() {
    let decision = Router.decide(
      text: nil, candidates: [candidate("A", 1, identity: "x", can: ["x"])],
      reusesUnconditioned: false)
    #expect(
      decision.explanation == """
        no text
        policy matching-window-first
        window A: in the foreground, activation 0, session 1
          shows 'x': not the text
          prefers nothing
          can 'x': does not match, there is no text
        scene main: no matching
        opens a new window of scene main: no window takes it, and it is the first scene without \
        matching
        """)
  }

  @Test func `a window without conditions may be left alone`() {
    let decision = Router.decide(
      text: "a\nb", candidates: [candidate("A", 1)],
      declarations: [SceneDeclaration("note", matching: ["a"])], reusesUnconditioned: false)
    #expect(
      decision.explanation == """
        text 'a\\nb'
        policy matching-window-first
        window A: in the foreground, activation 0, session 1
          shows nothing it named
          prefers nothing
          can '*': not asked, a window without conditions is not used again
        scene note
          matching 'a': matches, the text contains it
        opens a new window of scene note: no window takes it, and its matching 'a' matches
        """)
  }

  @Test func `the policies say what they do not ask`() {
    let window = [candidate("A", 1, front: true)]
    #expect(
      Router.decide(text: "x", candidates: window, policy: .frontWindow).explanation == """
        text 'x'
        policy front-window: the conditions of windows are not asked
        window A: in front, activation 0, session 1
          shows nothing it named
          prefers nothing
          can '*': matches, it takes everything
        scene main: no matching
        goes to window A: it is in front
        """)
    #expect(
      Router.decide(text: "x", candidates: [], policy: .newWindow).explanation == """
        text 'x'
        policy new-window: windows are not asked
        scene main: no matching
        opens a new window of scene main: it is the first scene without matching
        """)
  }

  @Test func `the last line tells what put the winner before the next one`() {
    let a = candidate("A", 1, identity: "x", active: 3)
    let b = candidate("B", 2, identity: "x", active: 3)
    let c = candidate("C", 3, identity: "x", active: 7)
    let d = candidate("D", 4, connected: false, identity: "x", active: 9)
    #expect(
      lastLine("x", [a, b]) == "goes to window A: it shows the text; before B because it is older")
    #expect(
      lastLine("x", [a, b, c, d])
        == "goes to window C: it shows the text; before A because it was active more recently")
    #expect(
      lastLine("x", [b, d])
        == "goes to window B: it shows the text; before D because it is connected")
    #expect(lastLine("x", [d]) == "goes to window D: it shows the text")
    #expect(
      lastLine("y", [b, a])
        == "goes to window A: it can take '*'; before B because it is older")
    let preferring = candidate("E", 5, prefers: ["y"])
    #expect(lastLine("y", [a, preferring]) == "goes to window E: it prefers 'y'")
    #expect(
      lastLine("y", [preferring, candidate("F", 6, prefers: ["*"], active: 1)])
        == "goes to window F: it prefers '*'; before E because it was active more recently")
  }

  @Test func `the last line tells why no window or which front window was taken`() {
    let a = candidate("A", 1, can: ["x"], active: 3)
    #expect(
      lastLine("y", [a], allowsNewScene: false)
        == "goes nowhere: no window takes it, and the app may have one window only")
    #expect(
      lastLine("x", [a], policy: .newWindow, allowsNewScene: false)
        == "goes to window A: the app has one window")
    #expect(
      lastLine("y", [a], declarations: [SceneDeclaration("note", matching: ["note/"])])
        == "goes nowhere: no window takes it, and no scene matches, and each has matching")
    #expect(
      lastLine("y", [a, candidate("B", 2, active: 5)], policy: .frontWindow)
        == "goes to window B: it is in the foreground; "
        + "before A because it was active more recently")
    #expect(
      lastLine(
        "y", [candidate("C", 3, foreground: false), candidate("B", 2, connected: false)],
        policy: .frontWindow)
        == "goes to window C: no window is in front; before B because it is connected")
    #expect(
      lastLine(
        "y", [candidate("A", 1, connected: false, restorable: false)], policy: .frontWindow,
        allowsNewScene: false) == "goes to window A: the app has one window")
  }
}
