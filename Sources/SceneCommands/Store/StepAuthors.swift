import SceneState
import SceneReports
import SceneScenarios
import StoreFormat
import StoreTools
import Synchronization

/// Which step of a scenario made which commits of a store that a run keeps.
///
/// A store itself records no step, as an app has none: they stand in a file beside the data, which
/// only `store blame` reads. A store that was rebuilt during the run has none, because commits are
/// numbered anew then.
struct StepAuthors {
  static let file = "steps.jsonl"

  /// A step that committed something.
  struct Step: Hashable {
    /// The last commit that it made.
    let transaction: UInt64
    let number: Int
    let file: String
    let line: Int
    let text: String

    var json: JSON {
      [
        "txn": .unsigned(transaction), "step": .int(number), "file": .string(file),
        "line": .int(line), "text": .string(text),
      ]
    }
  }

  private let steps: [Step]

  /// Reads what a run left beside a store; nothing if there is none, or no file of a run's.
  init(_ directory: String) {
    // They are a note beside the commits, which are shown without it.
    guard let bytes = try? OutputFile.read("\(directory)/\(Self.file)", limit: 1 << 24) else {
      steps = []
      return
    }
    let lines = bytes.split(separator: 0x0A).map { Array($0) }
    // Of a store that cannot be read nothing is told.
    guard let first = lines.first, let look = try? StoreInspector.lookAtWhatIsLeft(directory) else {
      steps = []
      return
    }
    defer { look.close() }
    // Another file may have been put in the place of the data since, about which this says nothing;
    // and what has no header is none of a run's.
    let isOfThis = (try? look.header()).map {
      Self.line(for: $0) == String(decoding: first, as: UTF8.self)
    }
    let steps = lines.compactMap { Step(line: $0) }
    let isTied = isOfThis == true && Self.isTied(lines, to: look, steps.last?.transaction ?? 0)
    self.steps = isTied ? steps : []
  }

  /// Whether each value that is as old as the steps was there when they ended: an app may have several
  /// stores, which number their commits alike.
  private static func isTied(_ lines: [[UInt8]], to look: StoreLook, _ last: UInt64) -> Bool {
    // Files of older versions have no such line.
    guard lines.count > 1, case .map(let fields)? = JSONField(bytes: lines[1]),
      case .list(let known)? = fields["sums"]
    else { return true }
    return Set(sums(of: look, upTo: last).map { JSONField.int(Int64($0)) }).isSubset(of: known)
  }

  /// A checksum of each value that a commit up to this one wrote, with the place where it lies.
  fileprivate static func sums(of look: StoreLook, upTo last: UInt64) -> [UInt32] {
    // What cannot be read is told by whoever shows it.
    let entries = (try? look.snapshot())?.entries ?? []
    return entries.filter { $0.transaction <= last }.map(\.checksum)
  }

  /// The most values of which a checksum is kept: a few pages of text.
  fileprivate static let sumLimit = 4096

  /// The first line, which says of what store the rest is.
  fileprivate static func line(for facts: StoreFacts) -> String {
    let json: JSON = [
      "schema": "scenesim.steps/1", "app": .text(facts.app), "store": .text(facts.number),
    ]
    return json.line
  }

  /// The step that made a commit; nil for one that no step made.
  func step(of transaction: UInt64) -> Step? {
    guard let last = steps.last, transaction <= last.transaction else { return nil }
    return steps.first { $0.transaction >= transaction }
  }
}

extension StepAuthors.Step {
  /// Nil for a line that says something else.
  fileprivate init?(line bytes: [UInt8]) {
    guard case .map(let fields)? = JSONField(bytes: bytes),
      case .int(let transaction)? = fields["txn"], case .int(let number)? = fields["step"],
      case .int(let line)? = fields["line"], case .text(let file)? = fields["file"],
      case .text(let text)? = fields["text"], transaction >= 0
    else { return nil }
    self.init(
      transaction: UInt64(transaction), number: Int(clamping: number), file: file,
      line: Int(clamping: line), text: text)
  }
}

/// Takes down, while a scenario is played, up to which commit each step came.
final class StepMarks: Sendable {
  private let directory: String
  private let marks = Mutex<[(step: Int, transaction: UInt64)]>([])

  init(_ directory: String) { self.directory = directory }

  /// A step is over.
  func add(_ step: Int) {
    guard let transaction = StoreMoment(directory)?.transaction else { return }
    marks.withLock { marks in
      if marks.last?.transaction != transaction { marks.append((step, transaction)) }
    }
  }

  /// Leaves beside the data what was taken down.
  func write(_ played: [PlayedStep]) {
    let steps = Dictionary(played.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    let taken = marks.withLock { $0 }
    // Nothing is written beside a store that cannot be read; whoever shows it hears why.
    guard let look = try? StoreInspector.look(directory) else { return }
    defer { look.close() }
    // Where commits were numbered anew, values have other numbers.
    guard let facts = try? look.header(), facts.commit?.epoch == 0, let last = taken.last
    else { return }
    var text = StepAuthors.line(for: facts) + "\n"
    let sums = StepAuthors.sums(of: look, upTo: last.transaction)
    if sums.count <= StepAuthors.sumLimit {
      let json: JSON = ["sums": .list(sums.map { .int(Int($0)) })]
      text += json.line + "\n"
    }
    for mark in taken {
      guard let step = steps[mark.step] else { continue }
      let row = StepAuthors.Step(
        transaction: mark.transaction, number: step.number, file: step.file, line: step.line,
        text: step.written)
      text += row.json.line + "\n"
    }
    // The store is whole without it, and so is the answer of the run.
    try? OutputFile.writePrivately(Array(text.utf8), to: "\(directory)/\(StepAuthors.file)")
  }
}
