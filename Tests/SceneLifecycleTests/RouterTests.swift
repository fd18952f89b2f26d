import SceneLifecycle
import SceneState
import Testing

struct RouterTests {
  private func target(
    _ text: String?, _ candidates: [RouteCandidate], declarations: [SceneDeclaration] = [],
    policy: ExternalPolicy = .matchingWindowFirst, allowsNewScene: Bool = true,
    reusesUnconditioned: Bool = true
  ) -> RouteDecision.Target {
    Router.decide(
      text: text, candidates: candidates, declarations: declarations, policy: policy,
      allowsNewScene: allowsNewScene, reusesUnconditioned: reusesUnconditioned
    ).target
  }

  // MARK: Windows

  @Test func `the window that shows just this text comes before those that prefer it`() {
    let windows = [
      candidate("A", 1, prefers: ["character/tala"], active: 9),
      candidate("B", 2, identity: "character/tala-2", active: 8),
      candidate("C", 3, identity: "character/tala", can: [], active: 1),
    ]
    #expect(target("character/tala", windows) == .scene("C"))
    #expect(target("character/tala-2", windows) == .scene("B"))
    #expect(target("character/Tala", windows) == .scene("A"))
  }

  @Test func `identities are compared by bytes`() {
    let windows = [candidate("A", 1, identity: "e\u{301}", can: [])]
    #expect(target("e\u{301}", windows) == .scene("A"))
    #expect(target("é", windows) == .newScene(declaration: "main"))
    #expect(target(nil, [candidate("A", 1, can: [])]) == .newScene(declaration: "main"))
  }

  @Test func `prefers beats can, even of a window that can take nothing`() {
    let windows = [
      candidate("A", 1, active: 9), candidate("B", 2, can: [], prefers: ["tala"], active: 1),
    ]
    #expect(target("character/tala", windows) == .scene("B"))
    #expect(target("character/kiri", windows) == .scene("A"))
  }

  @Test func `of equals the most recently active is first, then the oldest`() {
    let windows = [
      candidate("C", 3, active: 5), candidate("A", 1, active: 4), candidate("B", 2, active: 5),
    ]
    #expect(target("x", windows) == .scene("B"))
    #expect(target("x", windows.reversed()) == .scene("B"))
  }

  @Test func `a window that is active now is more recent than one that was activated later`() {
    let windows = [
      candidate("A", 1, foreground: false, active: 9), candidate("B", 2, front: true, active: 1),
    ]
    #expect(target("x", windows) == .scene("B"))
    #expect(target(nil, windows) == .scene("B"))
  }

  @Test func `every pass looks at connected windows first`() {
    let windows = [
      candidate("A", 1, connected: false, identity: "x", prefers: ["x"], active: 9),
      candidate("B", 2, foreground: false, active: 1),
    ]
    #expect(target("x", windows) == .scene("A"))
    #expect(target("y", windows) == .scene("B"))
    #expect(target("xy", windows) == .scene("A"))
    let both = windows + [candidate("C", 3, foreground: false, prefers: ["x"])]
    #expect(target("xy", both) == .scene("C"))
    #expect(target("x", both) == .scene("A"))
  }

  @Test func `a window that does not come back is no target once it is disconnected`() {
    let gone = candidate("A", 1, connected: false, identity: "x", restorable: false)
    #expect(target("x", [gone]) == .newScene(declaration: "main"))
    #expect(target("x", [candidate("A", 1, restorable: false)]) == .scene("A"))
  }

  @Test func `conditions are a union, and nothing matches nothing`() {
    #expect(target("b/1", [candidate("A", 1, can: ["a/", "b/"])]) == .scene("A"))
    for can in [[], [""], ["a/"]] {
      #expect(target("b/1", [candidate("A", 1, can: can)]) == .newScene(declaration: "main"))
    }
    #expect(target(nil, [candidate("A", 1, can: ["a"])]) == .newScene(declaration: "main"))
    #expect(target(nil, [candidate("A", 1, can: ["a", "*"])]) == .scene("A"))
    #expect(target(nil, [candidate("A", 1), candidate("B", 2, prefers: ["*"])]) == .scene("B"))
  }

