internal import SceneLifecycle
import SceneSimulator
import SceneState
import StoreFormat

/// The message of a problem that no `expect` has asked for.
struct ProblemMessage: Explainer {
  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// - Parameters:
  ///   - problem: What was noticed.
  ///   - range: Where to point if the step that noticed it is gone.
  /// - Returns: The message, at the step in whose course it was noticed.
  func diagnostic(
    _ problem: NoticedProblem, at range: SourceRange
  ) -> Diagnostic {
    let mark = fates.mark(problem.step)
    var diagnostic = Diagnostic(
      problem.code, file: mark?.file ?? context.source.path,
      range: mark?.range ?? range, "unexpected problem in step \(problem.step)")
    // At the start of a file stands nothing that has to do with it.
    if diagnostic.range.start == .start { diagnostic.frame = nil }
    diagnostic.step = problem.step
    let (reason, origin) = detail(problem)
    diagnostic.notes = [particulars(problem)]
    diagnostic.origin = origin
    diagnostic.noticed = Diagnostic.Noticed(
      address: problem.address, window: problem.window.isEmpty ? nil : problem.window,
      field: problem.at, reason: reason)
    if let note = oldBytes(problem) { diagnostic.notes.append(note) }
    diagnostic.hint = hint(problem)
    return diagnostic
  }

  /// Where it was noticed, and what it was.
  func particulars(_ problem: NoticedProblem) -> String {
    let place = problem.address ?? problem.window
    return [place, detail(problem).text].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// The particulars, with who wrote an unreadable value, and the steps that this names.
  private func detail(_ problem: NoticedProblem) -> (
    text: String, origin: Diagnostic.Origin
  ) {
    guard problem.code == .valueNotReadable, let place = storedPlace(problem),
      let origin = context.origin(of: place),
      // What was written since is another value.
      origin.mark.step <= problem.step
    else { return (problem.detail, Diagnostic.Origin()) }
    let reader = fates.mark(problem.step).map { context.app(at: $0).version } ?? app.version
    let (old, new) = (origin.mark.version, reader)
    var steps = Diagnostic.Origin(wrote: origin.mark.step)
    if old == new { return ("written in step \(origin.mark.step): \(problem.detail)", steps) }
    let update = problem.key.flatMap { app.key($0) }.flatMap {
      cause(ofUnreadable: $0, place, origin)
    }
    steps.spoiled = update?.step
    let since = update.map { " since \(named($0))" } ?? ""
    return (
      "written by version \(old), read by version \(new)\(since): \(problem.detail)",
      steps
    )
  }

  private func oldBytes(_ problem: NoticedProblem) -> String? {
    guard problem.code == .valueNotReadable, let place = storedPlace(problem),
      let value = simulation.stored[place]
    else { return nil }
    let count = value.payload.count
    let bytes = "the \(count) old \(count == 1 ? "byte is" : "bytes are") set aside, not deleted"
    return context.runCommand.map { "\(bytes):  \($0) --until \(problem.step) --store demo.store" }
      ?? bytes
  }

  func storedPlace(_ problem: NoticedProblem) -> StoredPlace? {
    for simulation in context.allDevices {
      if let place = simulation.stored.keys.first(where: { "\($0)" == problem.address }) {
        context.device = simulation.name
        return place
      }
    }
    return nil
  }

  /// What a step came with, in whose course a place was looked for in vain; nil for saved places.
  private func outside(_ problem: NoticedProblem) -> String? {
    guard problem.detail.contains("'"), let mark = fates.mark(problem.step),
      ["launch", "link", "open-url", "open", "continue", "send"].contains(mark.verb)
    else { return nil }
    let link = problem.detail.split(separator: "'").dropFirst().first.map(String.init) ?? ""
    return app.nearLink(link)
  }

  private func hint(_ problem: NoticedProblem) -> String? {
    let expecting = expecting(fates.mark(problem.step))
    func or(_ advice: String, _ joint: String = ", or") -> String {
      expecting.map { "\(advice)\(joint) \($0)" } ?? advice
    }
    switch problem.code {
    // Damaged bytes are no matter of types: the store itself says that they are.
    case .valueNotReadable where storedPlace(problem).map(simulation.isDamaged) == true:
      return or("no migration brings damaged bytes back, a backup may", "; else")
    case .valueNotReadable:
      return Self.choice(of: remedies(problem) + [expecting].compactMap(\.self))
    case .listWasEmpty:
      return or("load the data earlier (`loads-data: before-restoring`)")
    case .noSuchTab, .noSuchPlace, .notOurScheme:
      guard let near = outside(problem) else { return or("keep what was saved by older versions") }
      return near.hasSuffix("?") ? or(near, " Else") : or(near)
    case .activityNotRecognised: return or("add the type to `recognises`")
    case .storeNotUsable: return or("`fault: none` lets the store come back", "; else")
    case .valueInOtherScope:
      guard let told = otherScope(problem) else { fallthrough }
      return or(told)
    case .duplicatePath: return or("give each node its own identifier")
    default: return expecting.map { "if it belongs here, \($0)" }
    }
  }

  /// The update that put a key elsewhere.
  private func otherScope(_ problem: NoticedProblem) -> String? {
    guard let name = problem.key,
      let update = context.updates.last(where: { update in
        update.after.key(name).map { $0.scope != update.before.key(name)?.scope } == true
      }), let key = update.after.key(name)
    else { return nil }
    let place = line(of: key)
    return "\(named(update.mark)) changed the scope of `\(name)` (\(place)): leave it as it was; "
      + "only an app in Swift takes its values along (`.formerly(in:)`)"
  }

  /// How the problems are expected that nothing has looked at; nil where the file knows that.
  private func expecting(_ step: StepMark?) -> String? {
    let unseen = context.log.problems.dropFirst(context.problemMark).map(\.code.rawValue)
    let looks = context.declaredNames.problems.filter { look in
      look.file == context.source.path && unseen.allSatisfy(look.codes.contains)
    }
    // Each is looked at by the first `expect` behind it, whatever that says.
    if let step, let later = looks.first(where: { $0.range.start > step.range.start }) {
      let line = later.range.start.line
      return "move `problems` of line \(line) to the first `expect` after this step"
    }
    if let step, let look = looks.last(where: { $0.range.start < step.range.start }) {
      return "expect it once more: `problems` in line \(look.range.start.line) has looked at an "
        + "earlier one"
    }
    if !looks.isEmpty { return nil }
    let codes = unseen.prefix(6).joined(separator: ", ") + (unseen.count > 6 ? ", …" : "")
    return "expect \(unseen.count > 1 ? "them all" : "it"): problems: [\(codes)]"
  }
}
