/// One fault suite.
struct Suite: Sendable {
  let name: String
  let summary: String
  let run: @Sendable (Settings) throws -> Report
  /// The same suite with a control that must be caught; nil if it has none.
  var selfCheck: (@Sendable (Settings) throws -> Report)?

  /// Whether a time that is too long is a violation: code that is not optimized is as slow as it is.
  static let judgesTime: Bool = {
    #if DEBUG
      false
    #else
      true
    #endif
  }()
}

/// What a suite found.
struct Report {
  /// One line each: a figure and its goal.
  var figures: [String] = []
  /// Everything needed to see it again.
  var violations: [String] = []
  /// What could not be tried here, and why.
  var skipped: [String] = []

  static let nothing = Report()

  /// The goals that are missed; without a name, all of the suite.
  private var missed: Set<String> = []
  private var missesAll = false

  /// Notes what must not be, and which goal it misses if the suite has several.
  mutating func violated(_ text: String, goal: String? = nil) {
    violations.append(text)
    if let goal { missed.insert(goal) } else { missesAll = true }
  }

  /// Whether a figure that names its goal (`G5 …`) is what it should be; nil if it names none.
  func isMet(_ figure: String) -> Bool? {
    guard let name = figure.split(separator: " ").first, name.first == "G",
      Int(name.dropFirst()) != nil
    else { return nil }
    return !missesAll && !missed.contains(String(name))
  }
}

enum SuiteCatalog {
  static let all: [Suite] = [
    .callFaults, .kill, .storm, .powerCut, .damage, .race, .misuse, .input, .space, .histories,
    .goals, .block, .trees, .files, .processes,
  ]
}

/// The processes that suites start.
enum ChildCatalog {
  private static let roles: [String: @Sendable ([String]) throws -> Int32] = [
    "block-judge": BlockJudge.run,
    "block-recorder": BlockRecorder.run,
    "bomb": BombChild.run,
    "call-faults": CallFaultChild.run,
    "cut-judge": CutJudge.run,
    "cut-recorder": CutRecorder.run,
    "counter": Counter.run,
    "dump-judge": DumpJudge.run,
    "ending-writer": EndingWriter.run,
    "forker": Forker.run,
    "input": InputChild.run,
    "input-print": InputChild.print,
    "kill-writer": KillWriter.run,
    "lasting-reader": LastingReader.run,
    "member": CrowdMember.run,
    "misuse": MisuseChild.run,
    "misuse-holder": MisuseChild.hold,
    "misuse-reopener": MisuseChild.reopen,
    "plain-holder": MisuseChild.holdPlainly,
    "plain-writer": MisuseChild.writePlainly,
    "recoverer": Recoverer.run,
    "space": SpaceChild.run,
    "space-control": SpaceChild.control,
    "storm-reader": StormReader.run,
    "storm-writer": StormWriter.run,
    "story-judge": StoryJudge.run,
  ]

  static func run(_ arguments: [String]) -> Int32 {
    guard let name = arguments.first, let role = roles[name] else { return 64 }
    do { return try role(Array(arguments.dropFirst())) } catch {
      print("error \(error)")
      return 70
    }
  }
}
