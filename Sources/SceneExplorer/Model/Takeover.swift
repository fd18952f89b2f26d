import SceneScenarios

/// A value that users had in an older version, and that a key of the new one has to have.
struct Debt {
  let key: String
  /// The tab or place in which it has to be, as looks count them.
  let column: Int
  /// As far as it is known; nil for anything but the default.
  let value: ScenarioValue?
  /// The key that had it.
  let origin: String
  /// Why it may well not be there.
  let reason: String

  func moved(to column: Int) -> Debt {
    Debt(key: key, column: column, value: value, origin: origin, reason: reason)
  }

  /// The same for a key that takes it from this one, which no version ever ran with.
  func passedOn(to key: StorageKey, by takeover: Takeover, at column: Int) -> Debt? {
    guard let value else { return nil }
    return takeover.debt(value, at: column).map { next in
      Debt(
        key: key.name, column: column, value: next.value, origin: origin,
        reason: takeover.old.name == key.name
          ? reason
          : ": a user who leaves out a version has no `\(takeover.old.name)`, from which it comes")
    }
  }

  /// Whether a value is what is owed; of a struct only some fields are known.
  func isPaid(by shown: ScenarioValue, of key: StorageKey) -> Bool {
    value.map { shown.has($0) } ?? (shown != key.initial)
  }
}

/// How a key of a new version comes to what another key, or itself, had in the one before.
struct Takeover {
  let key: StorageKey
  let old: StorageKey
  /// The place of the old key among those of its app.
  let index: Int
  private let former: AppFacts
  private let facts: AppFacts
  /// The field of the old value that it takes, and what its words mean.
  private let fields: [String]
  private let words: Node?
  private let reason: String

  /// Looks for the key that had the values; nil if there is none, or quiet tells of it anyway.
  init?(of key: StorageKey, from former: AppFacts, to facts: AppFacts) {
    let declared = facts.app.node?["storage"]?[key.name]
    let taken = key.formers.first { former.app.key($0.key) != nil } ?? key.formers.first
    let names = taken.map { [$0.key] + $0.fields } ?? []
    var name = key.name
    var reason = ""
    if former.app.key(key.name) == nil {
      if let first = names.first {
        name = first
      } else if let gone = Self.renamed(to: key, former, facts) {
        name = gone
        reason = ": the new version has `\(key.name)` instead, without `was: \(gone)`"
      }
    }
    guard let index = former.app.keys.firstIndex(where: { $0.name == name }) else { return nil }
    let old = former.app.keys[index]
    guard !old.isTransient, (old.kinds == nil) == (key.kinds == nil),
      name != key.name || old.scope == key.scope,
      name != key.name || old.version == key.version
    else { return nil }
    if name == key.name, old.via != key.via {
      reason = ": it is kept elsewhere now (`via`), and nothing moves it there"
    }
    if name != key.name, old.scope != key.scope {
      reason = ": `was` looks in the same place, and `\(name)` has another `scope`"
    }
    (self.key, self.old, self.index, self.former, self.facts) = (key, old, index, former, facts)
    (fields, words) = (Array(names.dropFirst()), names.isEmpty ? nil : declared?["convert"])
    self.reason = reason
  }

  /// The one key that went when this one came, if it holds the same.
  private static func renamed(
    to key: StorageKey, _ former: AppFacts, _ facts: AppFacts
  ) -> String? {
    func isLike(_ other: StorageKey) -> Bool {
      other.type == key.type && other.scope == key.scope && other.via == key.via
        && !other.isTransient && !other.isDerived
    }
    let gone = former.valueKeys.map(\.key).filter { facts.app.key($0.name) == nil && isLike($0) }
    let new = facts.valueKeys.map(\.key).filter { former.app.key($0.name) == nil && isLike($0) }
    guard gone.count == 1, new.count == 1, let name = gone.first?.name else { return nil }
    // What another key takes is not lost.
    let isTaken = facts.app.keys.contains { $0.formers.contains { $0.key == name } }
    return isTaken ? nil : name
  }

  /// Where values of the old key are in a look, and where they have to be in one of the new version.
  func columns(in window: StageLook.Window) -> [(from: Int, to: Int)] {
    let selected = (from: former.place(of: window.tab), to: facts.place(of: window.tab))
    let isInEach = key.scope == .selectedTab && old.scope == .selectedTab
    guard isInEach || key.kinds != nil else {
      // One value has to be in the tab that is seen.
      let isSeen = window.tab == nil || window.tab.map(facts.tabs.contains) == true
      return isSeen ? [selected] : []
    }
    return former.columns(of: old, in: window).compactMap { column in
      let home = former.homes(of: old)[column]
      return facts.homes(of: key).firstIndex(of: home).map { (column, $0) }
    }
  }

  /// What the key owes of a value that the old one had; nil for nothing.
  func debt(_ value: ScenarioValue, at column: Int) -> Debt? {
    var value = value
    var type = old.type
    var initial: ScenarioValue? = old.initial
    for field in fields {
      guard case .map(let map) = value, let inner = map[field],
        let part = type.bare.fields?.first(where: { $0.name == field })
      else { return nil }
      (value, type, initial) = (inner, part.type, part.initial)
    }
    if let words, let text = value.plainText {
      guard let word = words[text] else {
        // Of other texts nobody can list all.
        let isWord = type.bare.words?.contains(text) == true && value != initial
        return isWord
          ? owing(nil, at: column, reason + ": `convert` has no meaning for `\(text)`") : nil
      }
      // A meaning that is no value of the key was told when the app was read.
      let meant = try? key.type.value(of: word, in: facts.app.source)
      return meant.flatMap { $0 == key.initial ? nil : owing($0, at: column, reason) }
    }
    let conversion = FieldConversion(
      migrations: facts.app.migrations, from: former.app.version, to: facts.app.version)
    if let carried = conversion.carried(value, from: type, to: key.type) {
      let kept = key.kept(of: carried.value)
      if case .map(let fields) = kept, fields.isEmpty { return nil }
      return kept == key.initial ? nil : owing(kept, at: column, reason + carried.reason)
    }
    // What cannot be read is told, but for a first value, which is the default then.
    let isOtherWord = key.type.bare.words != nil && type.bare.words != nil
    guard isOtherWord ? conversion.isRenamed(value, type, key.type) : old.name != key.name,
      value != .null
    else { return nil }
    return owing(
      nil, at: column,
      reason + (isOtherWord ? ": the new version has another word for it" : ""))
  }

