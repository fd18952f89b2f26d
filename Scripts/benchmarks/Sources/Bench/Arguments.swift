/// A command line that cannot be meant.
struct UsageError: Error {
  let text: String
}

/// What is asked for on the command line.
struct Arguments {
  enum Part {
    case rows, help, restore, reader, memory, operation, operations, scaling, scalingPart
  }

  private(set) var measure = Measure()
  private(set) var asJSON = false
  private(set) var only = ""
  private(set) var part = Part.rows
  /// What belongs to the part.
  private(set) var rest: [String] = []

  private static let parts: [String: Part] = [
    "--child": .restore, "--reader": .reader, "--memory": .memory, "--operation": .operation,
    "--operations": .operations, "--scaling": .scaling, "--scaling-part": .scalingPart,
    "--help": .help, "-h": .help,
  ]

  init(_ words: ArraySlice<String>) throws {
    var words = words
    while let word = words.popFirst() {
      if let part = Self.parts[word] {
        self.part = part
        // The rest may hold options of the same names.
        rest = Array(words.filter { $0 != "--quick" })
        measure.isQuick = measure.isQuick || words.contains("--quick")
        return
      }
      switch word {
      case "--quick": measure.isQuick = true
      case "--json": asJSON = true
      case "--only": only = try Self.value(of: word, &words)
      case "--seed": try readSeed(&words)
      case "--mix": try readMix(&words)
      default: throw Self.refusal("unknown option '\(word)'")
      }
    }
    if !RowGroup.all.contains(where: { $0.matches(only) }) {
      throw Self.refusal("no row is called '\(only)'")
    }
  }

  private mutating func readSeed(_ words: inout ArraySlice<String>) throws {
    let text = try Self.value(of: "--seed", &words)
    guard let seed = UInt64(text), seed <= 1 << 32 else {
      throw Self.refusal("'\(text)' is no seed: a number from 0 to 4294967296")
    }
    measure.seed = seed
  }

  private mutating func readMix(_ words: inout ArraySlice<String>) throws {
    let text = try Self.value(of: "--mix", &words)
    guard let mix = Mix.all.first(where: { $0.name == text }) else {
      throw Self.refusal("no mix is called '\(text)'")
    }
    measure.mix = mix
  }

  private static func value(of option: String, _ words: inout ArraySlice<String>) throws -> String {
    guard let value = words.popFirst() else { throw refusal("\(option) needs a value") }
    return value
  }

  private static func refusal(_ reason: String) -> UsageError {
    UsageError(text: "error: \(reason)\n\(help)")
  }

  static var help: String {
    let names = RowGroup.all.map { "  \($0.name): \($0.operations.joined(separator: " · "))" }
    let mixes = Mix.all.map { "  \($0.name): \($0.summary)" }
    return """
      usage: Scripts/bench [--quick] [--json] [--only NAME] [--seed N] [--mix MIX]
      NAME is a group, or how the operation of a row begins:
      \(names.joined(separator: "\n"))
      MIX says which 32 values a scene has:
      \(mixes.joined(separator: "\n"))
      """
  }
}
