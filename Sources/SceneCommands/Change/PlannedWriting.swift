import SceneReports
import SceneScenarios
import SceneState
import StoreFormat

/// Where a value goes and as what, found out before it is read.
struct PlannedWriting {
  private let target: StoreTarget
  private let pattern: AddressPattern
  private let snapshot: StoreSnapshot
  private let stored: StoredEntry?
  private let place: ChosenPlace
  private let key: String
  private let type: WrittenType
  /// A value of the same type, which shows how such values are stored.
  private let sample: StoredEntry?
  private let keyVersion: UInt32

  init(
    _ target: StoreTarget, _ pattern: AddressPattern, _ snapshot: StoreSnapshot,
    stored: StoredEntry?, typeName: String?
  ) throws(CommandFailure) {
    (self.target, self.pattern, self.snapshot, self.stored) = (target, pattern, snapshot, stored)
    place = try ChosenPlace(scopeOf: pattern, in: snapshot)
    let key = stored?.facts.key ?? pattern.parts.last?.literal ?? ""
    self.key = key
    let namesakes = snapshot.entries.filter { $0.facts.key == key && $0.facts.value != nil }
    let name: String
    if let typeName {
      name = try Self.checked(typeName, in: snapshot)
    } else if let stored, let type = Self.type(of: stored) {
      name = type
    } else if let only = Set(namesakes.compactMap(Self.type)).first,
      Set(namesakes.compactMap(Self.type)).count == 1
    {
      name = only
    } else {
      throw Self.noType(target, pattern, snapshot, isThere: stored != nil)
    }
    type = WrittenType(name)
    sample = ([stored].compactMap(\.self) + snapshot.entries).first {
      Self.type(of: $0) == name && ($0.facts.value?.tag ?? 0) != 0
    }
    keyVersion = UInt32(clamping: namesakes.map { $0.facts.version }.max() ?? 1)
  }

  func value(of text: [UInt8], isRaw: Bool) throws(CommandFailure) -> EncodedValue {
    do throws(CodingProblem) {
      if isRaw { return try type.value(ofBytes: text) }
      return try type.value(of: text, tag: sample?.facts.value?.tag)
    } catch {
      var shown = String(decoding: text.prefix(60), as: UTF8.self)
      if text.count > 60 { shown += "…" }
      let reason = Self.reason(error)
      let shape = ["int": "6", "double": "1.5", "float": "1.5", "date": "2026-01-01T09:00:00Z"][
        type.name.filter { $0 != "?" }]
      throw CommandFailure(
        .usage,
        "'\(shown)' is no value of type \(type.name)"
          + (reason.hasPrefix("not a '") ? "" : ": \(reason)"),
        code: "type-mismatch",
        hint: shape.map { "it is written like \($0)" } ?? Self.hint(type, shown, text))
    }
  }

  private static func hint(_ type: WrittenType, _ shown: String, _ text: [UInt8]) -> String? {
    if type.isText { return nil }
    return type.name == "[string]" && text.first != UInt8(ascii: "[")
      ? "a list is written as JSON: \(ShellText.word(JSON.list([.string(shown)]).line))"
      : "values are written as JSON; --type says another type"
  }

  /// Refuses what an app most likely cannot read: other fields than the value had, or another
  /// type than the app declares.
  func check(_ value: EncodedValue, for app: DeclaredKeys?) throws(CommandFailure) {
    let reason =
      app?.misfit(of: value, at: place, key)
      ?? fieldsOf(stored ?? sample).flatMap {
        // What a value may lack the app has said.
        Self.difference(fieldsOf(value), from: $0, mayLack: app != nil)
      }
    guard let reason else { return }
    throw CommandFailure(
      .usage, "\(pattern.text): \(reason)", code: "type-mismatch",
      hint: "an app that cannot read it shows its default; --force writes it all the same")
  }

  private func fieldsOf(_ entry: StoredEntry?) -> [String: JSONField]? {
    entry?.facts.value.flatMap(fieldsOf)
  }

  /// The fields of a struct.
  private func fieldsOf(_ value: EncodedValue) -> [String: JSONField]? {
    guard case .map(let fields)? = JSONField(bytes: Array(value.jsonText.utf8)) else { return nil }
    return fields
  }

  private static func difference(
    _ new: [String: JSONField]?, from old: [String: JSONField], mayLack: Bool
  ) -> String? {
    guard let new else {
      if old.isEmpty { return nil }
      return "values of this type have fields, as in { \(old.keys.sorted()[0]): … }"
    }
    let missing = mayLack ? nil : old.keys.filter { new[$0] == nil }.min()
    if let missing { return "values of this type have a field '\(missing)'" }
    let more = new.keys.filter { old[$0] == nil }.min()
    if let more { return "values of this type have no field '\(more)'" }
    for (name, field) in old.sorted(by: { $0.key < $1.key }) {
      guard let kind = field.kindName, let other = new[name]?.kindName, kind != other else {
        continue
      }
      return "the field '\(name)' is \(kind) there, and this is \(other)"
    }
    return nil
  }

  /// Whether something stands there already.
  var isThere: Bool { stored != nil }

  /// Whether it is written as it is, without quotes.
  var isText: Bool { type.isText }

  /// The value that stands there, as a person changes it: a text as it is, else JSON.
  var text: String? {
    guard let value = stored?.facts.value else { return nil }
    return (isText ? value.textOrNil : nil) ?? value.jsonText
  }

