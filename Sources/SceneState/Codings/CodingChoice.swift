/// A type with a compact coding of its own.
protocol CompactValue: Codable, Sendable {
  static var coding: TypedCoding<Self> { get }
}

/// Finds the coding of a type, once per declaration.
enum CodingChoice {
  static func coding<V: Codable>(_ type: V.Type) -> TypedCoding<V> {
    if let coding = CompactTypes.coding(type) { return coding }
    if let probe = Probe<V>.self as? any OptionalProbe.Type,
      let coding = probe.optionalCoding as? TypedCoding<V>
    {
      return coding
    }
    if let set = type as? any Unordered.Type,
      let coding = set.setCoding as? TypedCoding<V>
    {
      return coding
    }
    if let probe = Probe<V>.self as? any RawValueProbe.Type,
      let coding = probe.rawValueCoding as? TypedCoding<V>
    {
      return coding
    }
    return JSONCoding.coding(type)
  }

  /// Whether two values of any type are one: by their encodings, without those by `==`.
  static func equality<V>(_: V.Type) -> @Sendable (V, V) -> Bool {
    func known<C: Codable>(_ type: C.Type) -> TypedCoding<V>? { coding(type) as? TypedCoding<V> }
    if let type = V.self as? any Codable.Type, let coding = known(type) {
      return { coding.isEqual($0, $1) }
    }
    let sameness = sameness(V.self)
    return { sameness($0, $1) == .equalCompareEncodings }
  }

  /// Compares by `==` if the type has it.
  static func sameness<V>(_: V.Type) -> @Sendable (V, V) -> Sameness {
    if let probe = Probe<V>.self as? any EquatableProbe.Type,
      let comparison = probe.comparison as? ValueComparison<V>
    {
      return comparison.callAsFunction
    }
    return { _, _ in .unknown }
  }
}

// NB: "Is V an optional, is it Equatable?" is asked through conditional conformances of this
// empty type: they give the answer together with the types that its use needs, and users'
// types get no conformance of ours.
private struct Probe<V> {}

private protocol OptionalProbe {
  static var optionalCoding: Any { get }
}

/// What `Optional` is, for conformances that are asked of it at run time.
protocol OptionalType {
  associatedtype Wrapped
  static func coding(_ wrapped: TypedCoding<Wrapped>) -> TypedCoding<Self>
}

extension Optional: OptionalType {
  static func coding(_ wrapped: TypedCoding<Wrapped>) -> TypedCoding<Wrapped?> {
    OptionalCoding.coding(wrapped)
  }
}

extension Probe: OptionalProbe where V: OptionalType, V.Wrapped: Codable {
  static var optionalCoding: Any { V.coding(CodingChoice.coding(V.Wrapped.self)) }
}

private protocol RawValueProbe {
  static var rawValueCoding: Any { get }
}

extension Probe: RawValueProbe where V: RawRepresentable, V.RawValue: Codable {
  static var rawValueCoding: Any {
    RawValueCoding.coding(V.self, raw: CodingChoice.coding(V.RawValue.self))
  }
}

private protocol EquatableProbe {
  static var comparison: Any { get }
}

extension Probe: EquatableProbe where V: Equatable {
  static var comparison: Any { ValueComparison<V>(of: EqualityComparer<V>()) }
}

private protocol Comparer<Value>: Sendable {
  associatedtype Value
  func compare(_ left: Value, _ right: Value) -> Sameness
}

private struct EqualityComparer<Value: Equatable>: Comparer {
  func compare(_ left: Value, _ right: Value) -> Sameness {
    left == right ? .equalCompareEncodings : .different
  }
}

private struct ValueComparison<Value>: Sendable {
  private let compare: @Sendable (Value, Value) -> Sameness

  init(of comparer: some Comparer<Value>) {
    compare = { comparer.compare($0, $1) }
  }

  @Sendable func callAsFunction(_ left: Value, _ right: Value) -> Sameness {
    compare(left, right)
  }
}
