/// Finds what a version of the app cannot take over of the values of another one.
struct FormerLook {
  private let app: AppDeclaration
  /// The version that has the values, if it is another one: a key may stay beside the one that it
  /// gives its first value.
  private let former: AppDeclaration?
  /// What any version of the app in the file declares.
  private let versions: DeclaredNames

  init(_ app: AppDeclaration, after former: AppDeclaration? = nil, _ versions: DeclaredNames) {
    (self.app, self.former, self.versions) = (app, former, versions)
  }

  /// What an update brings that loses values of the version before it.
  static func warnings(
    ofUpdating former: AppDeclaration, to app: AppDeclaration, _ versions: DeclaredNames
  ) -> [Diagnostic] {
    let look = FormerLook(app, after: former, versions)
    return look.firstValues + look.untranslatedWords(of: former)
  }

  // MARK: First values

  /// First values that the key which had them cannot give.
  var firstValues: [Diagnostic] {
    // Those of an older version were looked at with it.
    app.keys.filter { former?.key($0.name)?.isDerived != true }.flatMap { key in
      key.formers.compactMap { field in
        (former ?? app).key(field.key).flatMap { mistake(in: field, of: key, from: $0) }
      }
    }
  }

  private func mistake(
    in former: FormerField, of key: StorageKey, from older: StorageKey
  ) -> Diagnostic? {
    let field = former.fields.first
    if let field, let type = Self.structure(older.type),
      case let known = versions.fields(of: type), !known.isEmpty, !known.contains(field)
    {
      return warning(
        former.range, "no version of the app has a field `\(field)` in type `\(type)`",
        SourceFile.choice(for: field, among: known.sorted()) ?? "there is no field")
    }
    if older.scope != key.scope {
      return warning(
        former.range,
        "`was` looks where `\(key.name)` is kept, and `\(former.key)` is kept in another scope",
        "give both the same scope")
    }
    if !former.isWhole, older.type.isScalar {
      return warning(
        former.range, "`\(former.key)` is of type `\(older.type)`, which has no fields",
        "`was: \(former.key)` takes its whole value")
    }
    let found: ValueType? =
      switch former.fields.count {
      case 0: older.type
      case 1: older.type.fields?.first { $0.name == field }?.type
      default: nil
      }
    guard let found, !former.isTranslated, !Self.mayTake(key.type, found) else { return nil }
    let name = [former.key] + former.fields
    return warning(
      former.range,
      "`\(name.joined(separator: "."))` is of type `\(found)`, and `\(key.name)` of type `\(key.type)`",
      Self.hint(for: former, found))
  }

  /// Whether values of a type may be some of another one, as far as the types tell.
  private static func mayTake(_ type: ValueType, _ found: ValueType) -> Bool {
    // Which words an enumeration has, and what a struct consists of, only a value tells.
    let (type, found) = (type.withAnyWord, found.withAnyWord)
    if type.isScalar, found.isScalar { return type.takes(found) }
    return type.isScalar == found.isScalar || type.isOpen || found.isOpen
  }

  private static func hint(for former: FormerField, _ found: ValueType) -> String {
    let first = former.isLast ? "the default is the first value" : "the next one of `was` is tried"
    let otherwise = "else \(first)"
    guard former.isWhole else {
      return "a migration with `convert` makes one of the other; \(otherwise)"
    }
    guard found.withAnyWord.isScalar else {
      return "nothing of it can be taken: \(first)"
    }
    let words = found == .bool ? ["true", "false"] : found.words ?? ["VALUE"]
    let table = words.prefix(3).map { "\($0): …" }.joined(separator: ", ")
    return "`convert: { \(table) }` beside `was` says what its values mean; \(otherwise)"
  }

  // MARK: Words

  /// Words of the version before that a new migration says nothing of.
  private func untranslatedWords(of older: AppDeclaration) -> [Diagnostic] {
    app.migrations.dropFirst(older.migrations.count).flatMap { migration in
      migration.convert.compactMap { untranslated($0, in: migration, of: older) }
    }
  }

  private func untranslated(
    _ conversion: MigrationDeclaration.Conversion, in migration: MigrationDeclaration,
    of older: AppDeclaration
  ) -> Diagnostic? {
    func type(of field: String, in app: AppDeclaration) -> ValueType? {
      app.types[migration.type]?.fields?.first { $0.name == field }?.type
    }
    let (field, now) = (conversion.field, type(of: conversion.field, in: app))
    let former = migration.rename.first { $0.to == field }?.from ?? field
    guard case .words(let table) = conversion.meaning, let range = migration.fieldRanges[field],
      let words = type(of: former, in: older)?.words
    else { return nil }
    let missing = words.filter { table.value(of: .text($0)) == nil }
    guard let first = missing.first else { return nil }
    let names = missing.map { "`\($0)`" }.joined(separator: ", ")
    return warning(
      range,
      "`\(former)` may be \(names), of which `convert` says nothing: such a value cannot be read",
      now?.words?.contains(first) == true
        ? "`\(first): \(first)` leaves it as it is" : "add `\(first): …`")
  }

  /// The name of a struct, or of one that may be missing.
  static func structure(_ type: ValueType) -> String? {
    switch type.unfolded {
    case .structure(let name, _): name
    case .optional(let type): structure(type)
    default: nil
    }
  }

  private func warning(_ range: SourceRange, _ message: String, _ hint: String) -> Diagnostic {
    app.source.warning(at: range, message, hint: hint)
  }
}

extension ValueType {
  /// The words of an enumeration, through optionals.
  var words: [String]? {
    switch self {
    case .oneOf(_, let words, _): words
    case .optional(let type): type.words
    default: nil
    }
  }

  /// Whether only an app in Swift knows what its values are.
  fileprivate var isOpen: Bool {
    switch self {
    case .opaque: true
    case .optional(let type): type.isOpen
    default: false
    }
  }
}