  /// What a person is asked before a value is made where none was.
  var creation: String {
    let namesakes = snapshot.entries.filter { $0.facts.key == key }.map(snapshot.addressText)
    let elsewhere =
      namesakes.isEmpty ? "" : " beside \(namesakes.prefix(3).joined(separator: ", "))"
    return "make a new value at \(pattern.text)\(elsewhere)"
  }

  /// That no value lies in the tab which is to be selected, as in none that is misspelt; only the app
  /// knows its tabs.
  func unknownTab(_ value: EncodedValue) -> String? {
    guard key == StorageKey.selectedTab, let name = value.textOrNil else { return nil }
    let selected = snapshot.entries.filter { $0.facts.key == key }
    let tabs = Set(
      snapshot.entries.compactMap(\.facts.path.tab)
        + selected.compactMap { $0.facts.value?.textOrNil })
    if tabs.isEmpty || tabs.contains(name.normalForm) { return nil }
    return
      "no value lies in a tab '\(name)', as in \(tabs.sorted().prefix(5).joined(separator: ", ")): "
      + "--app FILE refuses a tab that the app does not have"
  }

  /// Writes the value; nil if it stands there already.
  func write(_ value: EncodedValue, isDryRun: Bool) throws(CommandFailure) -> ListedChange? {
    let old = stored.flatMap { $0.facts.value }
    let oldType = stored?.facts.type
    if old == value, oldType == type.name { return nil }
    let writing = StoreEditor.Writing(
      place.address(of: key), value, type: type.name, keyVersion: keyVersion)
    var before = stored == nil ? nil : old?.jsonText ?? "(damaged)"
    var sequence: UInt64?
    if isDryRun {
      try target.requireUse()
    } else {
      let change = try target.edit { (editor) throws(SceneProblem) in try editor.set(writing) }
      sequence = change.sequence
      // An app may have been faster than the look before.
      before = change.before == nil ? nil : change.valueBefore?.jsonText ?? "(damaged)"
    }
    // Of what is damaged the type is no type either.
    let isOtherType = old != nil && oldType != type.name
    return ListedChange(
      operation: before == nil ? .add : .change, subject: .value,
      address: snapshot.addressText(place.scene, place.path, key), scene: place.scene,
      path: place.path, key: key, old: before, new: value.jsonText,
      oldType: isOtherType ? oldType : nil, newType: isOtherType ? type.name : nil,
      transaction: sequence)
  }

  /// The name of a readable value's type.
  private static func type(of entry: StoredEntry) -> String? {
    entry.facts.value == nil ? nil : entry.facts.type
  }

  private static func checked(
    _ name: String, in snapshot: StoreSnapshot
  ) throws(CommandFailure) -> String {
    let known = Set(snapshot.entries.compactMap(type)).sorted()
    if WrittenType(name).isKnown || known.contains(name) { return name }
    throw .usage(
      "no value in this store has the type '\(name)', and only the app knows what it is",
      hint: ErrorText.choice(for: name, among: WrittenType.words + known))
  }

  private static func noType(
    _ target: StoreTarget, _ pattern: AddressPattern, _ snapshot: StoreSnapshot, isThere: Bool
  ) -> CommandFailure {
    let missing = NoValue(pattern: pattern, snapshot: snapshot)
    let meant = isThere ? nil : missing.suggestions.first
    let value = target.operands.last ?? ""
    let words = [meant ?? pattern.text, value].map(ShellText.word).joined(separator: " ")
    // What stands at the address that is meant has a type already.
    let rest =
      meant == nil
      ? " --type \(ShellText.word(likelyType(of: value)))" + (isThere ? "" : " --create") : ""
    let next = "scenesim store set \(target.word) \(words)\(rest)"
    let nothing = missing.failure
    if nothing.code == "damaged", !isThere { return nothing }
    let message =
      isThere
      ? "what stands at \(pattern.text) cannot be read, so its type is not known"
      : nothing.message
    return CommandFailure(
      .no, message, code: isThere ? "damaged" : nothing.code,
      hint: nothing.hint ?? "a value that is new needs its type", next: next)
  }

  /// The first type that takes the value as it is written; of what comes later nobody knows.
  private static func likelyType(of value: String) -> String {
    let types = value == "-" ? [] : ["int", "bool", "double", "[string]"]
    // A refusal is the answer that it is another type.
    return types.first { (try? WrittenType($0).value(of: Array(value.utf8))) != nil } ?? "string"
  }

  private static func reason(_ problem: CodingProblem) -> String {
    switch problem {
    case .tooDeep(let limit): "it is nested deeper than \(limit) levels"
    case .notEncodable(let text), .undecodable(let text), .undecodableField(_, let text): text
    case .wrongTag, .wrongType: "it is something else"
    }
  }
}

extension EncodedValue {
  /// The text that it is; nil for any other value.
  var textOrNil: String? {
    guard case .text(let text)? = JSONField(bytes: Array(jsonText.utf8)) else { return nil }
    return text
  }
}

extension JSONField {
  /// What kind of value it is; nil for nothing, which may be of any.
  fileprivate var kindName: String? {
    switch self {
    case .null: nil
    case .bool: "true or false"
    case .int, .unsigned, .double: "a number"
    case .text: "a text"
    case .list: "a list"
    case .map: "a map"
    }
  }
}
