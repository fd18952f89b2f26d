import Observation
import SceneState
import Synchronization
import Testing

@Suite struct OwnerTests {
  private struct Plain {
    @SceneStorage("draft") var draft = ""
  }

  private final class Scoped: SceneScoped {
    let sceneScope: SceneScope
    @SceneStorage("draft") var draft = ""
    @SceneStorage("zoom", scope: .scene) var zoom = 1.0
    @SceneStorage("theme", scope: .app) var theme = "light"
    init(_ scope: SceneScope) { sceneScope = scope }
  }

  private final class Unscoped {
    @SceneStorage("draft") var draft = ""
  }

  @MainActor private final class OnMain: SceneScoped {
    nonisolated let sceneScope: SceneScope
    @SceneStorage("draft") var draft = ""
    init(_ scope: SceneScope) { sceneScope = scope }
  }

  private actor Worker: SceneScoped {
    nonisolated let sceneScope: SceneScope
    @SceneStorage("draft") var draft = ""
    init(_ scope: SceneScope) { sceneScope = scope }
    func append(_ text: String) -> String {
      draft += text
      return draft
    }
  }

  @Observable final class Watched: SceneScoped {
    let sceneScope: SceneScope
    @ObservationIgnored @SceneStorage("draft") var draft = ""
    @ObservationIgnored @SceneStorage("other") var other = ""
    init(_ scope: SceneScope) { sceneScope = scope }
  }

  private struct Country: Codable, Equatable, Sendable {
    var name = ""
    var flag = ""
  }

  private let tab = SceneStore.temporary().scene("A").tab("hawk")
  private let draft = SceneKey("draft", default: "")

  @Test func `wrappers of all owners with one scope share one value`() async {
    let plain = tab.run { Plain() }
    let unscoped = tab.run { Unscoped() }
    let scoped = Scoped(tab)
    plain.draft = "a"
    unscoped.draft += "b"
    scoped.draft += "c"
    #expect(await Worker(tab).append("d") == "abcd")
    await MainActor.run { OnMain(tab).draft += "e" }
    #expect(tab[draft] == "abcde")
  }

  @Test func `a local variable with a wrapper lives in the current scope`() {
    tab.run {
      @SceneStorage("draft") var local = ""
      local = "local"
    }
    #expect(tab[draft] == "local")
  }

  @Test func `scopes say outright where a value lives`() {
    let (hawk, raven) = (Scoped(tab), Scoped(tab.resolve(.tab("raven"))))
    hawk.zoom = 2
    hawk.theme = "dark"
    hawk.draft = "here"
    #expect(raven.zoom == 2)
    #expect(raven.draft == "")
    #expect(Scoped(tab.store.scene("B")).theme == "dark")
    #expect(Scoped(tab.store.scene("B")).zoom == 1)
  }

  @Test func `without a scope a property works in memory and says so`() {
    let plain = Plain()
    #expect(plain.draft == "")
    plain.draft = "memory"
    #expect(plain.draft == "memory")
    #expect(plain.$draft.stored.problem?.code == .noScope)
    #expect(plain.$draft.stored.problem?.declaredAt?.contains("OwnerTests.swift") == true)
    #expect(plain.$draft.stored.source == .memory)
  }

  @Test func `an owner without a scope is told of on standard error, once`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      SceneProblem.tellsOnStandardError = true
      for _ in 0..<2 {
        let (plain, unscoped) = (Plain(), Unscoped())
        unscoped.draft += plain.draft
      }
      // With a scope there is nothing to say.
      Scoped(SceneStore.temporary().scene("A")).draft = "kept"
    }
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self)
      .split(separator: "\n").filter { $0.contains("[no-scope]") }
    #expect(lines.count == 2)
    for line in lines {
      #expect(line.contains("OwnerTests.swift:") && line.contains("SceneScoped"))
      #expect(line.contains("'SceneProblem.tellsOnStandardError = false' silences this"))
    }
  }

  @Test func `an observable object's stored property notifies for itself only`() {
    let model = Watched(tab)
    let draft = Counter()
    let other = Counter()
    withObservationTracking {
      _ = model.draft
    } onChange: {
      draft.add()
    }
    withObservationTracking {
      _ = model.other
    } onChange: {
      other.add()
    }
    model.draft = ""
    #expect(draft.value == 0)
    model.draft = "x"
    #expect(draft.value == 1)
    #expect(other.value == 0)
  }

  @Test func `a sequence of values starts with the current one and leaves equal ones out`() async {
    let owner = Scoped(tab)
    owner.draft = "a"
    var seen: [String] = []
    let values = owner.$draft.values
    owner.draft = "a"
    for await value in values {
      seen.append(value)
      guard seen.count < 3 else { break }
      owner.draft = value + value
      owner.draft = value + value
    }
    #expect(seen == ["a", "aa", "aaaa"])
  }

  @Test func `a binding to a part changes that part and tells once`() {
    let key = SceneKey("country", default: Country())
    let binding = tab.binding(key)
    let seen = Counter()
    let subscription = tab.observe(key) { _ in seen.add() }
    binding.name.wrappedValue = "Tibet"
    binding.flag.wrappedValue = "flag"
    subscription.cancel()
    #expect(tab[key] == Country(name: "Tibet", flag: "flag"))
    #expect(seen.value == 2)
  }
}
