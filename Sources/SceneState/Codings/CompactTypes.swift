import FoundationEssentials

/// The types that are a ``CompactValue``.
///
/// They are named one by one: the first question whether a type conforms to a protocol makes the
/// runtime look through the conformances of all libraries, which took a quarter of the first keys'
/// declarations.
enum CompactTypes {
  static func coding<V>(_ type: V.Type) -> TypedCoding<V>? {
    if type == Int.self { return Int.coding as? TypedCoding<V> }
    if type == Bool.self { return Bool.coding as? TypedCoding<V> }
    if type == Double.self { return Double.coding as? TypedCoding<V> }
    if type == String.self { return String.coding as? TypedCoding<V> }
    if type == Data.self { return Data.coding as? TypedCoding<V> }
    if type == UUID.self { return UUID.coding as? TypedCoding<V> }
    if type == Date.self { return Date.coding as? TypedCoding<V> }
    if type == URL.self { return URL.coding as? TypedCoding<V> }
    if type == Float.self { return Float.coding as? TypedCoding<V> }
    if type == UInt.self { return UInt.coding as? TypedCoding<V> }
    if type == Int64.self { return Int64.coding as? TypedCoding<V> }
    if type == UInt64.self { return UInt64.coding as? TypedCoding<V> }
    if type == Int32.self { return Int32.coding as? TypedCoding<V> }
    if type == UInt32.self { return UInt32.coding as? TypedCoding<V> }
    if type == Int16.self { return Int16.coding as? TypedCoding<V> }
    if type == UInt16.self { return UInt16.coding as? TypedCoding<V> }
    if type == Int8.self { return Int8.coding as? TypedCoding<V> }
    if type == UInt8.self { return UInt8.coding as? TypedCoding<V> }
    return nil
  }
}
