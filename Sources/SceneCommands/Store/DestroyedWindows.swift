import SceneReports
import StoreFormat
import StoreTools

/// Windows that were destroyed, and their values with them: a store knows by which commit, and not
/// what they were called.
struct DestroyedWindows {
  private let count: Int
  private let last: SessionRecord
  private let step: StepAuthors.Step?

  /// Nil if none was, or the store cannot be read whole.
  init?(in directory: String, _ steps: StepAuthors) {
    // That it cannot be read was told, or will be.
    guard let contents = try? StoreInspector.contents(directory) else { return nil }
    let records = contents.sessionRecords.filter { $0.kind == .tombstone }
    guard let last = records.max(by: { $0.sequence < $1.sequence }) else { return nil }
    (self.last, count) = (last, records.count)
    step = steps.step(of: last.sequence)
  }

  /// A failure with what may have become of the value.
  func explaining(_ failure: CommandFailure) -> CommandFailure {
    let what =
      count == 1
      ? "window #\(last.number) was destroyed with its values in txn \(last.sequence)"
      : "\(count) windows were destroyed with their values, #\(last.number) in txn \(last.sequence)"
    let who = step.map { ": step \($0.number), \($0.file):\($0.line): \($0.text)" } ?? ""
    return CommandFailure(
      failure.exit, failure.message, code: failure.code,
      hint: [what + who, failure.hint].compactMap(\.self).joined(separator: "; "),
      next: failure.next)
  }
}
