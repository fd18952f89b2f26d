import FoundationEssentials
import StoreFormat

/// Any other Codable type: JSON with sorted keys, no blanks, at most 128 levels deep.
enum JSONCoding {
  static let tag: UInt8 = 10
  /// The platform's own limit is 512 levels, at which small stacks already overflow.
  static let depthLimit = 128

  static func jsonText(_ payload: [UInt8]) -> String? { JSONText.document(payload) }

  static func coding<V: Codable>(_: V.Type) -> TypedCoding<V> {
    TypedCoding(typeName: TypeName.of(V.self), coder: JSONCoder(V.self))
  }

  // The platform's coders may be shared: they keep nothing between calls.
  static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }()

  static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }()

  /// Whether the brackets outside of texts nest no deeper than the limit.
  static func isShallow(_ json: [UInt8]) -> Bool {
    var depth = 0
    var isInText = false
    var isEscaped = false
    for byte in json {
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > depthLimit { return false }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return true
  }
}

struct JSONCoder<V: Codable>: Coder {
  private let isFlat = TypeName.isFlat(V.self)
  private let sameness: @Sendable (V, V) -> Sameness

  init(_: V.Type) { sameness = CodingChoice.sameness(V.self) }

  /// Throws if the value is deeper than the limit, which flat types cannot be.
  func checkDepth(_ value: V) throws {
    if !isFlat { try DepthCounter.check(value, limit: JSONCoding.depthLimit) }
  }

  func encode(_ value: V) throws(CodingProblem) -> EncodedValue {
    do {
      try checkDepth(value)
      return EncodedValue(
        tag: JSONCoding.tag, payload: [UInt8](try JSONCoding.encoder.encode(value)))
    } catch let problem as CodingProblem {
      throw problem
    } catch {
      throw .notEncodable(CodingFailure.text(error))
    }
  }

  func decode(_ encoded: EncodedValue) throws(CodingProblem) -> V {
    guard encoded.tag == JSONCoding.tag
    else { throw .wrongTag(found: encoded.tag, wanted: TypeName.of(V.self)) }
    return try decode(encoded.payload, JSONCoding.decoder)
  }

  var leastSize: (@Sendable (V) -> Int)? { LeastSize.of(V.self) }

  var readsElements: Bool { V.self is any ElementwiseDecodable.Type }

  func decodeElements(
    _ encoded: EncodedValue
  ) throws(CodingProblem) -> (value: V, dropped: [CodingProblem]) {
    guard encoded.tag == JSONCoding.tag, let type = V.self as? any ElementwiseDecodable.Type,
      case let (value, dropped) = try type.read(json: encoded.payload), let value = value as? V
    else { throw .wrongTag(found: encoded.tag, wanted: TypeName.of(V.self)) }
    return (value, dropped)
  }

  var readsText: Bool { true }

  func decode(text: [UInt8]) throws(CodingProblem) -> V {
    guard JSONCoding.isShallow(text) else { throw .tooDeep(limit: JSONCoding.depthLimit) }
    guard JSONField.isDocument(text) else { throw .undecodable("not a JSON document") }
    return try decode(text, TextDecoding.decoder)
  }

  private func decode(_ json: [UInt8], _ decoder: JSONDecoder) throws(CodingProblem) -> V {
    guard JSONCoding.isShallow(json) else { throw .tooDeep(limit: JSONCoding.depthLimit) }
    do { return try decoder.decode(V.self, from: Data(json)) } catch {
      throw CodingFailure.problem(error)
    }
  }

  func isSame(_ left: V, _ right: V) -> Sameness { sameness(left, right) }
}
