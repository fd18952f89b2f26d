import FoundationEssentials

/// Pieces of JSON for people: what is shown, not what is stored.
package enum JSONText {
  /// A JSON string; control characters and those that turn text around are escaped.
  package static func string(_ text: String, uppercase: Bool = false) -> String {
    if isPlain(text) { return "\"" + text + "\"" }
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      default: append(scalar, to: &json, uppercase: uppercase)
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
  package static func document(_ bytes: [UInt8]) -> String? {
    guard JSONField.isDocument(bytes), let text = String(validating: bytes, as: UTF8.self)
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

  /// Whether a text stands in JSON as it is, as most do.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }
  }

  private static func append(
    _ scalar: Unicode.Scalar, to json: inout String, uppercase: Bool = false
  ) {
    if SafeText.isHarmless(scalar) {
      json.unicodeScalars.append(scalar)
    } else {
      json += SafeText.jsonEscape(scalar, uppercase: uppercase)
    }
  }
}
