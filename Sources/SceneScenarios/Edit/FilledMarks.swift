import FoundationEssentials

/// The answers to every `expect: "?"` of a run, and the files they are written into.
package struct FilledMarks {
  /// Where a mark stands.
  private struct Place: Hashable {
    let file: String
    let range: SourceRange
  }

  /// Why an answer is not written.
  package enum Failure: Error {
    /// The file is not the one that was played.
    case changedMeanwhile(String)
    case edit(FileEdit.Failure)
  }

  private var answers: [Place: String] = [:]
  private var refused: Set<Place> = []

  package init() {}

  /// Adds the answers of a case.
  ///
  /// - Returns: What is wrong: a mark that got another answer in an earlier case.
  package mutating func add(_ filled: [FilledExpectation]) -> [Diagnostic] {
    var mistakes: [Diagnostic] = []
    for new in filled {
      let place = Place(file: new.file, range: new.place)
      if let old = answers[place], old != new.text {
        refused.insert(place)
        mistakes.append(Self.differs(new, old))
      } else if !refused.contains(place) {
        answers[place] = new.text
      }
    }
    return mistakes
  }

  /// Writes the answers; a mark that got several stays.
  ///
  /// - Throws: At the first file that cannot be written; others were written already.
  /// - Returns: A sentence for each file.
  package mutating func write() throws(Failure) -> [String] {
    for place in refused { answers[place] = nil }
    var notes: [String] = []
    for (file, text) in try edited() {
      do throws(FileEdit.Failure) { try FileEdit(path: file).replace(with: text.bytes) } catch {
        throw .edit(error)
      }
      let count = text.count
      notes.append("\(count) \(count == 1 ? "check" : "checks") filled in in \(file)")
    }
    answers = [:]
    return notes
  }

  /// The new bytes of each file, by its name.
  private func edited() throws(Failure) -> [(String, (bytes: [UInt8], count: Int))] {
    var result: [(String, (bytes: [UInt8], count: Int))] = []
    for file in Set(answers.keys.map(\.file)).sorted() {
      let marks = answers.filter { $0.key.file == file }
      // The run has read it: if it cannot be read now, that is the change.
      guard let old = try? Data(contentsOf: URL(filePath: file)) else {
        throw .changedMeanwhile(file)
      }
      let source = SourceFile(path: file, bytes: [UInt8](old))
      let text = SourceText(source, hasMark: old.count > source.bytes.count)
      guard let bytes = text.replacing(marks.map { ($0.key.range, $0.value) }) else {
        throw .changedMeanwhile(file)
      }
      result.append((file, (bytes, marks.count)))
    }
    return result
  }

  /// How the marks of a run are filled in: without a golden trace, of which nobody has spoken.
  ///
  /// - Parameter command: What runs it; nil if its text came through standard input.
  /// - Returns: The hint.
  static func advice(_ command: String?) -> String {
    let command = command ?? "scenesim run FILE"
    return "`\(command) --update=expect` writes them down"
  }

  /// What `--update=check` says of a mark in a run of a scenario.
  package static func open(_ filled: FilledExpectation, of scenario: String) -> Diagnostic {
    var diagnostic = Diagnostic(
      .notFilledIn, file: filled.file, range: filled.place,
      "the expected values are not filled in",
      hint: advice(scenario == "-" ? nil : "scenesim run \(ShellText.word(scenario))"))
    diagnostic.facts = [Diagnostic.Fact("would be", filled.text)]
    return shown(diagnostic, at: filled)
  }

  /// The message with the text of the file that has the mark: it may be an included one.
  private static func shown(
    _ diagnostic: Diagnostic, at filled: FilledExpectation
  ) -> Diagnostic {
    // Without the text the message still has file, line and column.
    guard let bytes = try? Data(contentsOf: URL(filePath: filled.file)) else { return diagnostic }
    return diagnostic.shown(in: SourceFile(path: filled.file, bytes: [UInt8](bytes)))
  }

  private static func differs(_ new: FilledExpectation, _ old: String) -> Diagnostic {
    var diagnostic = Diagnostic(
      .notFilledIn, file: new.file, range: new.place,
      "what is here differs from case to case", hint: "write a check that holds for all of them")
    diagnostic.facts = [
      Diagnostic.Fact("before", old), Diagnostic.Fact("would be", new.text),
    ]
    return shown(diagnostic, at: new)
  }
}

/// A file in which single values are replaced, everything else staying as it is.
private struct SourceText {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let source: SourceFile
  private let hasMark: Bool

  init(_ source: SourceFile, hasMark: Bool) {
    self.source = source
    self.hasMark = hasMark
  }

  /// The bytes with new texts; nil if there is no open check at one of the places.
  func replacing(_ marks: [(range: SourceRange, text: String)]) -> [UInt8]? {
    // A file that was read when it was played, and cannot be now, was changed meanwhile.
    guard let root = try? ScenarioReader.read(source) else { return nil }
    let open = Set(Self.openChecks(in: root).map(\.range))
    guard marks.allSatisfy({ open.contains($0.range) }) else { return nil }
    var bytes = source.bytes
    for mark in marks.sorted(by: { $0.range.start > $1.range.start }) {
      let (start, end) = (source.offset(of: mark.range.start), source.offset(of: mark.range.end))
      bytes.replaceSubrange(start..<end, with: Array(mark.text.utf8))
    }
    let new = SourceFile(path: source.path, bytes: bytes)
    // The text that would break the file is ours, so that there is no place to show.
    guard (try? ScenarioReader.read(new)) != nil else { return nil }
    return hasMark ? Self.byteOrderMark + bytes : bytes
  }

  private static func openChecks(in node: Node) -> [Node] {
    switch node.content {
    case .list(let nodes): nodes.flatMap(openChecks)
    case .map(let entries):
      entries.flatMap { entry in
        entry.key.name == "expect" && entry.value.text == "?"
          ? [entry.value] : openChecks(in: entry.value)
      }
    default: []
    }
  }
}
