import SceneState
import Testing

/// The default is stored only where somebody asks for it.
@Suite struct PinnedDefaultTests {
  private let old = SceneKey("theme", default: "light")
  private let new = SceneKey("theme", default: "dark")

  @Test func `a pinned default stays when a later version has another one`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      let (pinned, plain) = (store.scene("A"), store.scene("B"))
      let told = Counter()
      let subscription = pinned.observe(old) { _ in told.add() }
      try pinned.write("light", to: old, pinsDefault: true)
      try plain.write("light", to: old)
      plain[old] = "light"
      #expect(told.value == 0)
      #expect(pinned.contains(old) && !plain.contains(old))
      subscription.cancel()
    }
    try folder.withStore { store in
      #expect(store.scene("A")[new] == "light")
      #expect(store.scene("B")[new] == "dark")
      store.scene("A").reset(new)
      #expect(store.scene("A")[new] == "dark")
    }
  }

  @Test func `pinning what is stored changes nothing`() throws {
    let store = SceneStore.temporary(options: .init(commitDelay: .seconds(60)))
    store.scene("A")[old] = "blue"
    try store.flush()
    let before = try store.inspect().entries.map(\.transaction)
    try store.scene("A").write("blue", to: old, pinsDefault: true)
    try store.flush()
    #expect(try store.inspect().entries.map(\.transaction) == before)
  }
}
