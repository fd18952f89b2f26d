// Values as they are written into a scenario to be expected.
extension ScenarioValue {
  /// The value in flow form, such that an `expect` with it matches this value.
  ///
  /// - Parameter type: Gives the fields of structs their order; else names are sorted.
  /// - Returns: One line.
  package func flow(as type: ValueType? = nil) -> String {
    switch self {
    case .null: return "~"
    case .bool(let bool): return String(bool)
    case .int(let int): return String(int)
    case .double(let double) where double.isFinite: return "\(double)"
    case .text(let text), .url(let text): return FlowText.expected(text)
    case .list(let list):
      return "[" + list.map { $0.flow(as: type?.element) }.joined(separator: ", ") + "]"
    case .map(let map):
      let fields = orderedFields(of: map, as: type).map { name, value, type in
        "\(FlowText.scalar(name)): \(value.flow(as: type))"
      }
      // An empty map would match every map.
      return fields.isEmpty ? "{ $exactly: {} }" : FlowText.map(fields)
    case .double, .data, .date:
      // These have a text that is compared as what it means.
      guard case .text(let text) = content else { return "~" }
      return FlowText.scalar(text)
    }
  }
}

/// Texts and maps in flow form.
enum FlowText {
  static func map(_ fields: [String]) -> String { "{ " + fields.joined(separator: ", ") + " }" }

  /// A text that is to be expected: a dollar sign in it has no meaning.
  static func expected(_ text: String) -> String {
    if text.hasPrefix("$"), !text.hasPrefix("${"), !text.hasPrefix("$$") {
      return "{ $matches: \(scalar("^" + escaped(text) + "$")) }"
    }
    return scalar(text.replacing("${", with: "$${"))
  }

  /// A text, in quotes if it would mean something else without.
  static func scalar(_ text: String) -> String {
    if isPlain(text) { return text }
    var quoted = ""
    for scalar in ScenarioValue.quoted(text).unicodeScalars {
      switch scalar {
      // Line ends to some readers of YAML, and a mark that is invisible.
      case "\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isWordPart(first), text.last != " ",
      case .text = PlainScalar.content(of: text)
    else { return false }
    return text.unicodeScalars.allSatisfy { isWordPart($0) || "-./ ".unicodeScalars.contains($0) }
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
  }

  /// The regular expression that matches just this text.
  static func escaped(_ text: String) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      if "\\^$.|?*+()[]{}".unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }
}
