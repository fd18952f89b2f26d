import SceneSimulator
import SceneState
import StoreFormat

// What would make a value readable that is not.
extension ProblemMessage {
  /// What makes a value readable, without what else could be said of its problem; nil if nothing
  /// does but the end of a fault.
  func mending(
    _ found: (code: SceneProblem.Code, detail: String, field: String?), of key: StorageKey,
    at place: StoredPlace
  ) -> String? {
    guard found.code == .valueNotReadable else {
      return "`fault: none` lets the store be read again"
    }
    if simulation.isDamaged(place) { return "no migration brings damaged bytes back, a backup may" }
    let problem = NoticedProblem(
      code: found.code, window: place.window, key: key.name, address: "\(place)",
      at: found.field, detail: found.detail)
    return Self.choice(of: remedies(problem))
  }

  static func choice(of remedies: [String]) -> String {
    let first = remedies.dropLast().joined(separator: ", ")
    return first.isEmpty ? remedies[0] : "\(first), or \(remedies[remedies.count - 1])"
  }

  /// What would make the value readable.
  func remedies(_ problem: NoticedProblem) -> [String] {
    let parts = (problem.at ?? "").split(separator: ".").map(String.init)
    let declared = problem.key.flatMap { app.key($0) }
    if let declared, !declared.type.isOfFields, !declared.type.isOfWords {
      // There is no migration for what has no fields.
      return declared.version == nil
        ? ["give the key of another kind a name of its own"]
        : ["keep its `key-version` while old values are to be read"]
    }
    if declared?.type.isOfWords == true {
      return ["say with `else` what a word is read as that is gone"]
    }
    guard let field = parts.last, parts.count > 1, let key = declared else {
      return ["write a migration for the type"]
    }
    let whole = parts[0].contains("[") ? key.type.element ?? key.type : key.type
    let type = Self.type(of: parts.dropFirst(), in: whole).map { "\($0)" }
    let isMissing = problem.detail.contains("no field `\(field)`")
    if let reason = idleMigration(problem, field, of: key, isMissing) { return [reason] }
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
      return [addition("rename: { \(old): \(field) }", problem, of: key, besides: [field])]
    }
    var isWord = false
    if case .oneOf? = Self.type(of: parts.dropFirst(), in: whole)?.unfolded { isWord = true }
    if !field.contains("["), let word = storedValue(problem, parts)?.plainText,
      isWord || ["int", "double", "float"].contains(type) && Double(word) == nil
    {
      return [
        "say in a migration what each word becomes, `convert: { \(field): { \(word): … } }`"
      ]
    }
    guard isMissing else { return [conversion(problem, parts, of: whole)] }
    let optional = type.map { ["make it `\($0)?`"] } ?? []
    return [addition("fill: { \(field): … }", problem, of: key, besides: nil)] + optional
  }

  /// What a migration is to do; all of it, if the type has none yet.
  private func addition(
    _ words: String, _ problem: NoticedProblem, of key: StorageKey, besides made: [String]?
  ) -> String {
    let type = key.type.required
    let name = type.element?.required.description ?? type.description
    if app.migrations.contains(where: { $0.type == name }) || name.contains("{") {
      return "add `\(words)` to a migration"
    }
    let value = storedPlace(problem).flatMap { simulation.stored[$0] }
    let stored = value.flatMap { ScenarioValue(json: $0.jsonText) }
    var rest: [String] = []
    if let made, case .map(let map)? = stored {
      rest = (type.fields ?? []).filter { field in
        field.isNeeded && map[field.name] == nil && !made.contains(field.name)
      }.map { "\($0.name): …" }
    }
    let fill = rest.isEmpty ? "" : ", fill: { \(rest.joined(separator: ", ")) }"
    let migration = "{ type: \(name), to: \(app.version), \(words)\(fill) }"
    return "add `migrations: [\(migration)]` to the `update`"
  }

  /// What makes a field of another kind readable; only fields of types with a name have migrations.
  private func conversion(
    _ problem: NoticedProblem, _ parts: [String], of whole: ValueType
  ) -> String {
    let path = parts.dropFirst()
    let index = path.indices.last { index in
      let owner = Self.type(of: path[..<index], in: whole).flatMap(FormerLook.structure)
      return owner?.hasPrefix("{") == false
    }
    guard let index, let owner = Self.type(of: path[..<index], in: whole) else {
      return "give the key of another kind a name of its own"
    }
    let field = String(path[index].prefix { $0 != "[" })
    let type = Self.type(of: [field], in: owner)
    if index == path.endIndex - 1, field == path[index],
      let kind = (type?.required).flatMap({ MigrationDeclaration.Kind(rawValue: "\($0)") }),
      storedValue(problem, parts).map({ kind.value(of: $0) == nil }) != true
    {
      let name = FormerLook.structure(owner)
      let isScaled = app.migrations.contains { migration in
        migration.type == name
          && migration.convert.contains { $0.field == field && $0.meaning.isScaled }
      }
      if isScaled { return "`\(field)` has a fraction now: declare it as `double`" }
      return "add `convert: { \(field): \(kind.rawValue) }` to a migration"
    }
    let fill = type?.required != type ? "" : ", fill: { \(field): … }"
    return "let the old value go in a migration: `drop: [\(field)]\(fill)`"
  }

  /// What is stored in a field.
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
    guard parts.count == 2, let fields = key.type.required.fields?.map(\.name),
      let value = storedPlace(problem).flatMap({ simulation.stored[$0] }),
      case .map(let map)? = ScenarioValue(json: value.jsonText)
    else { return nil }
    // What has another name already is no name for this one.
    let renamed = app.migrations.flatMap(\.rename).map(\.from)
    let rest = map.keys.filter { !fields.contains($0) && !renamed.contains($0) }
    return rest.count == 1 && rest[0] != parts[1] ? rest[0] : nil
  }

  /// Why a migration that fills the field, makes or converts it, did not do so; nil if there is none.
  private func idleMigration(
    _ problem: NoticedProblem, _ field: String, of key: StorageKey, _ isMissing: Bool
  ) -> String? {
    let made = app.migrations.filter { migration in
      let isMade =
        migration.fill.contains { $0.field == field }
        || migration.rename.contains { $0.to == field }
      return isMissing ? isMade : migration.convert.contains { $0.field == field }
    }
    let makes = isMissing ? "makes" : "converts"
    guard let migration = made.last else { return nil }
    let type = key.type.required
    let name = type.element?.description ?? type.description
    if migration.type != name {
      return
        "the migration that \(makes) `\(field)` is for the type `\(migration.type)`, this is `\(name)`"
    }
    if migration.to > app.version {
      return
        "the migration that \(makes) `\(field)` is `to: \(migration.to)`, and the app is version "
        + "\(app.version): `version: \(migration.to)` in the `update` makes it run"
    }
    guard let place = storedPlace(problem), let origin = context.origin(of: place),
      migration.to <= origin.mark.version
    else { return nil }
    return "the migration that \(makes) `\(field)` is `to: \(migration.to)`, and version "
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

extension ValueType {
  /// The same for a value that is there.
  var required: ValueType {
    if case .optional(let wrapped) = self { wrapped.required } else { self }
  }

  /// What a value, or each entry of it, is made of.
  private var innermost: ValueType { required.element?.innermost ?? required.unfolded }

  /// Whether it has fields, or its entries have.
  fileprivate var isOfFields: Bool { innermost.fields != nil }

  /// Whether it is one of a few words, or its entries are.
  fileprivate var isOfWords: Bool { if case .oneOf = innermost { true } else { false } }
}
