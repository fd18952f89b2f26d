import Foundation
import FuzzTargets
import LMDB
import SceneScenarios
import SceneState
import StoreFormat
import StoreTools

/// Input of 1 MiB that asks for far more, each in a process of its own: what it costs in memory
/// and in time.
struct BombPart {
  /// Who takes the input.
  enum Reader: String, CaseIterable {
    case check, load, record, run, control

    /// Their names, and how their bytes are made.
    var bombs: [(name: String, make: @Sendable () -> String)] {
      switch self {
      case .check:
        (ScenarioBomb.read + ScenarioBomb.named + ScenarioBomb.played).map { ($0.name, $0.make) }
      case .load: ScenarioBomb.dumped.map { ($0.name, $0.make) }
      case .record: ScenarioBomb.recorded.map { ($0.name, $0.make) }
      case .run: ScenarioBomb.played.map { ($0.name, $0.make) }
      case .control: ["memory", "time"].map { name in (name, { name }) }
      }
    }
  }

  /// What one bomb cost.
  private struct Cost {
    let bomb: String
    let mebibytes: Int
    let seconds: Double
    let outcome: String
  }

  private static let mebibytes = 256

  private let folder: WorkFolder
  /// The time limit of a run, which ends it.
  private let runSeconds: Int

  init(runSeconds: Int = 60) throws {
    folder = try WorkFolder("bombs")
    self.runSeconds = runSeconds
  }

  /// The seconds that a reader may take.
  private func seconds(_ reader: Reader) -> Int { reader == .run ? runSeconds + 1 : 2 }

  /// Plays all bombs; the worst of each kind is a figure.
  func run(_ report: inout Report) throws {
    for reader in Reader.allCases where reader != .control {
      let costs = try reader.bombs.indices.compactMap { try cost(reader, $0, &report) }
      for cost in costs where Suite.judgesTime && isTooMuch(cost, reader) {
        report.violated("\(reader) of \(words(cost))", goal: "G20")
      }
      guard let largest = costs.max(by: { $0.mebibytes < $1.mebibytes }),
        let slowest = costs.max(by: { $0.seconds < $1.seconds })
      else { continue }
      report.figures.append(
        "G20 \(reader) of \(costs.count) bombs of 1 MiB: the largest \(words(largest)), the "
          + "slowest \(words(slowest)) [goal \(Self.mebibytes) MiB, \(seconds(reader)) s]")
    }
  }

  /// Bombs that go off must be found.
  func check(_ report: inout Report) throws {
    let costs = try Reader.control.bombs.indices.compactMap { try cost(.control, $0, &report) }
    let found = costs.count { isTooMuch($0, .control) }
    report.figures.append("self-check: \(found) of 2 bombs that go off found")
    if found != 2 { report.violated("bombs that go off were not found: \(costs.map(words))") }
  }

  private func isTooMuch(_ cost: Cost, _ reader: Reader) -> Bool {
    cost.mebibytes > Self.mebibytes || cost.seconds > Double(seconds(reader))
  }

  private func words(_ cost: Cost) -> String {
    let seconds = String(format: "%.2f", cost.seconds)
    return "'\(cost.bomb)' \(cost.mebibytes) MiB and \(seconds) s (\(cost.outcome))"
  }

  /// Plays one bomb; nil if its reader did not live to tell.
  private func cost(_ reader: Reader, _ number: Int, _ report: inout Report) throws -> Cost? {
    let name = reader.bombs[number].name
    let child = try Child(
      "bomb", [reader.rawValue, "\(number)", folder.place("store"), "\(runSeconds)s"])
    let patience = Int32((seconds(reader) + 60) * 1_000)
    let parts = child.line(within: patience)?.split(separator: "\t").map(String.init) ?? []
    guard parts.count == 3, let kibibytes = Int(parts[0]), let seconds = Double(parts[1]) else {
      let end = child.end(within: 0) ?? child.kill()
      report.violated(
        "\(reader) of '\(name)': \(end.map { "\($0)" } ?? "hangs") \(parts)", goal: "G20")
      return nil
    }
    let cost = Cost(
      bomb: name, mebibytes: kibibytes >> 10, seconds: seconds, outcome: parts[2])
    if ProcessInfo.processInfo.environment["STOREFAULTS_PROGRESS"] != nil {
      FileHandle.standardError.write(Data("  \(reader) of \(words(cost))\n".utf8))
    }
    return cost
  }
}

