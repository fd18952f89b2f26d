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
    diagnostic.notes = [particulars(problem)]
    if let note = oldBytes(problem) { diagnostic.notes.append(note) }
    diagnostic.hint = hint(problem)
    return diagnostic
  }

  /// Where it was noticed, and what it was.
  func particulars(_ problem: NoticedProblem) -> String {
    let place = problem.address ?? problem.window
    return [place, detail(problem)].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// The particulars, with who wrote an unreadable value.
  private func detail(_ problem: NoticedProblem) -> String {
    guard problem.code == .valueNotReadable, let place = storedPlace(problem),
      let origin = context.origin(of: place),
      // What was written since is another value.
      origin.mark.step <= problem.step
    else { return problem.detail }
    let (old, new) = (origin.mark.version, app.version)
    if old == new { return "written in step \(origin.mark.step): \(problem.detail)" }
    let update = problem.key.flatMap { app.key($0) }.flatMap {
      cause(ofUnreadable: $0, place, origin)
    }
    let since = update.map { " since \(named($0))" } ?? ""
    return "written by version \(old), read by version \(new)\(since): \(problem.detail)"
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

  private func storedPlace(_ problem: NoticedProblem) -> StoredPlace? {
    for simulation in context.allDevices {
      if let place = simulation.stored.keys.first(where: { "\($0)" == problem.address }) {
        context.device = device
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
    return NearLink.hint(for: link, among: app.linkPatterns)
  }

  private func hint(_ problem: NoticedProblem) -> String? {
    let expecting = expecting(fates.mark(problem.step))
    func or(_ advice: String, _ joint: String = ", or") -> String {
      expecting.map { "\(advice)\(joint) \($0)" } ?? advice
    }
    switch problem.code {
    // Damaged bytes are no matter of types: the store itself says that they are.
    case .valueNotReadable where storedPlace(problem).map(isDamaged) == true:
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
    case .duplicatePath: return or("give each node its own identifier")
    default: return expecting.map { "if it belongs here, \($0)" }
    }
  }

  /// How the problems are expected that nothing has looked at; nil where the file knows that.
  ///
  /// - Parameter step: The step in whose course the first one was noticed.
  /// - Returns: The advice.
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

  /// What makes a value readable, without what else could be said of its problem; nil if nothing
  /// does but the end of a fault.
  ///
  /// - Parameters:
  ///   - found: What went wrong.
  ///   - key: The key.
  ///   - place: Where the value lies.
  /// - Returns: The advice.
  func mending(
    _ found: (code: SceneProblem.Code, detail: String, field: String?), of key: StorageKey,
    at place: StoredPlace
  ) -> String? {
    guard found.code == .valueNotReadable else {
      return "`fault: none` lets the store be read again"
    }
    if isDamaged(place) { return "no migration brings damaged bytes back, a backup may" }
    let problem = NoticedProblem(
      code: found.code, window: place.window, key: key.name, address: "\(place)",
      at: found.field, detail: found.detail)
    return Self.choice(of: remedies(problem))
  }

  private static func choice(of remedies: [String]) -> String {
    let first = remedies.dropLast().joined(separator: ", ")
    return first.isEmpty ? remedies[0] : "\(first), or \(remedies[remedies.count - 1])"
  }

  /// Whether the type of the key could read the value, if its bytes were as they were written.
  private func isDamaged(_ place: StoredPlace) -> Bool {
    simulation.isDamaged(place)
  }

  /// What would make the value readable.
  private func remedies(_ problem: NoticedProblem) -> [String] {
    let parts = (problem.at ?? "").split(separator: ".").map(String.init)
    let declared = problem.key.flatMap { app.key($0) }
    if let declared, declared.type.isScalar {
      // There is no migration for what has no fields.
      return declared.version == nil
        ? ["give the key of another kind a name of its own"]
        : ["keep its `key-version` while old values are to be read"]
    }
    if case .oneOf? = declared?.type.unfolded {
      return ["say with `else` what a word is read as that is gone"]
    }
    guard let field = parts.last, parts.count > 1, let key = declared else {
      return ["write a migration for the type"]
    }
    let whole = parts[0].contains("[") ? key.type.element ?? key.type : key.type
    let type = Self.type(of: parts.dropFirst(), in: whole).map { "\($0)" }
    let isMissing = problem.detail.contains("no field `\(field)`")
    if isMissing, let reason = idleMigration(problem, field, of: key) { return [reason] }
    let renames = app.migrations.flatMap(\.rename)
    if isMissing, let rename = renames.first(where: { $0.to == field }) {
      return [
        "rename the field that the value has (`rename: { \(rename.from): \(field) }` found no "
          + "`\(rename.from)`)"
      ]
    }
    if isMissing, let old = formerField(problem, parts, of: key) {
      let dropped = app.migrations.first { $0.drop.contains(old) }?.dropRange
      if let dropped {
        let line = line(of: dropped)
        return ["write `rename: { \(old): \(field) }` where `drop` takes `\(old)` away (\(line))"]
      }
      return ["add `rename: { \(old): \(field) }` to a migration"]
    }
    var isWord = false
    if case .oneOf? = Self.type(of: parts.dropFirst(), in: whole)?.unfolded { isWord = true }
    if let word = storedWord(problem, parts),
      isWord || ["int", "double", "float"].contains(type) && Double(word) == nil
    {
      return [
        "say in a migration what each word becomes, `convert: { \(field): { \(word): … } }`"
      ]
    }
    guard isMissing else { return [conversion(problem, parts, of: whole)] }
    let optional = type.map { ["make it `\($0)?`"] } ?? []
    return ["add `fill: { \(field): … }` to a migration"] + optional
  }

  /// What makes a field of another kind readable; only fields of types with a name have migrations.
  private func conversion(
    _ problem: NoticedProblem, _ parts: [String], of whole: ValueType
  ) -> String {
    let path = parts.dropFirst()
    let index = path.indices.last { index in
      let owner = Self.type(of: path[..<index], in: whole).flatMap(DeclarationLook.structure)
      return owner?.hasPrefix("{") == false
    }
    guard let index, let owner = Self.type(of: path[..<index], in: whole) else {
      return "give the key of another kind a name of its own"
    }
    let field = String(path[index].prefix { $0 != "[" })
    let type = Self.type(of: [field], in: owner)
    var plain = type
    while case .optional(let wrapped)? = plain { plain = wrapped }
    if index == path.endIndex - 1, field == path[index],
      let kind = plain.flatMap({ MigrationDeclaration.Kind(rawValue: "\($0)") }),
      storedValue(problem, parts).map({ kind.value(of: $0) == nil }) != true
    {
      return "add `convert: { \(field): \(kind.rawValue) }` to a migration"
    }
    var isOptional = false
    if case .optional? = type { isOptional = true }
    let fill = isOptional ? "" : ", fill: { \(field): … }"
    return "let the old value go in a migration: `drop: [\(field)]\(fill)`"
  }

  /// The text that is stored in a field.
  private func storedWord(_ problem: NoticedProblem, _ parts: [String]) -> String? {
    storedValue(problem, parts)?.plainText
  }

  private func storedValue(_ problem: NoticedProblem, _ parts: [String]) -> ScenarioValue? {
    let stored = storedPlace(problem).flatMap { simulation.stored[$0] }
    let value = stored.flatMap { ScenarioValue(json: $0.jsonText) }
    let path = String(parts.joined(separator: ".").dropFirst(problem.key?.count ?? 0))
    return value?.part(at: path)
  }

  /// The one field of the stored value that its type has no more; nil if there are none, or several.
  private func formerField(
    _ problem: NoticedProblem, _ parts: [String], of key: StorageKey
  ) -> String? {
    var type = key.type
    while case .optional(let wrapped) = type { type = wrapped }
    guard parts.count == 2, let fields = type.fields?.map(\.name),
      let value = storedPlace(problem).flatMap({ simulation.stored[$0] }),
      case .map(let map)? = ScenarioValue(json: value.jsonText)
    else { return nil }
    let rest = map.keys.filter { !fields.contains($0) }
    return rest.count == 1 && rest[0] != parts[1] ? rest[0] : nil
  }

  /// Why a migration that fills the field, or makes it, did not do so; nil if there is none.
  private func idleMigration(
    _ problem: NoticedProblem, _ field: String, of key: StorageKey
  ) -> String? {
    let made = app.migrations.filter { migration in
      migration.fill.contains { $0.field == field } || migration.rename.contains { $0.to == field }
    }
    guard let migration = made.last else { return nil }
    var type = key.type
    while case .optional(let wrapped) = type { type = wrapped }
    let name = type.element?.description ?? type.description
    if migration.type != name {
      return
        "the migration that makes `\(field)` is for the type `\(migration.type)`, this is `\(name)`"
    }
    if migration.to > app.version {
      return "the migration that makes `\(field)` is `to: \(migration.to)`, and the app is version "
        + "\(app.version): one of the two is wrong"
    }
    guard let place = storedPlace(problem), let origin = context.origin(of: place),
      migration.to <= origin.mark.version
    else { return nil }
    return "the migration that makes `\(field)` is `to: \(migration.to)`, and version "
      + "\(origin.mark.version) wrote the value: an update with a new `version` makes it count"
  }

  /// The type of a field, through lists and maps on the way to it.
  private static func type(of path: ArraySlice<String>, in type: ValueType) -> ValueType? {
    guard let name = path.first else { return type }
    guard let fields = type.unfolded.fields else {
      return type.element.flatMap { Self.type(of: path.dropFirst(), in: $0) }
    }
    guard let field = fields.first(where: { $0.name == name.prefix { $0 != "[" } }) else {
      return nil
    }
    let inner = name.contains("[") ? field.type.element : field.type
    return Self.type(of: path.dropFirst(), in: inner ?? field.type)
  }
}