  @Test func `case and accents do not count`() {
    #expect(target("author/René", [candidate("A", 1, can: ["AUTHOR/RENE"])]) == .scene("A"))
  }

  @Test func `a window without conditions need not be used again`() {
    let windows = [candidate("A", 1)]
    #expect(
      target("x", windows, reusesUnconditioned: false) == .newScene(declaration: "main"))
    let saying = [candidate("A", 1, prefers: ["y"])]
    #expect(target("x", saying, reusesUnconditioned: false) == .scene("A"))
    let shown = [candidate("A", 1, identity: "x")]
    #expect(target("x", shown, reusesUnconditioned: false) == .scene("A"))
  }

  // MARK: New windows

  @Test func `the first declaration that matches opens, else the first without matching`() {
    let declarations = [
      SceneDeclaration("list"), SceneDeclaration("none", matching: []),
      SceneDeclaration("note", matching: ["note/", "memo/"]),
      SceneDeclaration("any", matching: ["*"]), SceneDeclaration("other"),
    ]
    #expect(target("memo/1", [], declarations: declarations) == .newScene(declaration: "note"))
    #expect(target("x", [], declarations: declarations) == .newScene(declaration: "any"))
    let withoutAny = declarations.filter { $0.name != "any" }
    #expect(target("x", [], declarations: withoutAny) == .newScene(declaration: "list"))
    #expect(target(nil, [], declarations: withoutAny) == .newScene(declaration: "list"))
    let strict = [SceneDeclaration("note", matching: ["note/"])]
    #expect(target("x", [], declarations: strict) == .noRoute)
    #expect(target("x", []) == .newScene(declaration: "main"))
  }

  // MARK: Policies

  @Test func `with the policy for the front window conditions do not count`() {
    let windows = [
      candidate("A", 1, identity: "x", active: 9), candidate("B", 2, can: [], active: 7),
      candidate("C", 3, foreground: false, active: 10),
    ]
    #expect(target("x", windows, policy: .frontWindow) == .scene("A"))
    var front = windows
    front[1].isFront = true
    #expect(target("x", front, policy: .frontWindow) == .scene("B"))
    front[1].isForeground = false
    #expect(target("x", front, policy: .frontWindow) == .scene("A"))
  }

  @Test func `with nothing in front the most recent window is taken, else a new one`() {
    let background = [
      candidate("A", 1, connected: false, active: 9), candidate("B", 2, foreground: false),
      candidate("C", 3, foreground: false, active: 1),
    ]
    #expect(target("x", background, policy: .frontWindow) == .scene("C"))
    #expect(target("x", [background[0]], policy: .frontWindow) == .scene("A"))
    #expect(target("x", [], policy: .frontWindow) == .newScene(declaration: "main"))
    let gone = [candidate("A", 1, connected: false, restorable: false)]
    #expect(target("x", gone, policy: .frontWindow) == .newScene(declaration: "main"))
    #expect(
      target("x", gone, policy: .frontWindow, allowsNewScene: false) == .scene("A"))
  }

  @Test func `with the policy for new windows none is used again`() {
    let windows = [candidate("A", 1, identity: "note/1", prefers: ["*"])]
    let note = SceneDeclaration("note", matching: ["note/"])
    #expect(
      target("note/1", windows, declarations: [.main, note], policy: .newWindow)
        == .newScene(declaration: "note"))
  }

  @Test func `a one-window app opens no second window`() {
    let window = [candidate("A", 1, can: ["x"])]
    #expect(target("x", window, allowsNewScene: false) == .scene("A"))
    #expect(target("y", window, allowsNewScene: false) == .noRoute)
    #expect(target("x", window, policy: .newWindow, allowsNewScene: false) == .scene("A"))
    #expect(target("y", window, policy: .frontWindow, allowsNewScene: false) == .scene("A"))
  }

  @Test func `many windows cost little more than few`() {
    let windows = (1...20_000).map { number in
      candidate(SceneID(rawValue: "\(number)"), UInt32(number), can: ["note/\(number)x"])
    }
    #expect(target("note/20000x", windows) == .scene("20000"))
    #expect(
      Router.decide(text: "y", candidates: windows).explanation.utf8.count { $0 == 10 } == 80_003)
  }
}
