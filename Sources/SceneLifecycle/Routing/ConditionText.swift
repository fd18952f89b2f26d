import StoreFormat

/// How the text of an external event is compared with conditions.
package enum ConditionText {
  /// The text without case and diacritics, by the same rule in every language: decomposed,
  /// without nonspacing marks, each scalar in lower case by its simple mapping.
  package static func folded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.normalFormDScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      // A mapping to several scalars is not a simple one.
      scalars.append(lower.count == 1 ? lower.first ?? scalar : scalar)
    }
    return String(scalars)
  }
}

/// The compared text of an event, folded once for all conditions.
struct FoldedText {
  enum Verdict: Hashable {
    case matchesEverything
    case isContained
    case isEmpty
    case hasNoText
    case isNotContained

    var matches: Bool { self == .matchesEverything || self == .isContained }
  }

  private let bytes: [UInt8]?

  init(_ text: String?) {
    bytes = text.map { Array(ConditionText.folded($0).utf8) }
  }

  func verdict(on condition: String) -> Verdict {
    if condition.utf8.elementsEqual("*".utf8) { return .matchesEverything }
    let part = Array(ConditionText.folded(condition).utf8)
    // A condition of nothing but marks is as empty as an empty one.
    guard !part.isEmpty else { return .isEmpty }
    guard let bytes else { return .hasNoText }
    return contains(part, in: bytes) ? .isContained : .isNotContained
  }

  // NB: `String.contains` compares characters, so that a letter inside `\r\n` or before a mark
  // would not be found.
  private func contains(_ part: [UInt8], in bytes: [UInt8]) -> Bool {
    guard part.count <= bytes.count else { return false }
    return (0...(bytes.count - part.count)).contains { start in
      bytes[start...].starts(with: part)
    }
  }
}
