#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Pieces of JSON for people: what is shown, not what is stored.
package enum JSONText {
  /// A JSON string; control characters and those that turn text around are escaped.
  package static func string(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      default: append(scalar, to: &json)
      }
    }
    return json + "\""
  }

  /// A JSON number, or the text `nan`, `inf`, `-inf`.
  package static func number<F: BinaryFloatingPoint & CustomStringConvertible>(_ value: F) -> String
  {
    if value.isNaN { return "\"nan\"" }
    return value.isFinite ? value.description : "\"\(value.description)\""
  }

  static func base64(_ bytes: [UInt8]) -> String {
    "{\"$base64\": \"\(Data(bytes).base64EncodedString())\"}"
  }

  /// The bytes as they are if they are a JSON document, else nil.
  static func document(_ bytes: [UInt8]) -> String? {
    guard JSONCoding.isShallow(bytes), JSONSyntax.isDocument(bytes),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    var json = ""
    // Characters that need hiding can stand only inside the document's texts.
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 {
        json.unicodeScalars.append(scalar)
      } else {
        append(scalar, to: &json)
      }
    }
    return json
  }

  private static func append(_ scalar: Unicode.Scalar, to json: inout String) {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
      let digits = String(scalar.value, radix: 16)
      json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default:
      json.unicodeScalars.append(scalar)
    }
  }
}
