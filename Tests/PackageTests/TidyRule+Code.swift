import Foundation

/// A piece of code that is not used, where, and what to use instead.
private struct BannedWord {
  let text: String
  let replacement: String
  var folder = ""
  var except: [String] = []

  func concerns(_ file: SourceText) -> Bool {
    (folder.isEmpty || file.isInside(folder))
      && !except.contains { file.path == $0 || file.isInside($0) }
  }
}

extension TidyRule {
  private static let commandLine = "Sources/SceneCommands"
  /// Memory is flushed nowhere, and no other process ever sees it.
  private static let memory = "Sources/LMDB/Environment/MemoryFile.swift"

  private static let words: [BannedWord] = [
    BannedWord(
      text: "print(", replacement: "the console of scenesim", folder: "Sources",
      except: [commandLine]),
    BannedWord(
      text: "Date()", replacement: "a clock as a parameter", folder: "Sources",
      except: [commandLine]),
    BannedWord(
      text: "UUID()", replacement: "a generator as a parameter", folder: "Sources",
      except: [commandLine]),
    BannedWord(text: "@unchecked Sendable", replacement: "Mutex"),
    BannedWord(text: "Mutex<(@Sendable", replacement: "Callback", folder: "Sources"),
    BannedWord(text: "try!", replacement: "a typed error"),
    BannedWord(text: "NSLock", replacement: "Mutex"),
    BannedWord(text: "@_exported", replacement: "a plain import"),
    // A branch that nothing here compiles is a promise that nobody has seen kept.
    BannedWord(text: "canImport(", replacement: "the module of Linux"),
    BannedWord(text: "fatalError", replacement: "a typed error", folder: "Sources"),
    // Flags and calls of LMDB that lose data, crash on a full disk, or have bugs in 0.9.24.
    BannedWord(text: "MDB_WRITEMAP", replacement: "plain writes", folder: "Sources"),
    BannedWord(text: "MDB_MAPASYNC", replacement: "sync()", folder: "Sources"),
    BannedWord(
      text: "MDB_NOSYNC", replacement: "MDB_NOMETASYNC", folder: "Sources", except: [memory]),
    BannedWord(
      text: "MDB_NOLOCK", replacement: "the lock table", folder: "Sources", except: [memory]),
    BannedWord(text: "MDB_FIXEDMAP", replacement: "any address", folder: "Sources"),
    BannedWord(text: "MDB_NOMEMINIT", replacement: "cleared pages", folder: "Sources"),
    BannedWord(text: "MDB_DUPSORT", replacement: "longer keys", folder: "Sources"),
    BannedWord(text: "mdb_env_copy", replacement: "a file of mode 0600", folder: "Sources"),
    BannedWord(
      text: "ProcessInfo.processInfo.environment", replacement: "an option", folder: "Sources",
      // The default place of a store is the one thing that the environment decides.
      except: [commandLine, "Sources/HawkNotes", "Sources/SceneState/Place"]),
  ]

  static let bannedWords = TidyRule(
    "banned words have replacements",
    file: { file in
      guard file.isSwift else { return [] }
      let words = words.filter { $0.concerns(file) }
      return file.codeLines.enumerated().flatMap { index, line in
        words.filter { word in
          line.containsCall(word.text)
            && !(word.text == "fatalError" && isUnavailable(file, index))
        }.map {
          file.finding(line: index + 1, "'\($0.text)'; use \($0.replacement)")
        }
      }
    })

  /// So many lines above a dropped error its reason may stand.
  private static let reasonDistance = 3

  static let droppedErrors = TidyRule(
    "a dropped error has its reason beside it",
    file: { file in
      guard file.isSwift, file.isInside("Sources") else { return [] }
      return file.codeLines.enumerated().compactMap { index, line in
        guard line.containsCall("try?") else { return nil }
        let near = file.lines[max(0, index - reasonDistance)...index]
        return near.contains { $0.contains("//") }
          ? nil
          : file.finding(line: index + 1, "'try?' without a comment that says why")
      }
    })

