/// What a look at the bytes alone can refuse: size, encoding, control characters, tabs and
/// directives.
///
/// After it the YAML library only sees text it reads as the profile means it.
struct ByteScan {
  private let source: SourceFile
  private var offset = 0
  /// Only white space so far in this line.
  private var atLineStart = true
  /// The first tab of this line's white space.
  private var leadingTab: Int?
  /// Only empty lines and comments so far in this file.
  private var beforeContent = true
  private(set) var hasSeparators = false

  init(_ source: SourceFile) { self.source = source }

  /// Reads all bytes once; throws the first mistake.
  mutating func run() throws(Diagnostic) {
    guard source.size <= SourceFile.byteLimit else { throw source.tooBig() }
    while offset < source.bytes.count {
      let byte = source.bytes[offset]
      if byte >= 0x80 {
        try wide(byte)
      } else if byte < 0x20 || byte == 0x7F {
        try control(byte)
      } else {
        if byte != UInt8(ascii: " ") { try visible(byte) }
        offset += 1
      }
    }
  }

  /// The first character of a line that is not white space decides about tabs and directives.
  private mutating func visible(_ byte: UInt8) throws(Diagnostic) {
    guard atLineStart else { return }
    if let tab = leadingTab { throw source.tab(at: tab) }
    if beforeContent, byte != UInt8(ascii: "#") {
      let isFirst = offset == 0 || source.bytes[offset - 1] == UInt8(ascii: "\n")
      if byte == UInt8(ascii: "%"), isFirst { throw source.directive(at: offset) }
      beforeContent = false
    }
    atLineStart = false
  }

  private mutating func control(_ byte: UInt8) throws(Diagnostic) {
    switch byte {
    case UInt8(ascii: "\n"):
      atLineStart = true
      leadingTab = nil
    case UInt8(ascii: "\r") where next == UInt8(ascii: "\n"): break
    case UInt8(ascii: "\r"): throw source.loneReturn(at: offset)
    case UInt8(ascii: "\t"):
      if atLineStart, leadingTab == nil { leadingTab = offset }
    default: throw source.controlCharacter(Unicode.Scalar(byte), at: offset)
    }
    offset += 1
  }

  private var next: UInt8? {
    offset + 1 < source.bytes.count ? source.bytes[offset + 1] : nil
  }

  /// Checks one character of several bytes.
  private mutating func wide(_ lead: UInt8) throws(Diagnostic) {
    guard let scalar = scalar(lead) else { throw source.notUTF8(at: offset) }
    switch scalar.value {
    case 0x85, 0x2028, 0x2029: hasSeparators = true
    case 0x80...0x9F, 0xFEFF, 0xFFFE, 0xFFFF: throw source.controlCharacter(scalar, at: offset)
    default: break
    }
    try visible(lead)
    offset += UTF8.width(scalar)
  }

  /// Decodes the character at `offset`, refusing overlong forms, surrogates and what is cut off.
  private func scalar(_ lead: UInt8) -> Unicode.Scalar? {
    let length: Int
    var value: UInt32
    let smallest: UInt32
    switch lead {
    case 0xC2...0xDF: (length, value, smallest) = (2, UInt32(lead & 0x1F), 0x80)
    case 0xE0...0xEF: (length, value, smallest) = (3, UInt32(lead & 0x0F), 0x800)
    case 0xF0...0xF4: (length, value, smallest) = (4, UInt32(lead & 0x07), 0x10000)
    default: return nil
    }
    guard offset + length <= source.bytes.count else { return nil }
    for place in 1..<length {
      let byte = source.bytes[offset + place]
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return value < smallest ? nil : Unicode.Scalar(value)
  }
}
