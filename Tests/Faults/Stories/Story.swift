/// What is done to a store, commit by commit, and what it holds after each: all from a seed.
///
/// Every commit is of one kind, so that a fault can be placed in each kind of commit.
struct Story: Sendable {
  /// What a commit does.
  enum Kind: String, CaseIterable, Sendable {
    case creation
    case firstValues = "first values"
    case newValues = "new values"
    case overwrite
    case remove
    case discard = "discard a scene"
    case longValues = "long values"
    case otherEnds = "other ends of long values"
    case sessions
    case setAside = "set-aside"
    case split = "pages split"
  }

  /// One change of a commit.
  enum Step: Sendable {
    case put(Place, String)
    case remove(Place)
    case record(scene: String, [UInt8])
    case discard(scene: String)
    /// Takes a scene's values away and keeps them aside.
    case giveUp(scene: String)
  }

  /// Where a value is kept.
  struct Place: Hashable, Sendable {
    let scope: String
    let key: String

    var address: String { "\(scope)/\(key)" }
    var scene: String { String(scope.prefix { $0 != "/" }) }
  }

  /// What a store holds after a commit.
  struct Moment: Sendable {
    let kind: Kind
    var values: [Place: String] = [:]
    /// The records of the sessions that live, by scene.
    var records: [String: [UInt8]] = [:]
    var setAside = 0
  }

  static let commitCount = 18
  /// From a store of one page to one of a mebibyte, by the number of its plain values.
  static let widths = [1, 2, 3, 5, 8, 12, 18, 27, 40, 60, 90, 135, 200, 300, 450, 900]
  static let scopes = ["A", "A/t", "B", "C", "app"]

  let seed: UInt64
  let index: Int
  /// What was done, commit by commit; the first one is the creation and does nothing.
  private(set) var commits: [[Step]] = [[]]
  /// What the store held after each.
  private(set) var moments = [Moment(kind: .creation)]
  /// All values that a place ever had, in order, each with the moment that wrote it.
  private(set) var history: [Place: [(moment: Int, value: String)]] = [:]
  private var random: SeededRandom
  private var nextKey = 0

  var width: Int { Self.widths[index % Self.widths.count] }
  /// Whether so many pages have values that one is a hundredth of them.
  var isLarge: Bool { width >= 450 }

  /// The stories of two seeds have the same places and other values.
  init(seed: UInt64, index: Int) {
    (self.seed, self.index) = (seed, index)
    random = SeededRandom(seed, index)
    let first: [Kind] = [
      .firstValues, .longValues, .sessions, .newValues, .overwrite, .setAside, .remove, .discard,
      .otherEnds, .split,
    ]
    let others: [Kind] = [
      .newValues, .overwrite, .remove, .longValues, .otherEnds, .sessions, .split,
    ]
    while commits.count < Self.commitCount {
      tell(commits.count <= first.count ? first[commits.count - 1] : random.pick(others))
    }
  }

  // MARK: Telling

  private mutating func tell(_ kind: Kind) {
    let moment = commits.count
    var steps: [Step] = []
    let few = 1 + random.number(below: 1 + width / 8)
    switch kind {
    case .creation: break
    case .firstValues:
      steps = (0..<width).map { .put(place($0), text(moment, 20 + random.number(below: 160))) }
      nextKey = width
    case .newValues:
      for _ in 0..<few {
        steps.append(.put(place(nextKey), text(moment, random.number(below: 200))))
        nextKey += 1
      }
    case .overwrite:
      steps = chosen(few, isLong: false).map { .put($0, text(moment, random.number(below: 200))) }
    case .remove:
      steps = chosen(few, isLong: false).map { .remove($0) }
    case .longValues:
      for _ in 0..<(1 + width / 6) {
        let place = Place(scope: random.pick(Self.scopes), key: "long-\(nextKey)")
        steps.append(.put(place, text(moment, longLength)))
        nextKey += 1
      }
    case .otherEnds:
      steps = chosen(few, isLong: true).enumerated().map {
        $0 % 3 == 2 ? .remove($1) : .put($1, text(moment, longLength))
      }
    case .sessions: steps = tellSessions(moment, few)
    case .setAside: steps = [.giveUp(scene: "Y")]
    case .discard: steps = [.discard(scene: "Z")]
    case .split:
      for number in 0..<(40 + width / 8) {
        steps.append(.put(Place(scope: "C", key: "s-\(moment)-\(number)"), text(moment, 120)))
      }
    }
    commits.append(steps)
    apply(steps, moment, kind)
  }

  private mutating func tellSessions(_ moment: Int, _ few: Int) -> [Step] {
    var steps: [Step] = []
    for scene in ["A", "B"] + (0..<few).map({ "W\($0)" }) {
      steps.append(.record(scene: scene, Array(text(moment, 30 + few % 90).utf8)))
    }
    guard moment < 5 else { return steps }
    for number in 0..<max(2, width / 8) {
      for scene in ["Y", "Z"] {
        let place = Place(scope: scene, key: "k-\(number)")
        steps.append(.put(place, text(moment, random.oneIn(6) ? longLength : 60)))
      }
    }
    return steps
  }

  /// Values of one page, with an end that is cut off, of several pages.
  private var longLength: Int {
    mutating get { random.pick([2_500, 4_400, 6_000, 9_000, 13_000]) + random.number(below: 600) }
  }

  private func place(_ number: Int) -> Place {
    Place(scope: Self.scopes[number % Self.scopes.count], key: "k-\(number)")
  }

  private mutating func text(_ moment: Int, _ length: Int) -> String {
    let head = "\(seed % 9_973).\(moment).\(random.number(below: 100_000))."
    return head + String(repeating: "x", count: length)
  }

  private mutating func chosen(_ count: Int, isLong: Bool) -> [Place] {
    let places = (moments.last?.values.keys.map(\.self) ?? []).filter {
      $0.key.hasPrefix(isLong ? "long" : "k") && Self.scopes.contains($0.scope)
    }
    return places.sorted { $0.address < $1.address }.shuffled(using: &random).prefix(count)
      .map(\.self)
  }

  private mutating func apply(_ steps: [Step], _ moment: Int, _ kind: Kind) {
    let last = moments[moment - 1]
    var next = Moment(
      kind: kind, values: last.values, records: last.records, setAside: last.setAside)
    for step in steps {
      switch step {
      case .put(let place, let value):
        next.values[place] = value
        history[place, default: []].append((moment, value))
        if place.scope != "app" {
          let scene = String(place.scope.prefix { $0 != "/" })
          next.records[scene, default: []] += []
        }
      case .remove(let place): next.values[place] = nil
      case .record(let scene, let bytes): next.records[scene] = bytes
      case .discard(let scene):
        next.values = next.values.filter { $0.key.scope != scene }
        next.records[scene] = nil
      case .giveUp(let scene):
        next.setAside += next.values.count { $0.key.scope == scene }
        next.values = next.values.filter { $0.key.scope != scene }
      }
    }
    moments.append(next)
  }
}
