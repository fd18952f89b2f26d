import SceneScenarios

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds the scenario files that paths on the command line mean.
enum ScenarioFiles {
  static let ending = ".scene.yaml"
  /// Deeper folders are a mistake, or a loop of mounts.
  private static let depthLimit = 64

  static let nothing = CommandFailure(
    .nothingToDo, "no scenario found: no file ends in '\(ending)'", code: "nothing-to-do",
    next: "scenesim help run")

  /// The files of all paths: a file as it is, a folder's scenarios sorted, `-` as standard input.
  static func find(_ paths: [String]) throws(CommandFailure) -> [String] {
    var found: [String] = []
    for path in paths {
      if path == "-" {
        found.append(path)
        continue
      }
      var isFolder = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw CommandFailure(
          .unusable, "there is no file or folder '\(path)'", code: "no-such-file",
          next: "scenesim help run")
      }
      if isFolder {
        found += try scenarios(below: path, depth: 0)
      } else {
        found.append(path)
      }
    }
    // A file named twice, or by itself and by its folder, runs once.
    return found.uniqued()
  }

  static func read(_ path: String, console: Console) throws(CommandFailure) -> SourceFile {
    if path == "-" {
      if console.surroundings.inputIsTerminal, console.asksNothing {
        throw .usage(
          "--no-input, and '-' would read from the terminal", hint: "give it a file: < FILE")
      }
      let bytes = console.surroundings.readInput()
      // Ctrl-C ends the waiting, and what was read so far is no scenario.
      try console.checkInterruption()
      return SourceFile(path: "-", bytes: bytes)
    }
    return try read(path)
  }

  /// Reads a file; `-` means nothing here.
  static func read(_ path: String) throws(CommandFailure) -> SourceFile {
    do {
      return SourceFile(path: path, bytes: Array(try Data(contentsOf: URL(filePath: path))))
    } catch {
      throw CommandFailure(
        .unusable, "cannot read '\(path)': \(SystemText.reason(error))", code: "not-read")
    }
  }

  private static func scenarios(
    below folder: String, depth: Int
  ) throws(CommandFailure) -> [String] {
    guard depth < depthLimit else { return [] }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw CommandFailure(
        .unusable, "cannot read the folder '\(folder)': \(SystemText.reason(error))",
        code: "not-read")
    }
    let base = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    var found: [String] = []
    // By bytes: the same order on every machine, whatever its locale.
    for name in names.sorted(by: { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    where !name.hasPrefix(".") {
      let path = "\(base)/\(name)"
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      // A file that vanished meanwhile is nobody's mistake; links are not followed into folders.
      if attributes?[.type] as? FileAttributeType == .typeDirectory {
        found += try scenarios(below: path, depth: depth + 1)
      } else if name.hasSuffix(ending) {
        found.append(path)
      }
    }
    return found
  }
}
