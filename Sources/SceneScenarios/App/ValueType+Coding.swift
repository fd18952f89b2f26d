#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import SceneState

extension ValueType {
  /// How values of this type are stored: byte for byte as a Swift app's property would be.
  package var coding: TypedCoding<ScenarioValue> {
    switch self {
    case .bool:
      scalar(Bool.self, { .bool($0) }) { if case .bool(let value) = $0 { value } else { nil } }
    case .int:
      scalar(Int.self, { .int($0) }) { if case .int(let value) = $0 { value } else { nil } }
    case .double:
      scalar(Double.self, { .double($0) }) {
        if case .double(let value) = $0 { value } else { nil }
      }
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
    case .optional(let type): optional(type.coding)
    case .list, .map, .structure: json
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

  /// JSON with sorted keys; what it means is up to the declared type.
  private var json: TypedCoding<ScenarioValue> {
    let base: TypedCoding<ScenarioValue> = TypedCoding<ScenarioValue>.codable(ScenarioValue.self)
    let type = self
    return TypedCoding(
      typeName: description,
      encode: base.encode,
      decode: { (stored: EncodedValue) throws(CodingProblem) -> ScenarioValue in
        guard let value = type.value(fromJSON: try base.decode(stored)) else {
          throw .undecodable("not a \(type)")
        }
        return value
      },
      isSame: { $0 == $1 ? .same : .different },
      fixedSize: nil)
  }
}
