import FoundationEssentials
import SceneScenarios

/// The scenario files below a folder.
struct ScenarioFolder {
  private static let ending = ".scene.yaml"
  private let path: String

  /// Takes a path that a file means: a relative one begins at the folder of that file.
  init(_ folder: String, seenFrom file: String) {
    let base = URL(filePath: file).deletingLastPathComponent()
    let url = folder.hasPrefix("/") ? URL(filePath: folder) : base.appending(path: folder)
    path = url.standardized.path
  }

  /// The name of a file without its ending.
  static func stem(of path: String) -> String {
    let name = URL(filePath: path).lastPathComponent
    return name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
  }

  /// The cases of all files; what is wrong with files and folder is one case each.
  var scenarios: [Scenario] {
    let names: [String]
    do { names = try FileManager.default.subpathsOfDirectory(atPath: path) } catch {
      let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
      let text =
        isMissing ? "there is no folder \(path)" : "cannot read the folder \(path): \(error)"
      return [broken(path, [ScenarioIssue(path: path, text: text)])]
    }
    let files = names.filter { $0.hasSuffix(Self.ending) }.sorted()
    guard !files.isEmpty else {
      let text = "no file below \(path) ends in \(Self.ending)"
      return [broken(path, [ScenarioIssue(path: path, text: text)])]
    }
    return files.flatMap { cases(of: "\(path)/\($0)") }
  }

  private func cases(of path: String) -> [Scenario] {
    do throws(MistakesFound) {
      // Which apps the file may name is known when it is run.
      let loaded = try ScenarioRun.load(path: path, apps: .later)
      return loaded.cases.map { selected in
        Scenario(
          path: path, title: loaded.title, caseTitle: selected.title,
          caseNumber: selected.number, failures: [])
      }
    } catch {
      return [broken(path, ScenarioIssue.all(error, path: path))]
    }
  }

  private func broken(_ path: String, _ failures: [ScenarioIssue]) -> Scenario {
    Scenario(path: path, title: "", caseTitle: nil, caseNumber: 1, failures: failures)
  }
}
