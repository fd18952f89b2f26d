import SceneSimulator
import SceneState
import StoreFormat

struct FaultStep: PlacedStep {
  static let name = "fault"
  static let argument = Shape.either([
    .word(["none"]), .map(planned),
    .map([
      Shape.Field(
        "corrupt", .either([.map(corrupted), .map(spoiledPart)]),
        "spoils a stored value, or what else is kept of a window", isRequired: true)
    ]),
    .map([Shape.Field("write", .map(written), "writes as another program", isRequired: true)]),
    .map([
      Shape.Field(
        "not-encodable", .text("a key"), "the app cannot encode its values any more",
        isRequired: true)
    ]),
    .map([
      Shape.Field(
        "take-over", .window, "another process takes it, until the next launch", isRequired: true)
    ]),
  ])

  private static let planned = [
    Shape.Field(
      "at", .word(Fault.Point.allCases.map(\.rawValue)), "the point of the store's work",
      isRequired: true),
    Shape.Field(
      "do", .word(Fault.Action.allCases.map(\.rawValue)), "what goes wrong", isRequired: true),
    Shape.Field("after", .count, "at which time the point is reached"),
    Shape.Field("times", .count, "how often it goes wrong; once if it is left out"),
  ]
  /// The keys of which each is a fault of its own.
  private static let kinds = ["at", "corrupt", "write", "not-encodable", "take-over"]
  private static let target = [
    Shape.windowField, Shape.Field("tab", .text("a tab"), "the tab"),
    Shape.Field("key", .text("a key"), "the key", isRequired: true),
  ]
  private static let corrupted =
    target + [Shape.Field("flip", .integer(1...8), "how many bits are turned")]
  private static let spoiledPart = [
    Shape.windowField,
    Shape.Field(
      "part", .word(RecordPart.allCases.map(\.rawValue)), "a part of the session",
      isRequired: true),
  ]
  static let written =
    target + [
      Shape.Field("value", .value, "the value", isRequired: true),
      Shape.Field("as", .part(.type), "the type that the other program has for it"),
    ]

  /// Which fault a step is; nil for the end of all.
  static func kind(of argument: Node?) -> String? { kinds.first { argument?[$0] != nil } }

  private enum Kind {
    case none
    case plan(Fault)
    case corrupt(FaultTarget, flip: Int)
    case corruptRecord(PlacedName?, RecordPart, SourceRange)
    case write(FaultTarget, value: Node, type: Node?)
    case notEncodable(PlacedName)
    case takeOver(PlacedName)
  }

  private let kind: Kind
  private let range: SourceRange

  init(_ input: StepInput) throws(Diagnostic) {
    let source = input.source
    let node = try input.required()
    range = node.range
    if node.text != nil {
      let word = node.text ?? ""
      let actions = Fault.Action.allCases.map(\.rawValue)
      let action =
        actions.contains(word)
        ? word
        : MeantWord.meant(by: word, among: actions) ?? NearestName.nearest(to: word, among: actions)
      if let action {
        throw source.diagnostic(
          .wrongValue, at: node.range, "`fault` needs the point, too",
          hint: "write `fault: { at: commit, do: \(action) }`")
      }
      _ = try source.word(node, of: ["none"], for: "`fault`")
      kind = .none
      return
    }
    let map = try NodeMap(
      node, in: source, of: "`fault`", missingKeysAt: input.verb.range)
    let kinds = map.entries.filter { Self.kinds.contains($0.key.name) }
    if kinds.count > 1 {
      throw source.diagnostic(
        .contradiction, at: kinds[1].key.range,
        "`\(kinds[0].key.name)` and `\(kinds[1].key.name)` are two faults",
        hint: "a step is one fault: give each its own `- fault: …`")
    }
    if let corrupt = try map.optionalMap("corrupt") {
      try map.checkKeys(known: ["corrupt"])
      if let part = corrupt.entry("part") {
        kind = try Self.record(part, corrupt)
        return
      }
      try corrupt.checkKeys(known: Self.corrupted.names + ["part"])
      let flip = try corrupt.optionalInt("flip", from: 1, to: 8) ?? 1
      kind = .corrupt(try FaultTarget(corrupt), flip: flip)
    } else if let write = try map.optionalMap("write") {
      try map.checkKeys(known: ["write"])
      try write.checkKeys(known: Self.written.names)
      kind = .write(
        try FaultTarget(write), value: try write.required("value"), type: write.optional("as"))
    } else if let key = try map.optionalPlaced("not-encodable") {
      try map.checkKeys(known: ["not-encodable"])
      kind = .notEncodable(key)
    } else if let window = try map.optionalWindow("take-over") {
      try map.checkKeys(known: ["take-over"])
      kind = .takeOver(window)
    } else {
      try map.checkKeys(known: Self.planned.names)
      kind = .plan(try Self.plan(map))
    }
  }

