import FaultShim
import Foundation
import LMDB
import SceneState

/// Opens damaged stores whose story is known, as an app does, and reads, writes and opens again.
///
/// A job is a line: the folder, the seed and index of the story, the moment that the file shows,
/// the moments that may be shown instead of it without a word, separated by commas, and how many
/// milliseconds of processor time the opening and reading may take.
enum StoryJudge {
  static let limit = 1_000

  static func run(_ arguments: [String]) throws -> Int32 {
    let hasGate = arguments.first == "gate"
    var known: [String: StoryOracle] = [:]
    var looks = 0
    while let line = readLine() {
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count == 6, let seed = UInt64(parts[1]), let index = Int(parts[2]),
        let moment = Int(parts[3]), let limit = Int(parts[5])
      else { return 64 }
      let name = parts[1] + " " + parts[2]
      if known.count > 64 { known = [:] }
      let oracle = known[name] ?? StoryOracle(Story(seed: seed, index: index))
      known[name] = oracle
      looks += 1
      var look = StoryLook(
        place: parts[0], oracle: oracle, moment: moment,
        silent: parts[4].split(separator: ",").compactMap { Int($0) }, hasGate: hasGate)
      // A check reads every value, which takes longer than all the rest.
      look.judge(limit: limit, isChecked: looks % 4 == 0)
      tell(look.finding.line)
    }
    return 0
  }
}

/// What can be read of a store whose story is known.
struct StoryOracle {
  let story: Story
  let places: [(place: Story.Place, key: SceneKey<String>)]
  private let records: [String: Set<[UInt8]>]

  init(_ story: Story) {
    self.story = story
    places = story.history.keys.sorted { $0.address < $1.address }.map { ($0, $0.sceneKey) }
    var records: [String: Set<[UInt8]>] = [:]
    for moment in story.moments {
      for (scene, record) in moment.records { records[scene, default: []].insert(record) }
    }
    self.records = records
  }

  /// Whether a place ever had a value, up to a moment.
  func wasEver(_ value: String, at place: Story.Place, until moment: Int) -> Bool {
    story.history[place]?.contains { $0.moment <= moment && $0.value == value } == true
  }

  func wasEver(_ record: [UInt8], of scene: String) -> Bool {
    records[scene]?.contains(record) == true
  }

  /// All values as an app reads them.
  func read(_ store: SceneStore) -> [Story.Place: String] {
    var values: [Story.Place: String] = [:]
    for (place, key) in places {
      let value = store.scope(of: place)[key]
      if !value.isEmpty { values[place] = value }
    }
    return values
  }
}
