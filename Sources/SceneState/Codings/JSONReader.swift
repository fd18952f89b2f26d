/// Reads JSON (RFC 8259), strictly, without guessing.
///
/// The platform's decoder can only be asked for one type after the other, and each wrong guess
/// costs an error: reading an activity of the largest size that way takes seconds.
struct JSONReader {
  private let bytes: [UInt8]
  private let depthLimit: Int
  /// Takes half a surrogate pair too, and numbers that are too large: only their grammar counts.
  private let isOnlyChecked: Bool
  private var index = 0

  /// The document's value; nil if the bytes are no JSON document or nest deeper than the limit.
  static func document(
    _ bytes: [UInt8], depthLimit: Int, isOnlyChecked: Bool = false
  ) -> JSONField? {
    var reader = JSONReader(bytes: bytes, depthLimit: depthLimit, isOnlyChecked: isOnlyChecked)
    guard let value = reader.value(depth: 0) else { return nil }
    reader.skipBlanks()
    return reader.index == bytes.count ? value : nil
  }

  private init(bytes: [UInt8], depthLimit: Int, isOnlyChecked: Bool) {
    (self.bytes, self.depthLimit, self.isOnlyChecked) = (bytes, depthLimit, isOnlyChecked)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while let next, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { index += 1 }
  }

  private mutating func value(depth: Int) -> JSONField? {
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return depth < depthLimit ? map(depth: depth + 1) : nil
    case UInt8(ascii: "["): return depth < depthLimit ? list(depth: depth + 1) : nil
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return word("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func list(depth: Int) -> JSONField? {
    index += 1
    var list: [JSONField] = []
    skipBlanks()
    if take("]") { return .list(list) }
    repeat {
      guard let value = value(depth: depth) else { return nil }
      list.append(value)
      skipBlanks()
    } while take(",")
    return take("]") ? .list(list) : nil
  }

  private mutating func map(depth: Int) -> JSONField? {
    index += 1
    var map: [String: JSONField] = [:]
    skipBlanks()
    if take("}") { return .map(map) }
    repeat {
      skipBlanks()
      guard let name = text() else { return nil }
      skipBlanks()
      guard take(":"), let value = value(depth: depth) else { return nil }
      // Of two fields with one name the first counts, as in stored values.
      if map[name] == nil { map[name] = value }
      skipBlanks()
    } while take(",")
    return take("}") ? .map(map) : nil
  }

  private mutating func word(_ word: StaticString) -> Bool {
    for byte in word.description.utf8 {
      guard next == byte else { return false }
      index += 1
    }
    return true
  }

  private mutating func text() -> String? {
    guard take("\"") else { return nil }
    var start = index
    var unescaped: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        unescaped += bytes[start..<(index - 1)]
        return String(validating: unescaped, as: UTF8.self)
      case UInt8(ascii: "\\"):
        unescaped += bytes[start..<(index - 1)]
        guard let scalar = escape() else { return nil }
        unescaped += Array(String(scalar).utf8)
        start = index
      case 0..<0x20: return nil
      default: break
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    index += 1
    switch byte {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): break
    default: return nil
    }
    guard let unit = hexUnit() else { return nil }
    if isOnlyChecked { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
    // Half of a pair; without its other half it is no text.
    guard take("\\"), take("u"), let low = hexUnit(), (0xDC00..<0xE000).contains(low)
    else { return nil }
    return Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
  }

  private mutating func hexUnit() -> UInt32? {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let next, let digit = Character(Unicode.Scalar(next)).hexDigitValue, next < 0x80
      else { return nil }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }

  private mutating func digits() -> Bool {
    let start = index
    while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { index += 1 }
    return index > start
  }

  private mutating func number() -> JSONField? {
    let start = index
    _ = take("-")
    if !take("0"), !digits() { return nil }
    var isWhole = true
    if take(".") {
      isWhole = false
      if !digits() { return nil }
    }
    if take("e") || take("E") {
      isWhole = false
      _ = take("+") || take("-")
      if !digits() { return nil }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let int = Int64(text) { return .int(int) }
    if isWhole, let unsigned = UInt64(text) { return .unsigned(unsigned) }
    guard let double = Double(text), isOnlyChecked || double.isFinite else { return nil }
    return .double(double)
  }
}
