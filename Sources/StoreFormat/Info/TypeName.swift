package import FoundationEssentials

/// A type that the format has a word for.
package protocol NamedValueType {
  /// The word, as scenarios and the inspector write it.
  static var valueTypeName: String { get }
  /// Whether a value can be nested only as deep as its type is written.
  static var isFlat: Bool { get }
}

extension NamedValueType {
  package static var isFlat: Bool { true }
}

/// The names of value types, and the numbers that stand for them in envelopes.
///
/// Decoding decides whether a value can be read; the name only where types share their bytes.
package enum TypeName {
  /// The format's word for the type (`[string]`, `int?`), else its unqualified name.
  package static func of(_ type: Any.Type) -> String {
    if let named = type as? any NamedValueType.Type { return named.valueTypeName }
    return String(describing: type)
  }

  package static func number(of name: String) -> UInt32 { FNV.hash32(name.utf8) }

  /// Whether values of the type cannot be nested deeper than the type is written.
  package static func isFlat(_ type: Any.Type) -> Bool {
    (type as? any NamedValueType.Type)?.isFlat ?? false
  }
}

extension Bool: NamedValueType { package static var valueTypeName: String { "bool" } }
extension Int: NamedValueType { package static var valueTypeName: String { "int" } }
extension Int8: NamedValueType { package static var valueTypeName: String { "int8" } }
extension Int16: NamedValueType { package static var valueTypeName: String { "int16" } }
extension Int32: NamedValueType { package static var valueTypeName: String { "int32" } }
extension Int64: NamedValueType { package static var valueTypeName: String { "int64" } }
extension UInt: NamedValueType { package static var valueTypeName: String { "uint" } }
extension UInt8: NamedValueType { package static var valueTypeName: String { "uint8" } }
extension UInt16: NamedValueType { package static var valueTypeName: String { "uint16" } }
extension UInt32: NamedValueType { package static var valueTypeName: String { "uint32" } }
extension UInt64: NamedValueType { package static var valueTypeName: String { "uint64" } }
extension Double: NamedValueType { package static var valueTypeName: String { "double" } }
extension Float: NamedValueType { package static var valueTypeName: String { "float" } }
extension String: NamedValueType { package static var valueTypeName: String { "string" } }
extension Data: NamedValueType { package static var valueTypeName: String { "data" } }
extension URL: NamedValueType { package static var valueTypeName: String { "url" } }
extension UUID: NamedValueType { package static var valueTypeName: String { "uuid" } }
extension Date: NamedValueType { package static var valueTypeName: String { "date" } }

extension Optional: NamedValueType {
  package static var valueTypeName: String { TypeName.of(Wrapped.self) + "?" }
  package static var isFlat: Bool { TypeName.isFlat(Wrapped.self) }
}

extension Array: NamedValueType {
  package static var valueTypeName: String { "[\(TypeName.of(Element.self))]" }
  package static var isFlat: Bool { TypeName.isFlat(Element.self) }
}

extension Set: NamedValueType {
  package static var valueTypeName: String { "{\(TypeName.of(Element.self))}" }
  package static var isFlat: Bool { TypeName.isFlat(Element.self) }
}

extension Dictionary: NamedValueType {
  package static var valueTypeName: String {
    "{\(TypeName.of(Key.self)): \(TypeName.of(Value.self))}"
  }
  package static var isFlat: Bool { TypeName.isFlat(Key.self) && TypeName.isFlat(Value.self) }
}
