import SceneExplorer
import SceneScenarios
import SceneState

/// The folder of `--corpus`: a scenario for each run that reached something first.
struct CorpusFolder {
  let path: String
  let console: Console

  /// The runs that lie there; a folder that does not exist yet has none.
  func read(for command: Command) throws(CommandFailure) -> Corpus {
    guard OutputFile.exists(path) else { return Corpus([]) }
    var runs: [[String]] = []
    for file in try ScenarioFiles.find([path], for: command) {
      let source = try ScenarioFiles.read(file)
      do throws(Diagnostic) {
        let steps = try ScenarioReader.read(source)["steps"]?.list ?? []
        if !steps.isEmpty { runs.append(steps.map(\.written)) }
      } catch {
        throw CommandFailure(
          .invalidInput, "'\(SafeText.escaped(file))' is no scenario, and no run to begin from",
          code: "not-valid", next: "scenesim check \(ShellText.word(file))")
      }
    }
    return Corpus(runs)
  }

  /// Adds the runs of an exploration; the name of a file follows from its steps.
  func save(_ corpus: Corpus, of app: ExploredApp) throws(CommandFailure) {
    if corpus.entries.isEmpty { return }
    if !console.isDryRun { try OutputFile.makeFolder(path) }
    for entry in corpus.entries {
      let source = ExploredApp.source(
        app.scenario.source.path, "A run to begin from", app.appLines,
        app.stepLines + entry.steps.map { "  - \($0)" })
      // What cannot be laid out is left as it is.
      let bytes = (try? ScenarioLayout.canonical(source)) ?? source.bytes
      let file = "\(path)/run-\(entry.name)\(ScenarioFiles.ending)"
      _ = try console.save(bytes, to: file, .replacing)
    }
  }
}
