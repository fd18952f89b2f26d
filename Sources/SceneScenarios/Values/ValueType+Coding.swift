import FoundationEssentials
package import SceneState
package import StoreFormat

extension ValueType {
  /// How values of this type are stored: byte for byte as a Swift app's property would be.
  package var coding: TypedCoding<ScenarioValue> { coding(key: "") }

  /// How values of this type are stored under a key.
  ///
  /// - Parameter key: The key's name, for the reasons why a value cannot be read.
  /// - Returns: The coding.
  package func coding(key: String) -> TypedCoding<ScenarioValue> {
    let base = plainCoding
    let type = self
    return TypedCoding(
      typeName: base.typeName, encode: base.encode,
      decode: { (stored: EncodedValue) throws(CodingProblem) -> ScenarioValue in
        do throws(CodingProblem) {
          return try base.decode(stored)
        } catch {
          throw type.inWordsOfTheFormat(error, key: key, stored)
        }
      },
      isSame: base.isSame, fixedSize: base.fixedSize,
      decodeElements: isCollection ? decodeElements(key) : nil)
  }

  /// Reads a list, set or map without the elements that cannot be read.
  private func decodeElements(_ key: String) -> TypedCoding<ScenarioValue>.DecodeElements {
    let type = self
    return {
      (stored: EncodedValue) throws(CodingProblem) -> (
        value: ScenarioValue, dropped: [CodingProblem]
      )
      in
      guard let json = Self.json(stored) else {
        throw .wrongTag(found: stored.tag, wanted: type.description)
      }
      do throws(ValueFault) {
        let (value, faults) = try type.readable(from: json)
        return (value, faults.map { $0.problem(key: key) })
      } catch {
        throw error.problem(key: key)
      }
    }
  }

  /// The reason without names of Swift types, and for structs with the field to blame.
  private func inWordsOfTheFormat(
    _ problem: CodingProblem, key: String, _ stored: EncodedValue
  ) -> CodingProblem {
    switch problem {
    case .wrongTag(let found, _): return .wrongTag(found: found, wanted: description)
    case .undecodable where isJSON:
      // The same decoding again, for its reason: reading failed, so time does not matter.
      do throws(ValueFault) {
        guard let json = Self.json(stored) else { return problem }
        _ = try value(from: json)
      } catch {
        return error.problem(key: key)
      }
      return problem
    default: return problem
    }
  }

  /// Whether values of this type are stored as JSON.
  private var isJSON: Bool {
    switch self {
    case .list, .map, .set, .structure, .recursive, .opaque: true
    case .optional(let type): type.isJSON
    default: false
    }
  }

  static let jsonCoding = TypedCoding<ScenarioValue>.codable(ScenarioValue.self)

  /// What stored JSON alone tells; nil for bytes of another kind.
  package static func json(_ stored: EncodedValue) -> ScenarioValue? {
    // Other bytes have nothing to migrate; decoding them tells what they are.
    try? jsonCoding.decode(stored)
  }

  private var plainCoding: TypedCoding<ScenarioValue> {
    switch self {
    case .bool:
      scalar(Bool.self, { .bool($0) }) { if case .bool(let value) = $0 { value } else { nil } }
    case .int:
      scalar(Int.self, { .int($0) }) { if case .int(let value) = $0 { value } else { nil } }
    case .double:
      scalar(Double.self, { .double($0) }) {
        if case .double(let value) = $0 { value } else { nil }
      }
    case .float:
      scalar(Float.self, { .double(Self.double($0)) }) {
        if case .double(let value) = $0 { Float(value) } else { nil }
      }
    case .uuid:
      scalar(UUID.self, { .text($0.uuidString) }) {
        if case .text(let value) = $0 { UUID(uuidString: value) } else { nil }
      }
    case .oneOf: word
    case .string:
      scalar(String.self, { .text($0) }) { if case .text(let value) = $0 { value } else { nil } }
    case .data:
      scalar(Data.self, { .data([UInt8]($0)) }) {
        if case .data(let value) = $0 { Data(value) } else { nil }
      }
    case .date:
      scalar(Date.self, { .date($0) }) { if case .date(let value) = $0 { value } else { nil } }
    case .url:
      scalar(URL.self, { .url($0.absoluteString) }) {
        if case .url(let value) = $0 { URL(string: value) } else { nil }
      }
    case .optional(let type): optional(type.plainCoding)
    case .list, .map, .set, .structure, .recursive, .opaque: json
    }
  }

  private func scalar<Value: Codable & Sendable>(
    _ type: Value.Type, _ wrap: @escaping @Sendable (Value) -> ScenarioValue,
    _ unwrap: @escaping @Sendable (ScenarioValue) -> Value?
  ) -> TypedCoding<ScenarioValue> {
    let base: TypedCoding<Value> = TypedCoding<Value>.codable(type)
    let name = description
    return TypedCoding(
      typeName: base.typeName,
      encode: { (value: ScenarioValue) throws(CodingProblem) -> EncodedValue in
        guard let scalar = unwrap(value) else { throw .notEncodable("not a \(name)") }
        return try base.encode(scalar)
      },
      decode: { (stored: EncodedValue) throws(CodingProblem) -> ScenarioValue in
        wrap(try base.decode(stored))
      },
      isSame: { $0 == $1 ? .same : .different },
      fixedSize: fixedSize(base.fixedSize, unwrap))
  }

  private func fixedSize<Value>(
    _ size: (@Sendable (Value) -> Int)?, _ unwrap: @escaping @Sendable (ScenarioValue) -> Value?
  ) -> (@Sendable (ScenarioValue) -> Int)? {
    guard let size else { return nil }
    return { (value: ScenarioValue) -> Int in unwrap(value).map(size) ?? 0 }
  }

  private func optional(_ wrapped: TypedCoding<ScenarioValue>) -> TypedCoding<ScenarioValue> {
    let name = description
    return TypedCoding(
      typeName: name,
      encode: { (value: ScenarioValue) throws(CodingProblem) -> EncodedValue in
        value == .null ? EncodedValue(tag: 0, payload: []) : try wrapped.encode(value)
      },
      decode: { (stored: EncodedValue) throws(CodingProblem) -> ScenarioValue in
        stored.tag == 0 ? .null : try wrapped.decode(stored)
      },
      isSame: { $0 == $1 ? .same : .different },
      fixedSize: nil)
  }

  /// A text, as an enumeration in Swift is stored by its raw value.
  private var word: TypedCoding<ScenarioValue> {
    let base = ValueType.string.plainCoding
    let type = self
    return TypedCoding(
      typeName: description, encode: base.encode,
      decode: { (stored: EncodedValue) throws(CodingProblem) -> ScenarioValue in
        let text = try base.decode(stored)
        do throws(ValueFault) {
          return try type.value(from: text)
        } catch {
          throw .undecodable(error.text(key: ""))
        }
      },
      isSame: base.isSame, fixedSize: base.fixedSize)
  }

  /// JSON with sorted keys; what it means is up to the declared type.
  private var json: TypedCoding<ScenarioValue> {
    let base = Self.jsonCoding
    let type = self
    return TypedCoding(
      typeName: description,
      encode: base.encode,
      decode: { (stored: EncodedValue) throws(CodingProblem) -> ScenarioValue in
        let json = try base.decode(stored)
        do throws(ValueFault) {
          return try type.value(from: json)
        } catch {
          throw .undecodable(error.text(key: ""))
        }
      },
      isSame: { $0 == $1 ? .same : .different },
      fixedSize: nil)
  }
}
