/// What a suite is told.
struct Settings {
  var seed: UInt64 = 20_261
  /// How much work, in the unit of the suite; nil for its own measure.
  var rounds: Int?
  /// Whether the controls run instead, which must find something.
  var isSelfCheck = false
  /// Whether the only question is if there are controls.
  var asksForSelfCheck = false

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--self-check": isSelfCheck = true
      case "--has-self-check": asksForSelfCheck = true
      case "--seed": seed = try Self.number(&rest, option)
      case "--rounds": rounds = Int(try Self.number(&rest, option))
      default: throw HarnessError("unknown option '\(option)'")
      }
    }
  }

  private static func number(
    _ rest: inout ArraySlice<String>, _ option: String
  ) throws -> UInt64 {
    guard let number = rest.popFirst().flatMap({ UInt64($0) }) else {
      throw HarnessError("\(option) needs a number")
    }
    return number
  }

  /// What has to be said on the command line to have the same again.
  var arguments: String {
    (isSelfCheck ? "--self-check " : "") + "--seed \(seed)"
      + (rounds.map { " --rounds \($0)" } ?? "")
  }
}

/// Something that has nothing to do with the product keeps a suite from running.
struct HarnessError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
