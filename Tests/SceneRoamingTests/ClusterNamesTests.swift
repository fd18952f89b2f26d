import Testing

@testable import SceneRoaming

struct ClusterNamesTests {
  private let ann = ClusterNames(app: "com.example", user: "ann")

  private func covers(_ prefix: ClusterNames.Prefix, _ key: String) -> Bool {
    !key.utf8.lexicographicallyPrecedes(prefix.first.utf8)
      && key.utf8.lexicographicallyPrecedes(prefix.end.utf8)
  }

  @Test(arguments: [
    "anna", "an", "ann/heads", "ann%2f", "Ann", "", "ann ", "änn", "ann\u{0}", "../ann",
  ])
  func `users are apart whatever they are called`(other: String) {
    let names = ClusterNames(app: "com.example", user: other)
    for (own, key) in [
      (ann.heads, names.head("1")), (ann.owners, names.owner("1")), (ann.asks, names.ask("1")),
      (ann.parts("1"), names.part("1", epoch: "e", tick: 1, number: 0)),
    ] { #expect(!covers(own, key), "\(key)") }
    for (theirs, key) in [(names.heads, ann.head("1")), (names.parts("1"), ann.head("1"))] {
      #expect(!covers(theirs, key), "\(key)")
    }
  }

  @Test func `apps are apart, and so are the two names`() {
    #expect(!covers(ann.heads, ClusterNames(app: "com.example/ann", user: "").head("1")))
    #expect(!covers(ann.heads, ClusterNames(app: "com.exampl", user: "ann").head("1")))
  }

  @Test func `parts stand below their scene, epoch and tick, and those of one step together`() {
    let part = ann.part("1", epoch: "e", tick: 255, number: 16)
    #expect(covers(ann.parts("1"), part))
    #expect(covers(ann.parts("1", epoch: "e", tick: 255), part))
    #expect(!covers(ann.parts("1", epoch: "e", tick: 254), part))
    #expect(!covers(ann.parts("1", epoch: "f", tick: 255), part))
    #expect(!covers(ann.parts("11"), part))
    #expect(part < ann.part("1", epoch: "e", tick: 255, number: 17))
    #expect(part < ann.part("1", epoch: "e", tick: 256, number: 0))
  }

  @Test func `a key names its scene`() {
    #expect(ClusterNames.scene(of: ann.head("0af")) == "0af")
    #expect(ClusterNames.scene(of: ann.owner("0af")) == "0af")
  }
}