  /// `{corrupt: {window: A, part: activity}}`: what is kept beside the values.
  private static func record(_ part: Entry, _ map: NodeMap) throws(Diagnostic) -> Kind {
    for key in ["key", "tab", "flip"] {
      guard let entry = map.entry(key) else { continue }
      throw map.source.diagnostic(
        .contradiction, at: entry.key.range, "`\(key)` does not go with `part`",
        hint: "damage a value or a part, not both")
    }
    try map.checkKeys(known: ["window", "part"])
    let word = try map.source.word(
      part.value, of: RecordPart.allCases.map(\.rawValue), for: "`part`")
    return .corruptRecord(
      try map.optionalWindow("window"), RecordPart(rawValue: word) ?? .record, part.value.range)
  }

  private static func plan(_ map: NodeMap) throws(Diagnostic) -> Fault {
    _ = try map.required("at")
    _ = try map.required("do")
    let point = try map.optionalWord("at", of: Fault.Point.allCases.map(\.rawValue))
    let action = try map.optionalWord("do", of: Fault.Action.allCases.map(\.rawValue))
    let after = try map.optionalInt("after", from: 1, to: Int.max)
    let times = try map.optionalInt("times", from: 1, to: Int.max)
    return Fault(
      point: point.flatMap { Fault.Point(rawValue: $0) } ?? .commit,
      action: action.flatMap { Fault.Action(rawValue: $0) } ?? .diskFull, after: after ?? 1,
      times: times ?? 1)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    guard let map = check.map(input, keys: keys) else {
      return check.process.expectFaults(input.argument?.text != "none")
    }
    if map.optional("at") != nil {
      check.process.expectFaults(true)
    } else {
      check.process.forget()
    }
    check.word(map.optional("at"), of: Fault.Point.allCases.map(\.rawValue), for: "`at`")
    check.word(map.optional("do"), of: Fault.Action.allCases.map(\.rawValue), for: "`do`")
    let corrupt = map.optional("corrupt")
    if let part = corrupt?["part"] {
      check.word(part, of: RecordPart.allCases.map(\.rawValue), for: "`part`")
      check.window(corrupt?["window"])
    } else {
      FaultTarget.check(corrupt, "corrupt", keys: corrupted.names + ["part"], in: check)
    }
    FaultTarget.check(map.optional("write"), "write", keys: written.names, in: check)
    check.window(map.optional("take-over"))
    if let node = map.optional("not-encodable"), let name = check.literal(node) {
      check.key(name, at: node.range)
      check.unlessRight { app in
        app.declaration.key(name).flatMap { alwaysEncodable($0, node.range, check.source) }
      }
    }
  }

  /// Numbers, texts and the like have no coding of their own that could fail.
  private static func alwaysEncodable(
    _ key: StorageKey, _ range: SourceRange, _ source: SourceFile
  ) -> Diagnostic? {
    guard key.type.isScalar else { return nil }
    return source.diagnostic(
      .typeMismatch, at: range, "`\(key.name)` is \(key.type), which can always be encoded",
      hint: "a struct, a list or a map may have values that cannot; "
        + "`budget: { value: … }` refuses a long text")
  }

  func run(in context: StepContext) throws(StepError) {
    switch kind {
    case .none:
      context.noteWaitingFaults(on: context.simulation)
      context.simulation.clearFaults()
    case .plan(let fault):
      context.plannedFaults.append((fault, context.source, range))
      context.simulation.addFault(fault)
    case .corrupt(let target, let flip):
      let (_, place, path) = try target.find(in: context)
      try context.refusing(
        at: target.key.range, try context.simulation.corrupt(place, at: path, flip: flip))
    case .corruptRecord(let window, let part, let range):
      let name = try context.session(window)
      try context.refusing(at: range, try context.simulation.corruptRecord(of: name, part))
    case .notEncodable(let name):
      let key = try context.declaredKey(name.name, at: name.range)
      if let mistake = Self.alwaysEncodable(key, name.range, context.source) {
        throw .mistake(mistake)
      }
      context.simulation.refuseToEncode(key.name)
      context.fates.note(.notEncodable, about: .key(key.name))
    case .takeOver(let window):
      try context.refusing(at: window.range, try context.simulation.loseToAnother(window.name))
    case .write(let target, let node, let written):
      let (key, place, path) = try target.find(in: context)
      let type = try context.checking(
        try written.map { (node) throws(Diagnostic) in
          try context.declaration.types.type(node)
        } ?? key.type)
      let value = try context.checking(try type.value(of: node, in: context.source))
      try context.refusing(at: node.range) { () throws(StepFailure) in
        let stored: EncodedValue
        do throws(CodingProblem) { stored = try type.coding.encode(value) } catch {
          throw StepFailure(.typeMismatch, "\(error)")
        }
        try context.simulation.writeAsForeigner(place, at: path, stored)
      }
    }
  }
}
