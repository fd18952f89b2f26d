import SceneState
import Testing

/// Notices on the main actor.
@MainActor struct MainActorNoticeTests {
  /// Something that only the main actor may touch.
  private final class Label {
    var texts: [String] = []
  }

  private let draft = SceneKey("draft", default: "")
  private let label = Label()

  /// Lets the jobs that wait for the main actor run.
  private func settle() async {
    for _ in 0..<20 { await Task.yield() }
  }

  @Test func `a handler may touch what the main actor has`() async {
    let scope = SceneStore.temporary().scene("A")
    let subscription = scope.observeOnMain(draft) { [label] in label.texts.append($0) }
    scope[draft] = "one"
    #expect(label.texts == [])  // never inside the write
    await settle()
    #expect(label.texts == ["one"])
    subscription.cancel()
  }

  @Test func `the last value comes last, whoever wrote it`() async {
    let scope = SceneStore.temporary().scene("A")
    let subscription = scope.observeOnMain(draft) { [label] in label.texts.append($0) }
    let draft = draft
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { for round in 0..<50 { scope[draft] = "\(number) \(round)" } }
      }
    }
    await settle()
    #expect(label.texts.last == scope[draft])
    #expect(label.texts.count <= 400)
    subscription.cancel()
  }

  @Test func `what has not run when the subscription ends does not run`() async {
    let scope = SceneStore.temporary().scene("A")
    let subscription = scope.observeOnMain(draft) { [label] in label.texts.append($0) }
    scope[draft] = "one"
    subscription.cancel()
    await settle()
    #expect(label.texts == [])
  }

  @Test func `an array keeps subscriptions, and lets them go`() async {
    let scope = SceneStore.temporary().scene("A")
    var bag: [KeptSubscription] = []
    scope.observeOnMain(draft) { [label] in label.texts.append($0) }.keep(in: &bag)
    scope[draft] = "one"
    await settle()
    bag = []
    scope[draft] = "two"
    await settle()
    #expect(label.texts == ["one"])
  }
}
