import StoreFormat

/// One coding: its tag on disk, its name, and how its payload looks as JSON.
package struct CodingEntry: Sendable {
  package let tag: UInt8
  package let name: String
  /// Nil if the payload is not one of this coding.
  package let preview: @Sendable ([UInt8]) -> String?
}

/// All codings of the format; the one place to add one.
package enum CodingCatalog {
  package static let all: [CodingEntry] = [
    CodingEntry(tag: OptionalCoding.tag, name: "nil", preview: OptionalCoding.jsonText),
    CodingEntry(tag: BoolCoding.tag, name: "bool", preview: BoolCoding.jsonText),
    CodingEntry(tag: IntegerCoding.tag, name: "int", preview: IntegerCoding.jsonText),
    CodingEntry(
      tag: IntegerCoding.unsignedTag, name: "uint", preview: IntegerCoding.unsignedJSONText),
    CodingEntry(
      tag: FloatingPointCoding.tag, name: "double", preview: FloatingPointCoding.jsonText),
    CodingEntry(tag: StringCoding.tag, name: "string", preview: StringCoding.jsonText),
    CodingEntry(tag: DataCoding.tag, name: "data", preview: DataCoding.jsonText),
    CodingEntry(tag: URLCoding.tag, name: "url", preview: URLCoding.jsonText),
    CodingEntry(tag: UUIDCoding.tag, name: "uuid", preview: UUIDCoding.jsonText),
    CodingEntry(tag: DateCoding.tag, name: "date", preview: DateCoding.jsonText),
    CodingEntry(tag: JSONCoding.tag, name: "json", preview: JSONCoding.jsonText),
    CodingEntry(
      tag: FloatingPointCoding.floatTag, name: "float", preview: FloatingPointCoding.floatJSONText),
    CodingEntry(tag: CustomCoding.tag, name: "custom", preview: CustomCoding.jsonText),
  ]

  package static func name(tag: UInt8) -> String? { all.first { $0.tag == tag }?.name }

  /// The payload as JSON text; what cannot be read as its coding says is shown in base64.
  package static func jsonText(tag: UInt8, payload: [UInt8]) -> String {
    all.first { $0.tag == tag }?.preview(payload) ?? JSONText.base64(payload)
  }
}

extension EncodedValue {
  /// The value as JSON text, for people and tools.
  package var jsonText: String { CodingCatalog.jsonText(tag: tag, payload: payload) }
}
