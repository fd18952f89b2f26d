import FoundationEssentials
import SceneScenarios

/// Finds the scenario files that paths on the command line mean.
enum ScenarioFiles {
  static let ending = ".scene.yaml"
  /// Deeper folders are a mistake, or a loop of mounts.
  private static let depthLimit = 64

  /// The files of all paths, of which there is at least one.
  static func someFiles(_ invocation: Invocation) throws(CommandFailure) -> [String] {
    let found = try find(invocation.operands, for: invocation.command)
    if found.isEmpty { throw nothing(in: invocation.operands, for: invocation.command) }
    return found
  }

  /// That no path has a scenario below it, and what a person may have meant.
  private static func nothing(in paths: [String], for command: Command) -> CommandFailure {
    if let store = paths.first(where: { OutputFile.exists($0 + "/data.mdb") }) {
      return CommandFailure(
        .nothingToDo, "'\(store)' is a store, and holds no scenario", code: "nothing-to-do",
        hint: "`store` commands look into it", next: "scenesim store ls \(ShellText.word(store))")
    }
    return CommandFailure(
      .nothingToDo, "no scenario found: no file ends in '\(ending)'", code: "nothing-to-do",
      hint: otherFile(in: paths).map {
        "'\($0)' is no '\(ending)': name it, or end its name so"
      } ?? "`scenesim new NAME` writes a first one",
      next: "scenesim help \(command.name)")
  }

  /// A file that may be a scenario under another name.
  private static func otherFile(in paths: [String]) -> String? {
    for path in paths {
      // Only for a hint, which a folder that cannot be read does not give.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      let other = names.sorted().first { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
      if let other { return path == "." ? other : "\(path)/\(other)" }
    }
    return nil
  }

  private static func noFile(_ path: String, for command: Command) -> CommandFailure {
    if let star = path.firstIndex(where: { "*?[".contains($0) }) {
      let folder = path[..<star].lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      return CommandFailure(
        .unusable, "there is no file or folder '\(path)'", code: "no-such-file",
        hint: "no file fits the pattern, or it stands in quotes; a folder means all below it",
        next:
          "scenesim \(command.name) \(ShellText.word(OutputFile.isFolder(folder) ? folder : "."))")
    }
    return CommandFailure(
      .unusable, "there is no file or folder '\(path)'", code: "no-such-file",
      hint: NearbyFile.hint(for: path),
      next: "scenesim help \(command.name)")
  }

  /// The files of all paths: a file as it is, a folder's scenarios sorted, `-` as standard input.
  static func find(
    _ paths: [String], for command: Command
  ) throws(CommandFailure) -> [String] {
    var found: [String] = []
    for path in paths {
      if path == "-" {
        found.append(path)
        continue
      }
      guard OutputFile.exists(path) else { throw noFile(path, for: command) }
      if OutputFile.isFolder(path) {
        found += try scenarios(below: path, depth: 0)
      } else {
        found.append(path)
      }
    }
    // A file named twice, or by itself and by its folder, runs once.
    return found.uniqued()
  }

  /// Reads a file, or standard input; more bytes than the limit are not read.
  static func read(
    _ path: String, limit: Int = SourceFile.byteLimit, console: Console
  ) throws(CommandFailure) -> SourceFile {
    if path == "-" {
      if console.surroundings.inputIsTerminal, console.asksNothing {
        throw .usage(
          "--no-input, and '-' would read from the terminal", hint: "give it a file: < FILE")
      }
      let bytes = console.surroundings.readInput(limit + 1)
      // Ctrl-C ends the waiting, and what was read so far is no scenario.
      try console.checkInterruption()
      return SourceFile(path: "-", bytes: bytes)
    }
    return try read(path, limit: limit)
  }

  /// Reads a file; `-` means nothing here.
  static func read(
    _ path: String, limit: Int = SourceFile.byteLimit
  ) throws(CommandFailure) -> SourceFile {
    if ProcessEdge.isDescriptor(path) {
      return SourceFile(path: path, bytes: try OutputFile.read(path, limit: limit + 1))
    }
    do {
      return try SourceFile(readingFileAt: path, limit: limit)
    } catch is SourceFile.NoFile {
      throw OutputFile.notRead(path, SystemFailure.noFile)
    } catch {
      throw OutputFile.notRead(path, error)
    }
  }

  private static func scenarios(
    below folder: String, depth: Int
  ) throws(CommandFailure) -> [String] {
    guard depth < depthLimit else {
      throw CommandFailure(
        .unusable, "the folder '\(folder)' is more than \(depthLimit) folders deep",
        code: "not-read")
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw unreadable(folder, error)
    }
    let base = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    var found: [String] = []
    // By bytes: the same order on every machine, whatever its locale.
    for name in names.sorted(by: { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    where !name.hasPrefix(".") {
      let path = "\(base)/\(name)"
      let type: FileAttributeType?
      do {
        // Links are not followed into folders.
        type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
        continue  // it vanished meanwhile, which is nobody's mistake
      } catch {
        throw unreadable(folder, error)
      }
      if type == .typeDirectory {
        found += try scenarios(below: path, depth: depth + 1)
      } else if name.hasSuffix(ending) {
        found.append(path)
      }
    }
    return found
  }

  private static func unreadable(_ folder: String, _ error: any Error) -> CommandFailure {
    CommandFailure(
      .unusable, "cannot read the folder '\(folder)': \(SystemText.reason(error))",
      code: "not-read")
  }
}
