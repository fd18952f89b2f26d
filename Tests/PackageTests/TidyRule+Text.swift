import Foundation
import Glibc

extension TidyRule {
  static let fileLineLimit = 400
  static let functionLineLimit = 60
  static let fileByteLimit = 200_000

  static let fileLength = TidyRule(
    "a file does one thing",
    file: { file in
      guard file.isSwift, file.lines.count > fileLineLimit else { return [] }
      return [
        file.finding(
          line: fileLineLimit + 1,
          "\(file.lines.count) lines, the limit is \(fileLineLimit); split the file")
      ]
    })

  static let functionLength = TidyRule(
    "a function fits on a screen",
    file: { file in
      guard file.isSwift else { return [] }
      return FunctionFinder.functions(in: file).filter { $0.lineCount > functionLineLimit }.map {
        file.finding(
          line: $0.line,
          "'\($0.name)' has \($0.lineCount) lines, the limit is \(functionLineLimit)")
      }
    })

  static let whitespace = TidyRule(
    "no tabs, no trailing space",
    file: { file in
      // Broken files are broken on purpose, and examples of mistakes have them.
      guard !file.path.contains("/Broken/"), !file.path.contains("/Explanations/") else {
        return []
      }
      return file.lines.enumerated().flatMap { index, line -> [Finding] in
        var findings: [Finding] = []
        if line.contains("\t") {
          findings.append(file.finding(line: index + 1, "a tab; use spaces"))
        }
        if let last = line.last, last.isWhitespace {
          findings.append(file.finding(line: index + 1, "space at the end of the line"))
        }
        return findings
      }
    })

  // Put together from halves, so that this file passes its own rule.
  private static let openTaskWords = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]

  static let openTasks = TidyRule(
    "no open task in a comment",
    file: { file in
      guard !file.isMarkdown else { return [] }
      return file.lines.enumerated().flatMap { index, line in
        openTaskWords.filter { line.containsWord($0) }.map {
          file.finding(line: index + 1, "'\($0)'; do it, or open an issue")
        }
      }
    })

  static let scenarioTitle = TidyRule(
    "a scenario starts with a one-line comment",
    file: { file in
      guard file.path.contains("/Samples/"), file.path.hasSuffix(".scene.yaml") else { return [] }
      guard let first = file.lines.first, first.hasPrefix("# "), first.count > 2 else {
        return [file.finding(line: 1, "the first line has to be a comment")]
      }
      return []
    })

  static let markdownTitle = TidyRule(
    "a Markdown file has one title",
    file: { file in
      guard file.isMarkdown else { return [] }
      var isInFence = false
      var titles: [Int] = []
      for (index, line) in file.lines.enumerated() {
        if line.drop(while: { $0 == " " }).hasPrefix("```") { isInFence.toggle() }
        if !isInFence, line.hasPrefix("# ") { titles.append(index + 1) }
      }
      if titles.isEmpty { return [file.finding(line: 1, "no '# ' title")] }
      return titles.dropFirst().map { file.finding(line: $0, "a second '# ' title") }
    })

  private static let machinePathStarts = ["home", "root", "Users", "work", "tmp/wt", "tmp/team"]

  static let machinePaths = TidyRule(
    "no path of one machine",
    file: { file in
      file.lines.enumerated().flatMap { index, line in
        machinePathStarts.map { "/" + $0 + "/" }.filter { line.containsPath($0) }.map {
          file.finding(line: index + 1, "'\($0)' names a place on one machine")
        }
      }
    })

  private static let topLevelNames: Set<String> = [
    "Package.swift", "Package.resolved", "Sources", "Tests", "Scripts", "README.md",
  ]

  static let topLevel = TidyRule(
    "the top level holds what it should",
    file: { file in
      guard let first = file.path.split(separator: "/").first.map(String.init),
        !first.hasPrefix("."), !topLevelNames.contains(first)
      else { return [] }
      return [file.finding(line: 1, "'\(first)' does not belong to the top level")]
    })
}

extension String {
  /// Whether the bytes of a text stand here: of the rules' time most goes into lines that have
  /// nothing of what they look for.
  func mayContain(_ text: String) -> Bool { unsafe strstr(self, text) != nil }

  func containsWord(_ word: String) -> Bool {
    func isPart(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }
    return mayContain(word)
      && ranges(of: word).contains { range in
        let before = range.lowerBound == startIndex ? nil : self[index(before: range.lowerBound)]
        let after = range.upperBound == endIndex ? nil : self[range.upperBound]
        return !isPart(before) && !isPart(after)
      }
  }

  /// Whether an absolute path starts here, and not the middle of a relative one.
  func containsPath(_ path: String) -> Bool {
    mayContain(path)
      && ranges(of: path).contains { range in
        guard range.lowerBound != startIndex else { return true }
        let before = self[index(before: range.lowerBound)]
        return !before.isLetter && !before.isNumber && !"_-.}~$/*".contains(before)
      }
  }
}
