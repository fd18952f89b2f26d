internal import SceneLifecycle
import SceneSimulator
import SceneState
import StoreFormat

/// The message of a problem that no `expect` has asked for.
struct ProblemMessage {
  private let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// - Parameters:
  ///   - problem: What was noticed.
  ///   - range: Where to point if the step that noticed it is gone.
  /// - Returns: The message, at the step in whose course it was noticed.
  func diagnostic(
    _ problem: NoticedProblem, at range: SourceRange
  ) -> Diagnostic {
    let mark = context.writes.mark(problem.step)
    var diagnostic = Diagnostic(
      problem.code, file: mark?.file ?? context.source.path,
      range: mark?.range ?? range, "unexpected problem in step \(problem.step)")
    diagnostic.frame = nil
    diagnostic.step = problem.step
    let place = problem.address ?? problem.window
    let parts = [place, detail(problem)].filter { !$0.isEmpty }
    diagnostic.notes = [parts.joined(separator: "  ")]
    if let note = oldBytes(problem) { diagnostic.notes.append(note) }
    diagnostic.hint = hint(problem)
    return diagnostic
  }

  /// The particulars, with who wrote an unreadable value.
  private func detail(_ problem: NoticedProblem) -> String {
    guard problem.code == .valueNotReadable, let place = storedPlace(problem),
      let origin = context.origin(of: place),
      // What was written since is another value.
      origin.mark.step <= problem.step
    else { return problem.detail }
    let (old, new) = (origin.mark.version, context.declaration.version)
    let writer = old == new ? "written in step \(origin.mark.step)" : "written by version \(old)"
    return old == new
      ? "\(writer): \(problem.detail)" : "\(writer), read by version \(new): \(problem.detail)"
  }

  private func oldBytes(_ problem: NoticedProblem) -> String? {
    guard problem.code == .valueNotReadable, let place = storedPlace(problem),
      let value = context.simulation.stored[place]
    else { return nil }
    let count = value.payload.count
    let bytes = "the \(count) old \(count == 1 ? "byte is" : "bytes are") set aside, not deleted"
    return context.runCommand.map { "\(bytes):  \($0) --until \(problem.step) --store demo.store" }
      ?? bytes
  }

  private func storedPlace(_ problem: NoticedProblem) -> StoredPlace? {
    for simulation in context.allDevices {
      if let place = simulation.stored.keys.first(where: { "\($0)" == problem.address }) {
        context.device = simulation.name
        return place
      }
    }
    return nil
  }

  private func hint(_ problem: NoticedProblem) -> String {
    let expecting = "expect it: problems: [\(problem.code)]"
    switch problem.code {
    // Damaged bytes are no matter of types: the store itself says that they are.
    case .valueNotReadable where storedPlace(problem).map(isDamaged) == true:
      return "no migration brings damaged bytes back, a backup may; else \(expecting)"
    case .valueNotReadable: return [migration(problem), expecting].joined(separator: " or ")
    case .listWasEmpty:
      return "load the data earlier (`loads-data: before-restoring`), or \(expecting)"
    case .noSuchTab, .noSuchPlace, .notOurScheme:
      return "keep what was saved by older versions, or \(expecting)"
    case .activityNotRecognised: return "add the type to `recognises`, or \(expecting)"
    case .storeNotUsable: return "`fault: none` lets the store come back; else \(expecting)"
    case .duplicatePath: return "give each node its own identifier, or \(expecting)"
    default: return "if it belongs here, \(expecting)"
    }
  }

  /// Whether the type of the key could read the value, if its bytes were as they were written.
  private func isDamaged(_ place: StoredPlace) -> Bool {
    context.simulation.isDamaged(place)
  }

  /// What would make the value readable.
  private func migration(_ problem: NoticedProblem) -> String {
    let parts = (problem.at ?? "").split(separator: ".").map(String.init)
    guard let field = parts.last, parts.count > 1,
      let key = problem.key.flatMap({ context.declaration.key($0) })
    else { return "write a migration for the type," }
    let type = Self.type(of: parts.dropFirst(), in: key.type)
    let optional = type.map { ", make it `\($0)?`," } ?? ","
    return problem.detail.hasPrefix("no field")
      ? "add `fill: { \(field): … }` to a migration\(optional)"
      : "add `convert: { \(field): \(type ?? "…") }` to a migration,"
  }

  private static func type(of path: ArraySlice<String>, in type: ValueType) -> String? {
    guard let name = path.first else { return type.description }
    let plain = name.prefix { $0 != "[" }
    var inner = type
    while case .optional(let wrapped) = inner { inner = wrapped }
    guard let field = inner.fields?.first(where: { $0.name == plain }) else { return nil }
    var fieldType = field.type
    if name.contains("["), let element = fieldType.element { fieldType = element }
    return Self.type(of: path.dropFirst(), in: fieldType)
  }
}
