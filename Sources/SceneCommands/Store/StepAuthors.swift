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
    steps = bytes.split(separator: 0x0A).compactMap { Step(line: Array($0)) }
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
    guard isNumberedOnce, !taken.isEmpty else { return }
    var text = ""
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

  /// Whether the numbers of commits are those that values have.
  private var isNumberedOnce: Bool {
    // Nothing is written beside a store that cannot be read; whoever shows it hears why.
    guard let look = try? StoreInspector.look(directory) else { return false }
    defer { look.close() }
    return (try? look.header())?.commit?.epoch == 0  // as above
  }
}
