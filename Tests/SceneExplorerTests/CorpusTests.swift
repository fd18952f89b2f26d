import SceneScenarios
import Testing

@testable import SceneExplorer

/// Runs that reached something, and those that begin from them.
struct CorpusTests {
  private func explore(seed: UInt64, from corpus: Corpus, jobs: Int = 1) throws -> Explorer.Report {
    var options = Explorer.Options()
    // Two runs a stream: the second one may begin from what the first one reached. A quarter of the
    // streams is enough for that.
    (options.seed, options.steps, options.jobs, options.corpus) = (seed, 3200, jobs, corpus)
    options.shard = (1, 4)
    options.choice = PropertyChoice(only: ["always"])
    let app = try TestApp.declared(
      """
      tabs: { a: A, b: B }
      storage: { size: { type: int, scope: tab } }
      explore: { always: [{ expect: { A: { values: { size: { $not: 2147483648 } } } } }] }
      """)
    return Explorer(app, options: options).run()
  }

  @Test func `what is kept is played again, on any number of processors`() throws {
    let kept = try explore(seed: 3, from: Corpus([])).corpus
    #expect(kept.entries.count > 3)
    let given = Corpus(kept.entries.map(\.steps))
    let one = try explore(seed: 4, from: given)
    let two = try explore(seed: 4, from: given, jobs: 2)
    #expect(one.findings.map(\.bytes) == two.findings.map(\.bytes))
    #expect(one.corpus.entries.map(\.name) == two.corpus.entries.map(\.name))
    #expect(one.coverage.stateCount == two.coverage.stateCount)
    let without = try explore(seed: 4, from: Corpus([]))
    #expect(one.coverage.stateCount != without.coverage.stateCount)
  }

  @Test func `a run of which nothing went through begins no other`() {
    var corpus = Corpus([[]])
    corpus.add([], Coverage())
    #expect(corpus.entries.isEmpty)
  }

  @Test func `a line is the action that wrote it`() {
    let lines = ["kill", "launch: A", "{ in: A, at: t1, set: { size: 1 } }", "{ in: A, pop: ~ }"]
    #expect(Corpus.actions(lines).map { $0.text(namesWindow: true) } == lines)
    #expect(Corpus.actions(["{ in: A }", "- ["]).isEmpty)
  }

  @Test func `what came rarely is drawn more often`() throws {
    let app = try TestApp.named("sound-notes")
    let play = try Play(app, KnownApps(), PropertyChoice())
    func launches(_ done: [String: Int]) -> Int {
      var random = RandomNumbers(seed: 9)
      return (0..<2000).count { _ in
        var alphabet = Alphabet(play.facts, steps: [])
        alphabet.preferRare(done)
        return alphabet.next(play.look, play.stage, &random)?.verb == "launch"
      }
    }
    let often = Dictionary(uniqueKeysWithValues: Category.allVerbs.map { ($0, 100) })
    var seldom = often
    seldom["launch"] = 0
    #expect(launches(seldom) > launches(often))
  }
}
