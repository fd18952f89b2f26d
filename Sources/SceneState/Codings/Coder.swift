import StoreFormat

/// The two directions of a coding as methods of a type.
///
/// The codings of generic types are built from these and not from closures: a closure that
/// uses a conformance of `Value` would need its metatype to be Sendable.
protocol Coder<Value>: Sendable {
  associatedtype Value
  func encode(_ value: Value) throws(CodingProblem) -> EncodedValue

  /// Whether `append` adds a value's bytes to others, which cannot fail.
  var appends: Bool { get }
  func append(_ value: Value, to bytes: inout [UInt8]) -> UInt8
  func decode(_ encoded: EncodedValue) throws(CodingProblem) -> Value
  func isSame(_ left: Value, _ right: Value) -> Sameness

  /// Whether `size` knows the payload's size without encoding.
  var hasFixedSize: Bool { get }
  func size(_ value: Value) -> Int

  /// A size that the payload has at least, for types of which that is told quickly.
  var leastSize: (@Sendable (Value) -> Int)? { get }

  /// Whether `decodeElements` can leave out what cannot be read.
  var readsElements: Bool { get }
  func decodeElements(
    _ encoded: EncodedValue
  ) throws(CodingProblem) -> (value: Value, dropped: [CodingProblem])

  /// Whether `decode(text:)` knows more than what `decode` takes.
  var readsText: Bool { get }
  func decode(text: [UInt8]) throws(CodingProblem) -> Value
}

extension Coder {
  var appends: Bool { false }
  func append(_ value: Value, to bytes: inout [UInt8]) -> UInt8 { 0 }

  var hasFixedSize: Bool { false }
  func size(_ value: Value) -> Int { 0 }

  var leastSize: (@Sendable (Value) -> Int)? { nil }

  var readsElements: Bool { false }
  func decodeElements(
    _ encoded: EncodedValue
  ) throws(CodingProblem) -> (value: Value, dropped: [CodingProblem]) {
    (try decode(encoded), [])
  }

  var readsText: Bool { false }
  func decode(text: [UInt8]) throws(CodingProblem) -> Value {
    try decode(EncodedValue(tag: JSONCoding.tag, payload: text))
  }
}

extension TypedCoding {
  init(typeName: String, coder: some Coder<Value>) {
    var size: (@Sendable (Value) -> Int)?
    if coder.hasFixedSize {
      size = { coder.size($0) }
    }
    var decodeText: (@Sendable ([UInt8]) throws(CodingProblem) -> Value)?
    if coder.readsText {
      decodeText = { (text) throws(CodingProblem) in try coder.decode(text: text) }
    }
    var decodeElements: DecodeElements?
    if coder.readsElements {
      decodeElements = { (encoded) throws(CodingProblem) in try coder.decodeElements(encoded) }
    }
    self.init(
      typeName: typeName,
      encoding: coder.appends
        ? .appending { coder.append($0, to: &$1) }
        : .whole { (value) throws(CodingProblem) in try coder.encode(value) },
      decode: { (encoded) throws(CodingProblem) in try coder.decode(encoded) },
      isSame: { coder.isSame($0, $1) },
      fixedSize: size, leastSize: coder.leastSize, decodeText: decodeText,
      decodeElements: decodeElements)
  }
}
