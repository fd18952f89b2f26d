import Foundation

/// One text file of the package, with the views of it that the rules need.
struct SourceText: Sendable {
  let path: String
  let lines: [String]
  /// The lines of a Swift file with comments and string contents blanked; else the lines.
  let codeLines: [String]

  init(path: String, text: String) {
    self.path = path
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
    if path.hasSuffix(".swift") {
      codeLines = CodeBlanker.blank(text)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    } else {
      codeLines = lines
    }
  }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  var isSwift: Bool { path.hasSuffix(".swift") }
  var isMarkdown: Bool { path.hasSuffix(".md") }

  /// The target a file under `Sources` belongs to.
  var sourceTarget: String? {
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
  }

  func isInside(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }

  func finding(line: Int, _ message: String) -> Finding {
    Finding(path: path, line: line, message: message)
  }
}

/// A broken rule at a place.
struct Finding: Hashable, CustomStringConvertible {
  let path: String
  let line: Int
  let message: String

  var description: String { "\(path):\(line): error: \(message)" }
}

/// A rule over all files; most look at one file at a time.
struct TidyRule: Sendable, CustomStringConvertible {
  let name: String
  let check: @Sendable ([SourceText]) -> [Finding]

  init(_ name: String, files check: @escaping @Sendable ([SourceText]) -> [Finding]) {
    self.name = name
    self.check = check
  }

  init(_ name: String, file check: @escaping @Sendable (SourceText) -> [Finding]) {
    self.init(name, files: { files in files.flatMap(check) })
  }

  var description: String { name }

  static let all: [TidyRule] = [
    .fileLength, .functionLength, .whitespace, .bannedWords, .droppedErrors, .openTasks,
    .partsForOthers, .importMap, .catalogues, .scenarioTitle, .markdownTitle, .machinePaths,
    .topLevel,
  ]
}
