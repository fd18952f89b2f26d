import Foundation

import SceneCommands
import SceneScenarios

/// Runs command lines in process and keeps what they said.
struct Harness {
  /// What one command line did.
  struct Result {
    let code: ExitCode
    let output: String
    let errors: String
  }

  var environment = ["LANG": "C.UTF-8"]
  var isTerminal = false
  var terminalWidth: Int?
  var input = ""
  var isInterrupted = false
  /// After how many bytes the reader of standard output goes away.
  var outputLimit: Int?
  var commands: [Command]?
  /// Where `run` gets its cases from, if not from the files' text.
  var loader: ScenarioLoader?
  /// The apps written in Swift that scenarios may name.
  var apps = KnownApps()
  /// What else a test wants to be different.
  var prepare: (inout Console.Surroundings) -> Void = { _ in }

  func run(_ arguments: String...) -> Result { run(arguments) }

  func run(_ arguments: [String]) -> Result {
    var surroundings = Console.Surroundings()
    surroundings.environment = environment
    surroundings.outputIsTerminal = isTerminal
    surroundings.errorsIsTerminal = isTerminal
    surroundings.terminalWidth = { [terminalWidth] in terminalWidth }
    surroundings.apps = apps
    surroundings.readInput = { [input] in Array(input.utf8.prefix($0)) }
    var lines = input.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    if lines.last == "" { lines.removeLast() }
    surroundings.readLine = { lines.popFirst() }
    surroundings.inputIsTerminal = isTerminal
    surroundings.clock.isInterrupted = { [isInterrupted] in isInterrupted }
    prepare(&surroundings)
    let output = MemorySink(closesAfter: outputLimit)
    let errors = MemorySink()
    let console = Console(output: output, errors: errors, surroundings: surroundings)
    let tool = commands.map { Tool(commands: $0) } ?? loader.map { Tool(loader: $0) } ?? Tool()
    let code = tool.run(arguments, console: console)
    return Result(code: code, output: output.text, errors: errors.text)
  }
}

/// A folder of a test, removed when the test lets go of it.
final class TemporaryFolder: Sendable {
  let path: String

  /// - Parameter parent: Where to make it, if not beside all temporary files.
  /// - Throws: What the system says where no folder can be made.
  init(in parent: String? = nil) throws {
    path = (parent.map { $0 + "/" } ?? NSTemporaryDirectory()) + "scenesim-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    if StoreAgreement.comparesAll { StoreAgreement.compareAll(in: path) }
    try? FileManager.default.removeItem(atPath: path)  // Nothing depends on it any more.
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}
