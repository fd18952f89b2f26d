import SceneState
import SceneScenarios
import SceneSimulator

/// Compares each played case with its golden trace, and writes what `--update` asks for.
final class GoldenComparison {
  static let option = CommandOption.optionalValue(
    "update", "KIND",
    "write golden traces and `expect: \"?\"`: all, missing ones, expect: no traces, check: nothing",
    choices: ["all", "missing", "expect", "check", "force"], alone: "all")

  private let console: Console
  private let mode: GoldenMode
  /// Runs that end early, or tell more, leave traces that are not compared.
  private let isCutOff: Bool
  private let isQuiet: Bool
  private var files: [String: GoldenFile] = [:]
  private var folders = GoldenFolders()
  private var marks = FilledMarks()
  private var notes: [String] = []

  init(_ invocation: Invocation, console: Console) throws(CommandFailure) {
    self.console = console
    let isDetailed = invocation.has("trace-detail")
    isCutOff = invocation.value("until") != nil || isDetailed
    isQuiet = invocation.has("quiet")
    let isCI = console.variable("CI").map { !["0", "false"].contains($0.lowercased()) } ?? false
    let wanted = invocation.value(Self.option.name)
    mode =
      switch wanted {
      case nil: .compare
      case _ where invocation.dryRun: .check
      case "missing": .updateMissing
      case "check": .check
      case "expect": .fillOnly
      default: .update
      }
    guard wanted != nil else { return }
    if isDetailed {
      throw .usage("--update and --trace-detail exclude each other: goldens are as the app says")
    }
    if isCutOff {
      throw .usage("--update and --until exclude each other: what is golden is a whole run")
    }
    if wanted == "all", isCI, mode != .check {
      throw .usage(
        "--update does not change golden traces where CI is set",
        hint: "run it where somebody looks at the difference; --update=force does it anyway",
        next: "scenesim run \(invocation.operands.joined(separator: " ")) --update=check")
    }
  }

  /// Looks at a case that passed: it fails if its trace is not the golden one.
  func judge(
    _ result: inout CaseRun, of playable: PlayableCase, _ source: SourceFile
  ) throws(CommandFailure) {
    guard result.outcome == .passed, !isCutOff else {
      if result.outcome == .failed, [.update, .updateMissing].contains(mode) {
        notes.append(
          "of runs that fail nothing is written: `expect: \"?\"` is filled in, and other "
            + "expectations are changed by hand")
      }
      return
    }
    // There is no file behind standard input to write into.
    let isWritten = mode != .check && source.path != "-"
    var found =
      isWritten
      ? marks.add(result.filled) : result.filled.map { FilledMarks.open($0, of: source.path) }
    switch try verdict(result, playable, source) {
    case .fine: break
    case .written(let note): notes.append(note)
    case .failed(let diagnostic): found.append(diagnostic)
    }
    if found.isEmpty { return }
    result.diagnostics += found
    result.outcome = .failed
  }

  private func verdict(
    _ result: CaseRun, _ playable: PlayableCase, _ source: SourceFile
  ) throws(CommandFailure) -> GoldenFile.Verdict {
    var file: GoldenFile
    do throws(GoldenFailure) {
      if let known = files[source.path] {
        file = known
      } else {
        file = try GoldenFile(
          beside: source, titles: playable.caseTitles, mode: mode, &folders)
      }
    } catch {
      throw CommandFailure(error)
    }
    defer { files[source.path] = file }
    do throws(FileEdit.Failure) {
      return try file.judge(
        result.trace.description, ofCase: playable.number, steps: result.played)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Writes the answers to `expect: "?"` of all cases into their files.
  func fillIn() throws(CommandFailure) {
    do throws(FilledMarks.Failure) { notes += try marks.write() } catch {
      throw CommandFailure(error)
    }
  }

  /// Tells which files were written.
  func tell() {
    guard !isQuiet else { return }
    var told: Set<String> = []
    for note in notes where told.insert(note).inserted {
      console.complain(SafeText.escaped(note) + "\n")
    }
  }
}
