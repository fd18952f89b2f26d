import Foundation
import SceneScenarios
import SceneSimulator
import Synchronization
import Testing

/// Looks at the store of a running scenario from outside, with the reader that knows only the page.
struct RunStoreTests {
  private static let root = TestFolder.samples.deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let canReadStores = run(["-c", "import lmdb"]) != nil

  @Test(.enabled(if: canReadStores), arguments: [0, 1])
  func `after every step another process sees what the trace says`(index: Int) throws {
    let scenario = try RunHelper.sample01()
    let seen = Mutex<
      [(step: Int, wanted: [String: ScenarioValue], found: [String: ScenarioValue])]
    >(
      [])
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = ScenarioRun.Options(storeDirectory: folder.path)
    options.afterStep = { step, trace, folder in
      let found = folder.flatMap { Self.values(in: $0) } ?? [:]
      seen.withLock { $0.append((step, Self.values(of: trace), found)) }
    }
    let outcome = ScenarioRun.run(scenario, case: scenario.cases[index], options: options)
    #expect(outcome.outcome == .passed)
    let looks = seen.withLock { $0 }
    #expect(looks.count == 26)
    #expect(looks.last?.found.count == (index == 0 ? 4 : 6))
    for look in looks { #expect(look.found == look.wanted, "step \(look.step)") }
  }

  /// What the trace says is stored: all puts and removals, one after another.
  private static func values(of trace: Trace) -> [String: ScenarioValue] {
    var values: [String: ScenarioValue] = [:]
    for event in trace.events {
      switch event.kind {
      case .storePut(let place, let json): values["\(place)"] = value(json)
      case .storeGone(let place): values["\(place)"] = nil
      default: break
      }
    }
    return values
  }

  private static func value(_ json: String) -> ScenarioValue? {
    try? JSONDecoder().decode(ScenarioValue.self, from: Data(json.utf8))
  }

  private struct Line: Decodable {
    let scene: String
    let path: [String]
    let key: String
    let value: ScenarioValue
  }

  private static func values(in folder: String) -> [String: ScenarioValue]? {
    guard let text = run([root.appending(path: "Scripts/read-store.py").path, folder]) else {
      return nil
    }
    var values: [String: ScenarioValue] = [:]
    for line in text.split(separator: "\n") {
      guard let line = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else {
        return nil
      }
      values[([line.scene] + line.path + [line.key]).joined(separator: "/")] = line.value
    }
    return values
  }

  /// Runs the Python that has the lmdb module; nil if it fails.
  private static func run(_ arguments: [String]) -> String? {
    let process = Process()
    process.executableURL = root.appending(path: "Scripts/python-with-lmdb")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }
}
