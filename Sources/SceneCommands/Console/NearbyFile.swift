import FoundationEssentials
import SceneScenarios

/// What a person may have meant who named a file that is not there, or a folder.
enum NearbyFile {
  private static func names(in folder: String) -> [String] {
    // A folder that cannot be read has none to name.
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// The names like that of a path, in its folder.
  static func near(_ path: String) -> String? {
    var (folder, name) = ("", path[...])
    if let slash = path.lastIndex(of: "/") {
      (folder, name) = (String(path[...slash]), path[path.index(after: slash)...])
    }
    let names = names(in: folder.isEmpty ? "." : folder)
    // The end of the name is easily left out.
    let ends = [".scene", ".yaml", ".yml", ".scene.yml"]
    let stems = [name] + ends.filter(name.hasSuffix).map { name.dropLast($0.count) }
    let near = stems.map { "\($0)\(ScenarioFiles.ending)" }.first(where: names.contains)
    return (near ?? NearestName.suggestions(for: String(name), among: names).first)
      .map { folder + $0 }
  }

  /// What helps where no file is: one that is near, else how a first one comes to be.
  static func hint(for path: String) -> String? {
    if path.contains("://") { return "files are read from the disk: fetch it first" }
    if let near = near(path) { return "did you mean \(near)?" }
    guard path.hasSuffix(ScenarioFiles.ending) else { return nil }
    let name = path.dropLast(ScenarioFiles.ending.count)
    return "`scenesim new \(ShellText.word(String(name)))` writes a first one"
  }

  /// The first scenario of a folder, else its first file.
  static func first(in folder: String) -> String? {
    let names = names(in: folder).filter { !$0.hasPrefix(".") }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    let files = names.map { base + $0 }.filter { !OutputFile.isFolder($0) }
    return files.first { $0.hasSuffix(ScenarioFiles.ending) } ?? files.first
  }
}
