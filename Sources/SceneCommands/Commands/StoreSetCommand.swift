import SceneScenarios
import SceneState

enum StoreSetCommand {
  static let command = Command(
    "store", "set", abstract: "write one value; an app that runs takes it over",
    operands: "[STORE] ADDR VALUE|-", operandCount: .range(2...3),
    options: [
      .value("type", "TYPE", "the value's type; else that of the stored value or its namesakes"),
      .flag("raw", "VALUE is the text itself, or the bytes, even in quotes"),
      .flag("create", "make a value where none stands, without a question"),
      .value("app", "FILE", "refuse what this scenario or app could not read"),
      .flag("force", "write a value with other fields, too"),
      .flag("full", "never cut a value"),
      StoreSource.option,
    ]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 2)
    let pattern = try AddressPattern(target.operands[0])
    guard pattern.isExact else {
      throw pattern.meansSeveral(
        target, "set writes exactly one", of: "set", " \(ShellText.word(target.operands[1]))")
    }
    let snapshot = try target.source.snapshot()
    let found = try pattern.entries(in: snapshot)
    guard found.count <= 1 else {
      throw CommandFailure.usage("'\(pattern.text)' means \(found.count) values")
    }
    let nothing = NoValue(pattern: pattern, snapshot: snapshot)
    if found.isEmpty, !invocation.has("create"), let field = nothing.field {
      throw CommandFailure.usage("'\(pattern.text)' is no address of a value", hint: field)
    }
    let writing = try PlannedWriting(
      target, pattern, snapshot, stored: found.first, typeName: invocation.value("type"))
    let encoded = try writing.value(
      of: try input(target.operands[1], invocation, console), isRaw: invocation.has("raw"))
    let app = try invocation.value("app").map { (name) throws(CommandFailure) in
      try DeclaredKeys(name, console: console)
    }
    if !invocation.has("force") { try writing.check(encoded, for: app) }
    if app == nil, !console.isQuiet, let note = writing.unknownTab(encoded) {
      console.complain("note: \(SafeText.escaped(note))\n")
    }
    guard try mayWrite(writing, target, invocation, console) else { return .no }
    let report = ChangeReport(target: target, invocation: invocation, console: console)
    let change = try writing.write(encoded, isDryRun: console.isDryRun)
    if change == nil, !console.isQuiet {
      console.complain("nothing to change: \(pattern.text) is that already\n")
    }
    try report.write(change.map { [$0] } ?? [], summary: nil)
    return .success
  }

  /// A new place is most often a slip: it is made if somebody says so.
  private static func mayWrite(
    _ writing: PlannedWriting, _ target: StoreTarget, _ invocation: Invocation, _ console: Console
  ) throws(CommandFailure) -> Bool {
    if writing.isThere { return true }
    let words = target.operands.map(ShellText.word).joined(separator: " ")
    let type = invocation.value("type").map { " --type \(ShellText.word($0))" } ?? ""
    return try console.agrees(
      to: .several, writing.creation, isForced: invocation.has("create"), flag: "--create",
      next: "scenesim store set \(target.word) \(words)\(type) --create")
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
