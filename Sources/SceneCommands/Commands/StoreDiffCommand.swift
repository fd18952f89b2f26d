import SceneReports
import SceneScenarios
import SceneState

enum StoreDiffCommand {
  static let command = Command(
    "store", "diff", abstract: "say what differs between two stores, dumps or save points",
    operands: "A B [ADDR]", operandCount: .range(2...3),
    options: [.flag("full", "never cut a value")] + ClusterPlace.options,
    operandValues: .files
  ) { invocation, console in
    console.pages(invocation)
    let operands = invocation.operands
    let pattern: AddressPattern =
      if operands.count == 3 { try AddressPattern(operands[2]) } else { .everything }
    let sides = try operands.prefix(2).map { (operand) throws(CommandFailure) in
      try DiffOperand(text: operand).side(pattern, invocation, console)
    }
    if let missing = sides[0].missing, sides[1].missing != nil { throw missing }
    let changes = StoreSide.changes(from: sides[0].0, to: sides[1].0)
    for (operand, side) in zip(operands, sides) where !invocation.has("quiet") {
      tell(nameless: side.0, of: operand, console)
    }
    try console.answer(
      invocation, "store.diff",
      [.init("a", .string(operands[0])), .init("b", .string(operands[1]))],
      rows: "changes", changes.map(\.json), plain: changes.lazy.map(\.plain),
      table: ChangeText(console, invocation).lines(changes),
      footer: changes.isEmpty ? "no difference" : Amount.count(changes.count, "change"))
    // What cannot be read cannot be called equal.
    let isWhole = sides.allSatisfy { $0.1.code == .success }
    return changes.isEmpty && isWhole ? .success : .no
  }

  /// Says which scenes could be compared with none, as damage took their names.
  private static func tell(nameless side: StoreSide, of operand: String, _ console: Console) {
    let scenes = side.places.compactMap(\.scene).filter(side.numbered.contains)
      .map { AddressPart.escaped(side.labels[$0] ?? $0.rawValue, isFirst: true) }.uniqued()
    guard !scenes.isEmpty else { return }
    let count = Amount.count(scenes.count, "scene")
    let more = scenes.count > 5 ? " and \(scenes.count - 5) more" : ""
    console.complain(
      "note: \(SafeText.escaped(operand)): \(count) without a record, compared under the number and "
        + "not by name: \(scenes.prefix(5).joined(separator: ", "))\(more)\n")
  }
}
