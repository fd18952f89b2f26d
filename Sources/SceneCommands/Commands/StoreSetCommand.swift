import SceneReports
import SceneScenarios
import SceneState
import StoreFormat
import StoreTools

/// `scenesim store set [STORE] ADDR VALUE|-`.
enum StoreSetCommand {
  static let command = Command(
    "store", "set", abstract: "write one value; an app that runs takes it over",
    operands: "[STORE] ADDR VALUE|-", operandCount: .range(2...3),
    options: [
      .value("type", "TYPE", "the value's type; else that of the stored value or its namesakes"),
      .flag("raw", "VALUE is the text itself, or the bytes, even in quotes"),
      .flag("full", "never cut a value"),
      StoreSource.option,
    ],
    examples: [
      .init("scenesim store set demo.store A/hawk/draft 'Tala is bold'", "a text needs no quotes"),
      .init(
        "scenesim store set demo.store A/hawk/path '[\"character/tala\"]'",
        "everything else is JSON"),
      .init("scenesim store set demo.store A/hawk/draft - < steps.txt", "from standard input"),
    ]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 2)
    let pattern = try AddressPattern(target.operands[0])
    guard pattern.isExact else {
      throw CommandFailure.usage(
        "'\(pattern.text)' can mean more than one value", hint: "set writes exactly one",
        next: "scenesim store ls \(target.word) \(ShellText.word(pattern.text))")
    }
    let snapshot = try StoreSource(directory: target.directory).snapshot()
    let found = try pattern.entries(in: snapshot)
    guard found.count <= 1 else {
      throw CommandFailure.usage("'\(pattern.text)' means \(found.count) values")
    }
    let writing = try PlannedWriting(
      target, pattern, snapshot, stored: found.first, typeName: invocation.value("type"))
    let encoded = try writing.value(
      of: try input(target.operands[1], invocation, console), isRaw: invocation.has("raw"))
    let report = ChangeReport(target: target, invocation: invocation, console: console)
    let change = try writing.write(encoded, isDryRun: console.isDryRun)
    if change == nil, !console.isQuiet {
      console.complain("nothing to change: \(pattern.text) is that already\n")
    }
    try report.write(change.map { [$0] } ?? [], summary: nil)
    return .success
  }

  /// What stands for the value; the end of a line that a pipe adds is no part of it.
  private static func input(
    _ operand: String, _ invocation: Invocation, _ console: Console
  ) throws(CommandFailure) -> [UInt8] {
    guard operand == "-" else { return Array(operand.utf8) }
    let limit = 1 << 28
    var bytes = console.surroundings.readInput(limit + 1)
    guard bytes.count <= limit else {
      throw CommandFailure(
        .invalidInput, "the value is larger than \(limit >> 20) MiB", code: "too-big")
    }
    if !invocation.has("raw") {
      if bytes.last == 0x0A { bytes.removeLast() }
      if bytes.last == 0x0D { bytes.removeLast() }
    }
    return bytes
  }
}

/// Where a value goes and as what, found out before it is read.
private struct PlannedWriting {
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
      throw CommandFailure(
        .usage, "'\(shown)' is no value of type \(type.name): \(Self.reason(error))",
        code: "type-mismatch",
        hint: type.isText ? nil : "values are written as JSON; --type says another type")
    }
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
    if !isDryRun {
      let change = try target.edit { (editor) throws(SceneProblem) in try editor.set(writing) }
      sequence = change.sequence
      // An app may have been faster than the look before.
      before = change.before == nil ? nil : change.valueBefore?.jsonText ?? "(damaged)"
    }
    let isOtherType = oldType != nil && oldType != type.name
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
      hint: ErrorText.suggestion(for: name, among: WrittenType.words + known))
  }

  private static func noType(
    _ target: StoreTarget, _ pattern: AddressPattern, _ snapshot: StoreSnapshot, isThere: Bool
  ) -> CommandFailure {
    let words = target.operands.map(ShellText.word).joined(separator: " ")
    let next = "scenesim store set \(target.word) \(words) --type string"
    let nothing = NoValue(at: pattern, in: snapshot).failure
    let message =
      isThere
      ? "what stands at \(pattern.text) cannot be read, so its type is not known"
      : nothing.message
    return CommandFailure(
      .no, message, code: isThere ? "damaged" : nothing.code,
      hint: nothing.hint ?? "a value that is new needs its type", next: next)
  }

  private static func reason(_ problem: CodingProblem) -> String {
    switch problem {
    case .tooDeep(let limit): "it is nested deeper than \(limit) levels"
    case .notEncodable(let text), .undecodable(let text), .undecodableField(_, let text): text
    case .wrongTag, .wrongType: "it is something else"
    }
  }
}
