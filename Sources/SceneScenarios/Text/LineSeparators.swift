/// Hides U+0085, U+2028 and U+2029 from the YAML library, which takes them for line ends.
///
/// In the profile they are content. Each is swapped for a scalar of the private use area that
/// the file does not contain, and swapped back in the texts that were read, so columns stay.
struct LineSeparators {
  private static let hidden: [Unicode.Scalar] = ["\u{85}", "\u{2028}", "\u{2029}"]

  private let standIns: [Unicode.Scalar]

  init(hidingIn text: String) {
    var used = Set(text.unicodeScalars.map(\.value))
    // An escape such as \uE000 makes a scalar that is not in the bytes.
    let escapes = text.lowercased().split(separator: "\\").dropFirst()
    for escape in escapes {
      let digits = escape.dropFirst().prefix { $0.isHexDigit }
      for length in [4, 8] {
        if let value = UInt32(digits.prefix(length), radix: 16) { used.insert(value) }
      }
    }
    var found: [Unicode.Scalar] = []
    var candidate: UInt32 = 0xE000
    while found.count < Self.hidden.count, candidate <= 0x10FFFD {
      let isText = candidate != 0xFEFF && candidate & 0xFFFE != 0xFFFE
      if isText, !used.contains(candidate), let scalar = Unicode.Scalar(candidate) {
        found.append(scalar)
      }
      candidate += 1
    }
    standIns = found
  }

  /// The bytes to parse.
  func hide(in text: String) -> [UInt8] {
    Array(replace(text, Self.hidden, by: standIns).utf8)
  }

  /// The text as the file has it.
  func restore(_ text: String) -> String {
    replace(text, standIns, by: Self.hidden)
  }

  private func replace(
    _ text: String, _ old: [Unicode.Scalar], by new: [Unicode.Scalar]
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let place = old.firstIndex(of: scalar)
      result.append(place.map { new[$0] } ?? scalar)
    }
    return String(result)
  }
}
