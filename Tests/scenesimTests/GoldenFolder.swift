import Foundation
import SceneCommands

/// Tests of a scenario with two cases, in a folder of their own.
protocol GoldenSuite {
  var folder: TemporaryFolder { get }
}

extension GoldenSuite {
  static var scenario: String {
    """
    scenesim: 1
    scenario: two
    app:
      storage: { draft: string }
    cases:
      - { case: one, text: x }
      - { case: two, text: y }
    steps:
      - launch
      - set: { draft: "${text}" }   # typed
      - background

    """
  }

  /// The golden trace of the scenario.
  static var golden: String {
    """
    # scenesim trace 1
    # case one
    001 launch
          app   willFinishLaunching
          app   didFinishLaunching
          app   configurationForConnecting A
          A     willConnect  new session 1
          A     willEnterForeground
          A     didBecomeActive
    002 set {draft: x}
          store put  A/draft = "x"
    003 background
          A     willResignActive
          A     didEnterBackground
          A     stateRestorationActivity nil
    # case two
    001 launch
          app   willFinishLaunching
          app   didFinishLaunching
          app   configurationForConnecting A
          A     willConnect  new session 1
          A     willEnterForeground
          A     didBecomeActive
    002 set {draft: y}
          store put  A/draft = "y"
    003 background
          A     willResignActive
          A     didEnterBackground
          A     stateRestorationActivity nil

    """
  }

  var path: String { folder.file("two.scene.yaml") }
  var trace: String { folder.file("two.trace") }
  var harness: Harness { Harness() }
  var inCI: Harness {
    var harness = Harness()
    harness.environment["CI"] = "true"
    return harness
  }

  func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
