import FoundationEssentials
package import SceneScenarios

/// A run in a file, with everything that pictures of it need: one JSON object per line.
///
/// The lines are those of the report `jsonl`, and more: `file` is the text of a scenario, `view`
/// what there was to see after a step, `case` ends a case. What a step did not change is left out
/// of its `view`. Lines that a reader does not know are skipped.
package enum TraceFile {
  /// The most bytes of a file that is read: runs of many scenarios are long.
  package static let byteLimit = 256 << 20
  package static let schema = "scenesim.trace/1"

  /// Why a file cannot be read.
  package enum Failure: Error, Sendable, Hashable {
    /// It is a trace for people, which has no pictures.
    case isText
    /// It has no lines of a run.
    case isNoTrace
    case line(Int)
  }

  fileprivate struct FileLine: Codable {
    var event = "file"
    var path: String
    var text: String
  }

  fileprivate struct ViewLine: Codable {
    /// A value that is new or has changed, with its place in the order of the store.
    struct Put: Codable {
      var at: Int
      var value: PlayedStep.Stored
    }

    struct Gone: Codable {
      var device: String
      var address: String
    }

    var event = "view"
    var step: Int
    var head: PlayedStep
    var screens: [ScreenState]?
    var put: [Put]
    var gone: [Gone]
  }

  fileprivate struct CaseLine: Codable {
    var event = "case"
    var schema = TraceFile.schema
    var head: CaseRun
    var files: [String]
  }

  // MARK: Writing

  /// The lines of one case that stand behind those of the report `jsonl`.
  package static func lines(of record: CaseRun) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var text = ""
    func add(_ line: some Encodable) throws {
      text += String(decoding: try encoder.encode(line), as: UTF8.self) + "\n"
    }
    for source in record.sources { try add(FileLine(path: source.path, text: source.text)) }
    var before = PlayedStep?.none
    for step in record.played {
      try add(view(step, after: before))
      before = step
    }
    try add(CaseLine(head: record.saved, files: record.sources.map(\.path)))
    return text
  }

  private static func view(_ step: PlayedStep, after before: PlayedStep?) -> ViewLine {
    let old = before?.stored ?? []
    let known = Set(old)
    let places = Set(step.stored.map { [$0.device, $0.address] })
    return ViewLine(
      step: step.number, head: step,
      screens: before?.screens == step.screens ? nil : step.screens,
      put: step.stored.enumerated().filter { !known.contains($0.element) }.map {
        ViewLine.Put(at: $0.offset, value: $0.element)
      },
      gone: old.filter { !places.contains([$0.device, $0.address]) }.map {
        ViewLine.Gone(device: $0.device, address: $0.address)
      })
  }

  // MARK: Reading

  package static func read(_ text: String) throws(Failure) -> [CaseRun] {
    if text.hasPrefix("# scenesim trace") { throw .isText }
    var run: [CaseRun] = []
    var files: [String: String] = [:]
    var steps: [PlayedStep] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty {
      do {
        try read(Data(line.utf8), into: &run, &files, &steps)
      } catch {
        throw run.isEmpty && steps.isEmpty && index == 0 ? .isNoTrace : .line(index + 1)
      }
    }
    guard !run.isEmpty else { throw .isNoTrace }
    return run
  }

  private struct AnyLine: Decodable { let event: String }

  private static func read(
    _ line: Data, into run: inout [CaseRun], _ files: inout [String: String],
    _ steps: inout [PlayedStep]
  ) throws {
    let decoder = JSONDecoder()
    switch try decoder.decode(AnyLine.self, from: line).event {
    case "run": steps = []
    case "file":
      let file = try decoder.decode(FileLine.self, from: line)
      files[file.path] = file.text
    case "view":
      steps.append(step(try decoder.decode(ViewLine.self, from: line), after: steps.last))
    case "case":
      let end = try decoder.decode(CaseLine.self, from: line)
      var record = end.head
      record.sources = end.files.map { SourceFile(path: $0, text: files[$0] ?? "") }
      record.played = steps
      run.append(record)
      steps = []
    default: break
    }
  }

  private static func step(_ line: ViewLine, after before: PlayedStep?) -> PlayedStep {
    let gone = Set(line.gone.map { [$0.device, $0.address] })
    let new = Set(line.put.map { [$0.value.device, $0.value.address] })
    var stored = (before?.stored ?? []).filter {
      !gone.contains([$0.device, $0.address]) && !new.contains([$0.device, $0.address])
    }
    for put in line.put { stored.insert(put.value, at: min(max(0, put.at), stored.count)) }
    var step = line.head
    (step.screens, step.stored) = (line.screens ?? before?.screens ?? [], stored)
    return step
  }
}