  /// What cannot be copied is taken apart by whoever holds it; in a release build of another module
  /// a private part has no name to be found by, and the linker is the first one to say so.
  static let partsForOthers = TidyRule(
    "what other modules take apart has no private types",
    file: { file in
      guard file.isSwift, file.isInside("Sources") else { return [] }
      var isTakenApart = false
      return file.codeLines.enumerated().compactMap { index, line in
        if line.hasPrefix("package ") || line.hasPrefix("public ") {
          isTakenApart = line.contains("~Copyable")
        } else if line == "}" {
          isTakenApart = false
        }
        guard isTakenApart,
          line.prefixMatch(of: #/ +(file)?private (final |indirect )?(struct|enum|class) /#) != nil
        else { return nil }
        return file.finding(
          line: index + 1, "a private type inside one without copies; leave 'private' out")
      }
    })

  /// The body of an unavailable initialiser can't be anything but a trap.
  private static func isUnavailable(_ file: SourceText, _ index: Int) -> Bool {
    file.codeLines[max(0, index - 8)...index].contains {
      $0.contains("@available(*, unavailable") || $0.contains("*, unavailable,")
    }
  }

  private static let foundation: Set<String> = ["Foundation", "FoundationEssentials"]
  private static let system: Set<String> = ["Glibc"]
  private static let standard: Set<String> = ["Observation", "Synchronization"]

  /// Where the system is called: what another platform would have to do again.
  private static let systemFolders = [
    "Sources/LMDB/System", "Sources/SceneCommands/Console", "Sources/HawkNotes",
    "Sources/HawkNotesDesktop", "Sources/SceneGTK/Glue", "Sources/SceneRoaming/Glue",
  ]

  /// The arrows between modules point strictly downward.
  private static let imports: [String: Set<String>] = [
    "LMDB": system.union(["CLMDB", "Synchronization"]),
    "StoreFormat": foundation.union(["LMDB", "Swift"]),
    "SceneState": standard.union(foundation).union(["LMDB", "StoreFormat"]),
    "StoreTools": foundation.union(["LMDB", "SceneState", "StoreFormat", "Synchronization"]),
    "SceneLifecycle": standard.union(foundation).union(["SceneState", "StoreFormat"]),
    "RestorationTree": foundation.union(["SceneLifecycle", "SceneState", "StoreFormat"]),
    "SceneSimulator": standard.union(foundation).union([
      "SceneLifecycle", "SceneState", "StoreFormat",
    ]),
    "SceneScenarios": standard.union(foundation).union([
      "CYAML", "EmbeddedFiles", "RestorationTree", "SceneLifecycle", "SceneRoaming",
      "SceneSimulator", "SceneState", "StoreFormat",
    ]),
    "SceneReports": standard.union(foundation).union([
      "EmbeddedFiles", "SceneScenarios", "SceneSimulator", "SceneState",
    ]),
    "SceneExplorer": standard.union([
      "Dispatch", "FoundationEssentials", "SceneLifecycle", "SceneScenarios", "SceneSimulator",
      "SceneState",
    ]),
    // The example sees what users see, and nothing else.
    "HawkNotesApp": standard.union(foundation).union(["SceneLifecycle", "SceneState"]),
    "HawkNotes": standard.union(foundation).union(system).union([
      "Dispatch", "HawkNotesApp", "SceneLifecycle", "SceneRoaming", "SceneState",
    ]),
    "HawkNotesDesktop": foundation.union(system).union([
      "HawkNotesApp", "SceneGTK", "SceneLifecycle", "SceneRoaming", "SceneState",
    ]),
    "SceneGTK": standard.union(foundation).union(system).union([
      "CAdw", "Dispatch", "SceneLifecycle", "SceneState",
    ]),
    "SceneRoaming": standard.union(foundation).union([
      "CCurl", "CSodium", "Dispatch", "LMDB", "SceneLifecycle", "SceneState", "StoreFormat",
    ]),
    "SceneTesting": standard.union(foundation).union([
      "SceneExplorer", "SceneLifecycle", "SceneScenarios", "SceneSimulator", "SceneState",
      "Testing",
    ]),
    "SceneCommands": standard.union(foundation).union(system).union([
      "Dispatch", "EmbeddedFiles", "SceneExplorer", "SceneLifecycle", "SceneReports",
      "SceneRoaming", "SceneScenarios", "SceneSimulator", "SceneState", "StoreFormat", "StoreTools",
    ]),
    "scenesim": ["SceneCommands"],
  ]

  static let importMap = TidyRule(
    "imports follow the architecture",
    file: { file in
      guard file.isSwift, let target = file.sourceTarget else { return [] }
      guard let allowed = imports[target] else {
        return [file.finding(line: 1, "target '\(target)' is not in the import map")]
      }
      return file.codeLines.enumerated().compactMap { index, line in
        guard let module = importedModule(line) else { return nil }
        if system.contains(module), !systemFolders.contains(where: { file.isInside($0) }) {
          return file.finding(line: index + 1, "the system is called in 'LMDB/System' alone")
        }
        return allowed.contains(module)
          ? nil : file.finding(line: index + 1, "'\(target)' must not know '\(module)'")
      }
    })

  private static func importedModule(_ line: String) -> String? {
    let kinds: Set<Substring> = ["struct", "class", "enum", "func", "var", "protocol", "typealias"]
    var parts = line.split(whereSeparator: \.isWhitespace)[...]
    while let first = parts.first, first != "import" {
      guard first.hasPrefix("@") || first == "public" || first == "package" || first == "internal"
      else { return nil }
      parts = parts.dropFirst()
    }
    parts = parts.dropFirst()
    if let first = parts.first, kinds.contains(first) { parts = parts.dropFirst() }
    return parts.first?.split(separator: ".").first.map(String.init)
  }

  /// A folder whose types are useless unless the catalogue of their kind lists them.
  private struct Catalogue {
    let folder: String
    let suffix: String
    let catalogueName: String
    /// What a file of the folder must contain to count; codings without a tag serve others.
    var marker = ""
  }

  private static let catalogueList = [
    Catalogue(
      folder: "Sources/SceneScenarios/Steps", suffix: "Step", catalogueName: "StepCatalog"),
    Catalogue(
      folder: "Sources/SceneCommands/Commands", suffix: "Command", catalogueName: "CommandCatalog"),
    Catalogue(
      folder: "Sources/SceneState/Codings", suffix: "Coding", catalogueName: "CodingCatalog",
      marker: "static let tag"),
  ]

  static let catalogues = TidyRule(
    "steps, commands and codings are in their catalogues",
    files: { files in
      catalogueList.flatMap { catalogue -> [Finding] in
        let listed = files.filter { $0.name.hasPrefix(catalogue.catalogueName) }
          .flatMap(\.codeLines)
        return files.filter {
          $0.isInside(catalogue.folder) && $0.name.hasSuffix(catalogue.suffix + ".swift")
            && (catalogue.marker.isEmpty
              || $0.codeLines.contains { $0.contains(catalogue.marker) })
        }.compactMap { file in
          let type = String(file.name.dropLast(".swift".count))
          guard !listed.contains(where: { $0.containsWord(type) }) else { return nil }
          return file.finding(line: 1, "'\(type)' is missing in \(catalogue.catalogueName)")
        }
      }
    })
}

extension String {
  /// Whether the text stands here and is not the end of a longer name.
  fileprivate func containsCall(_ text: String) -> Bool {
    mayContain(text)
      && ranges(of: text).contains { range in
        guard range.lowerBound != startIndex else { return true }
        let before = self[index(before: range.lowerBound)]
        return !before.isLetter && !before.isNumber && before != "_" && before != "."
      }
  }
}
