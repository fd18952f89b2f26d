import SceneLifecycle
import Testing

struct ShadowedPlacesTests {
  private func shadowed(_ patterns: [String], _ checks: [String: String] = [:]) throws -> [[Int]] {
    try DeepLinks(places: patterns.map { Place($0) }, checks: checks).shadowed().map { [$0, $1] }
  }

  @Test(arguments: [
    (["s://a/{x}", "s://a/b"], [[1, 0]]), (["s://a/b", "s://a/{x}"], []),
    (["s://{x}", "s://{y}", "s://{z}"], [[1, 0], [2, 0]]),
    (["s://a", "S://a"], [[1, 0]]), (["s://a", "t://a"], []),
    (["s://{x}", "s://{x}/{y}"], []), (["s://{x}/{y}", "s://{x}/{x}"], [[1, 0]]),
    (["s://{x}/{x}", "s://{x}/{y}"], []), (["s://{x}{y}", "s://a{x}"], [[1, 0]]),
    (["s://{x}{y}", "s://{x}"], []), (["s://{x}", "s://a{x}b{y}"], [[1, 0]]),
    (["s://%61", "s://a"], [[1, 0]]), (["s://a%2Fb", "s://a/b"], []),
    (["s://{x}", "s://a%2Fb"], [[1, 0]]), (["s://{x}?q", "s://a?{x}"], []),
  ])
  func `a pattern is hidden by an earlier one that takes all its URLs`(
    patterns: [String], hidden: [[Int]]
  ) throws {
    #expect(try shadowed(patterns) == hidden)
  }

  @Test func `a check hides only what surely passes it`() throws {
    let checks = ["id": "^[0-9]+$", "number": "^[0-9]+$", "word": "^[a-z]+$"]
    #expect(try shadowed(["s://{id}", "s://{name}"], checks) == [])
    #expect(try shadowed(["s://{id}", "s://7"], checks) == [[1, 0]])
    #expect(try shadowed(["s://{id}", "s://new"], checks) == [])
    #expect(try shadowed(["s://{id}", "s://{number}"], checks) == [[1, 0]])
    #expect(try shadowed(["s://{id}", "s://{word}"], checks) == [])
    #expect(try shadowed(["s://{name}", "s://{id}"], checks) == [[1, 0]])
  }

  /// All URLs of up to four letters behind the scheme that a pattern has.
  private func urls(of pattern: String) throws -> Set<String> {
    let links = try DeepLinks(places: [Place(pattern)])
    var found: Set<String> = []
    var texts = [""]
    for _ in 0..<4 {
      texts = texts.flatMap { text in ["a", "b", "/"].map { text + $0 } }
      for text in texts where (try? links.place(for: "s:" + text)) != nil { found.insert(text) }
    }
    return found
  }

  @Test func `what is found agrees with trying all URLs`() throws {
    var generator = PlaceGenerator(seed: 5)
    let pieces = ["a", "/", "{x}", "{y}"]
    var hiddenPairs = 0
    for _ in 0..<150 {
      let patterns = (0..<2).map { _ in
        "s:"
          + (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            generator.element(of: pieces)
          }.joined()
      }
      let (first, second) = (try urls(of: patterns[0]), try urls(of: patterns[1]))
      let isHidden = try !shadowed(patterns).isEmpty
      if isHidden { hiddenPairs += 1 }
      #expect(isHidden == second.isSubset(of: first), "\(patterns)")
    }
    #expect(hiddenPairs > 10)
  }
}
