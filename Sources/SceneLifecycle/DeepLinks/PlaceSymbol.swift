/// One byte of a URL or screen text as patterns see it.
///
/// In a URL `%2F` and `/` are different things, but `%61` and `a` are one, and so are `ü` and
/// `%C3%BC`. So only a reserved character remembers that it was escaped.
enum PlaceSymbol: Hashable {
  case byte(UInt8)
  /// A reserved character written as `%XX`.
  case escaped(UInt8)
  /// The end of a screen's text in a path.
  case screenEnd
  /// Whatever a part of another pattern stands for, when two patterns are compared.
  case part(Int)

  /// The byte of the text that the symbol stands for.
  var decoded: UInt8? {
    switch self {
    case .byte(let byte), .escaped(let byte): byte
    case .screenEnd, .part: nil
    }
  }

  /// Whether a part of a URL ends before this symbol.
  var endsPartOfURL: Bool {
    switch self {
    case .byte(UInt8(ascii: "/")), .byte(UInt8(ascii: "?")), .byte(UInt8(ascii: "#")): true
    default: false
    }
  }

  /// The symbols of a URL, or of a literal piece of a URL's pattern; nil if an escape is
  /// malformed or the escapes are no UTF-8 text.
  static func ofURL(_ text: String) -> [PlaceSymbol]? {
    let bytes = Array(text.utf8)
    var symbols: [PlaceSymbol] = []
    symbols.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "%") else {
        symbols.append(.byte(byte))
        index += 1
        continue
      }
      guard index + 2 < bytes.count, let high = hexDigit(bytes[index + 1]),
        let low = hexDigit(bytes[index + 2])
      else { return nil }
      let decoded = high << 4 | low
      symbols.append(reserved.contains(decoded) ? .escaped(decoded) : .byte(decoded))
      index += 3
    }
    guard String(validating: symbols.lazy.compactMap(\.decoded), as: UTF8.self) != nil else {
      return nil
    }
    return symbols
  }

  /// The symbols of a path: each screen's bytes and its end.
  static func ofPath(_ path: [String]) -> [PlaceSymbol] {
    path.flatMap { screen in screen.utf8.map { .byte($0) } + [.screenEnd] }
  }

  private static let reserved = Set(":/?#[]@!$&'()*+,;=".utf8)

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension String {
  /// The text as a part of a URL: all but unreserved characters are written as `%XX`.
  var percentEncodedPart: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      if byte.isUnreserved {
        bytes.append(byte)
      } else {
        bytes += [
          UInt8(ascii: "%"), byte.upperHexDigit(high: true), byte.upperHexDigit(high: false),
        ]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The scheme of a URL in lower case, or nil if the text does not begin with one.
  var urlScheme: String? {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = utf8[..<colon]
    let marks = [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")]
    guard let first = scheme.first, first.isASCIILetter,
      scheme.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || marks.contains($0) })
    else { return nil }
    return self[..<colon].lowercased()
  }

  /// Whether both texts have the same bytes; `==` takes canonically equivalent ones for equal.
  func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension [String] {
  /// Whether both paths have the same screens, compared by bytes.
  func hasSameBytes(as other: [String]) -> Bool {
    elementsEqual(other) { $0.hasSameBytes(as: $1) }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (97...122).contains(self | 0x20) }
  fileprivate var isASCIIDigit: Bool { (48...57).contains(self) }

  fileprivate var isUnreserved: Bool {
    isASCIILetter || isASCIIDigit || "-._~".utf8.contains(self)
  }

  fileprivate func upperHexDigit(high: Bool) -> UInt8 {
    let digit = high ? self >> 4 : self & 0xF
    return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
  }
}
