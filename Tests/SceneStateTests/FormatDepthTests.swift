import SceneState
import StoreFormat
import Testing

struct JSONDepthTests {
  final class Chain: Codable, Sendable {
    let next: Chain?
    init(_ next: Chain?) { self.next = next }
  }

  /// Encodes itself as its inner value: deep on the stack, flat in JSON.
  indirect enum Wrapper: Codable, Sendable {
    case end
    case wrapped(Wrapper)

    init(from decoder: any Decoder) throws { self = .end }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .end: try container.encode(1)
      case .wrapped(let inner): try container.encode(inner)
      }
    }
  }

  private static let limit = CodingProblem.tooDeep(limit: 128)

  // NB: freeing a long chain recurses too, so the deepest one is never freed.
  private static let deep = (0..<10_000).reduce(Chain(nil)) { chain, _ in Chain(chain) }

  @Test func `a value nested ten thousand deep is refused`() {
    #expect(throws: Self.limit) { try TypedCoding.codable(Chain.self).encode(Self.deep) }
    #expect(throws: Self.limit) { try TypedCoding.codable([Chain?].self).encode([Self.deep]) }
  }

  @Test func `hand-overs that JSON does not show are counted too`() {
    let deep = (0..<1000).reduce(Wrapper.end) { value, _ in .wrapped(value) }
    #expect(throws: Self.limit) { try TypedCoding.codable(Wrapper.self).encode(deep) }
  }

  @Test func `128 levels are stored and come back, 129 are refused`() throws {
    let coding = TypedCoding.codable(Chain.self)
    let fits = (1..<128).reduce(Chain(nil)) { chain, _ in Chain(chain) }
    let encoded = try coding.encode(fits)
    #expect(encoded.payload.count(where: { $0 == UInt8(ascii: "{") }) == 128)
    #expect(try coding.encode(try coding.decode(encoded)) == encoded)
    #expect(throws: Self.limit) { try coding.encode(Chain(fits)) }
  }

  @Test func `ten thousand brackets are refused before they are decoded`() {
    let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 10_000)
    let value = EncodedValue(tag: 10, payload: brackets)
    #expect(throws: Self.limit) { try TypedCoding.codable(Chain.self).decode(value) }
    #expect(value.jsonText.hasPrefix(#"{"$base64": "#))
  }

  @Test func `brackets inside texts do not count`() throws {
    let coding = TypedCoding.codable([String].self)
    let texts = [String(repeating: "[", count: 500), #"\"{"#, #"\"#]
    #expect(try coding.decode(try coding.encode(texts)) == texts)
  }
}
