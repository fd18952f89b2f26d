extension SingleValueDecodingContainer {
  /// What is in it, if that is of the type; for who tries one type after the other.
  package func value<Value: Decodable>(_ type: Value.Type) -> Value? {
    // That it is of another type is what is asked; the last type is decoded with its error.
    try? decode(type)
  }
}
