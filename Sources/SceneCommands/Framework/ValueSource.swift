/// Where the words for an operand or a value come from, for completions.
package enum ValueSource: Sendable, Hashable {
  case nothing
  case files
  case folders
  case words([String])
  case steps
  case codes
  /// Commands and topics of help.
  case help
  /// The titles of the cases in the files of the command line.
  case cases
  /// A store, or an address in the store that is known already.
  case storeOrAddress
  /// Addresses of values in the store of the command line.
  case addresses
  /// The names of keys in the store of the command line.
  case keys

  /// What a word of help such as `FILE` or `[STORE]` means.
  static func of(_ word: String) -> ValueSource {
    switch word.filter({ $0.isLetter || $0 == "|" }) {
    case "PATH", "FILE", "LOG", "TRACE", "KIND=FILE": .files
    case "DIR": .folders
    case "STORE": .storeOrAddress
    case "ADDR", "SCENE": .addresses
    case "KEY": .keys
    case "N|TEXT": .cases
    case "CODE": .codes
    default: .nothing
    }
  }
}

extension Command {
  /// What the operand with this number is, from 0.
  func source(ofOperand number: Int) -> ValueSource {
    if let operandValues { return operandValues }
    let words = operands.split(separator: " ").map(String.init)
    guard let word = words.indices.contains(number) ? words[number] : words.last else {
      return .nothing
    }
    let isRepeated = word.contains("…")
    return words.indices.contains(number) || isRepeated ? ValueSource.of(word) : .nothing
  }
}

extension CommandOption {
  /// What the value is.
  var source: ValueSource {
    choices.isEmpty ? valueName.map(ValueSource.of) ?? .nothing : .words(choices)
  }
}