/// Plays one bomb as the commands do, and tells what it cost: kibibytes, seconds, what came of it.
enum BombChild {
  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 4, let reader = BombPart.Reader(rawValue: arguments[0]),
      let number = Int(arguments[1])
    else { return 64 }
    let text = reader.bombs[number].make()
    let (start, computed) = (ContinuousClock.now, clock())
    let outcome = try play(text, reader, arguments[2], limit: arguments[3])
    // Others on the machine slow down the clock of the wall, which alone ends a run.
    let seconds =
      reader == .run
      ? (ContinuousClock.now - start) / .seconds(1)
      : Double(clock() - computed) / Double(CLOCKS_PER_SEC)
    tell("\(try mostMemory())\t\(seconds)\t\(outcome)")
    return 0
  }

  private static func play(
    _ text: String, _ reader: BombPart.Reader, _ place: String, limit: String
  ) throws -> String {
    let source = SourceFile(path: "bomb", text: text)
    switch reader {
    case .check: return shown(ScenarioCheck.diagnostics(of: source), source)
    case .record:
      do throws(MistakesFound) {
        let recording = try ScenarioRecording(source)
        return "\(recording.bytes.count) bytes, " + shown(recording.warnings, source)
      } catch { return shown(error.diagnostics, source) }
    case .run:
      let scenario: LoadedScenario
      do throws(MistakesFound) { scenario = try ScenarioCheck.load(source) } catch {
        return shown(error.diagnostics, source)
      }
      var options = ScenarioRun.Options()
      options.timeLimit = TimeLimit(limit)
      let outcome = ScenarioRun.run(scenario, case: scenario.cases[0], options: options)
      return "\(outcome.steps) steps, " + shown(outcome.diagnostics, source)
    case .load: return try load(text, place)
    case .control:
      if text == "memory" { return "\([UInt8](repeating: 1, count: 300 << 20).count) bytes" }
      while clock() < 3 * CLOCKS_PER_SEC {}
      return "nothing"
    }
  }

  /// Lays out all messages, as a command does.
  private static func shown(_ diagnostics: [Diagnostic], _ source: SourceFile) -> String {
    let size = diagnostics.reduce(0) {
      $0 + DiagnosticRenderer.text($1, source: source).utf8.count
    }
    let last = diagnostics.last.map { ", the last [\($0.code)]" } ?? ""
    return "\(diagnostics.count) messages of \(size) bytes\(last)"
  }

  /// Loads a dump into a new store, and once more into what came of it.
  private static func load(_ text: String, _ place: String) throws -> String {
    defer { removeDirectory(place) }
    let contents: StoreContents
    do { contents = try DumpReader.contents(Array(text.utf8)) } catch {
      return "refused: \(error.message.prefix(80))"
    }
    do throws(SceneProblem) {
      let editor = try StoreEditor(place, firstSequence: contents.sequence)
      _ = try editor.load(contents, .replace, isNew: true)
      _ = try editor.load(contents, .merge, isNew: false)
      try editor.close()
    } catch { return "not loaded: \(error.detail.prefix(80))" }
    return "loaded"
  }

  /// The most memory that this process has had, in kibibytes.
  private static func mostMemory() throws -> Int {
    let status = String(decoding: fileBytes("/proc/self/status") ?? [], as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    guard let number = line?.split(separator: " ").dropLast().last.flatMap({ Int($0) }) else {
      throw HarnessError("the system does not tell how much memory was used")
    }
    return number
  }
}