  private func owing(_ value: ScenarioValue?, at column: Int, _ reason: String) -> Debt {
    Debt(key: key.name, column: column, value: value, origin: old.name, reason: reason)
  }
}

/// What becomes of values whose type changes, as the page of `migrations` has it.
struct FieldConversion {
  private let migrations: [MigrationDeclaration]

  init(migrations: [MigrationDeclaration], from old: Int, to new: Int) {
    self.migrations = migrations.filter { old < $0.to && $0.to <= new }
  }

  /// The value as far as it is known; nil if it is not, or if it cannot be read.
  func carried(
    _ value: ScenarioValue, from old: ValueType, to new: ValueType
  ) -> (value: ScenarioValue, reason: String)? {
    if value == .null { return nil }
    let (old, new) = (old.bare, new.bare)
    if old == new { return (value, "") }
    switch (old, new, value) {
    case (.int, .double, .int(let number)): return (.double(Double(number)), "")
    case (.oneOf, .oneOf(_, let words, _), .text(let word)):
      return words.contains(word) ? (value, "") : nil
    case (.list(let element), .list(let other), .list(let values)):
      let parts = values.compactMap { carried($0, from: element, to: other) }
      // One that cannot be read takes the others along.
      return parts.count < values.count
        ? nil : (.list(parts.map(\.value)), parts.first { $0.reason != "" }?.reason ?? "")
    case (.structure(let name, let before), .structure(let other, let after), .map(let map))
    where name == other:
      return fields(of: map, before, after, migrations.filter { $0.type == name })
    default: return nil
    }
  }

  /// Whether one word went and one came, and the value is the one that went.
  func isRenamed(_ value: ScenarioValue, _ old: ValueType, _ new: ValueType) -> Bool {
    guard let before = old.bare.words, let after = new.bare.words else { return false }
    let gone = before.filter { !after.contains($0) }
    return gone.count == 1 && after.count { !before.contains($0) } == 1
      && value.plainText == gone[0]
  }

  private func fields(
    of map: [String: ScenarioValue], _ before: [ValueType.Field], _ after: [ValueType.Field],
    _ steps: [MigrationDeclaration]
  ) -> (value: ScenarioValue, reason: String)? {
    var result: [String: ScenarioValue] = [:]
    var reason = ""
    for field in after {
      if steps.contains(where: { $0.convert.contains { $0.field == field.name } }) { continue }
      let origin = steps.reversed().reduce(field.name) { name, step in
        step.rename.first { $0.to == name }?.from ?? name
      }
      // Another one may bear the old name now.
      if origin == field.name, steps.contains(where: { $0.consumes(field.name) }) { continue }
      var was = before.first { $0.name == origin }
      if was == nil, let gone = renamed(to: field, before, after, steps) {
        was = gone
        reason =
          ": the new version has field `\(field.name)` instead of `\(gone.name)`, and no "
          + "migration takes it over"
      }
      guard let was, let value = map[was.name], value != was.initial,
        let carried = carried(value, from: was.type, to: field.type)
      else { continue }
      result[field.name] = carried.value
      reason += carried.reason
    }
    return (.map(result), reason)
  }

  /// The one field that went when another one came that holds the same.
  private func renamed(
    to field: ValueType.Field, _ before: [ValueType.Field], _ after: [ValueType.Field],
    _ steps: [MigrationDeclaration]
  ) -> ValueType.Field? {
    func has(_ fields: [ValueType.Field], _ name: String) -> Bool {
      fields.contains { $0.name == name }
    }
    let gone = before.filter { old in
      old.type == field.type && !has(after, old.name)
        // What is filled with one value where another one is dropped has lost it.
        && !steps.contains { step in
          step.consumes(old.name)
            && !(step.drop.contains(old.name) && step.fill.contains { $0.field == field.name })
        }
    }
    let new = after.filter { new in
      new.type == field.type && !has(before, new.name)
        && !steps.contains { $0.rename.contains { $0.to == new.name } }
    }
    return gone.count == 1 && new.count == 1 && new[0].name == field.name ? gone[0] : nil
  }
}

extension MigrationDeclaration {
  /// Whether it takes a field away, under its old name.
  fileprivate func consumes(_ field: String) -> Bool {
    drop.contains(field) || rename.contains { $0.from == field }
  }
}

extension ValueType {
  /// The type of what is there, if anything is.
  fileprivate var bare: ValueType {
    if case .optional(let inner) = self { inner.bare } else { self }
  }

  fileprivate var words: [String]? { if case .oneOf(_, let words, _) = self { words } else { nil } }
}

extension ScenarioValue {
  /// Whether it is another value, or has at least its fields.
  fileprivate func has(_ part: ScenarioValue) -> Bool {
    if case .list(let values) = self, case .list(let parts) = part {
      return values.count == parts.count && zip(values, parts).allSatisfy { $0.has($1) }
    }
    guard case .map(let map) = self, case .map(let fields) = part else { return self == part }
    return fields.allSatisfy { name, value in map[name]?.has(value) ?? false }
  }
}
