import Foundation
import SceneState
import Testing

/// The types that are read without a lock give back every bit of what was written.
@Suite struct WordValueTests {
  /// Writes each value, reads it at once and after an opening; both reads give the same bits.
  private func check<Value: Codable & Sendable & Equatable, Bits: Equatable>(
    _ values: [Value], default first: Value, _ bits: (Value) -> Bits
  ) throws {
    let key = SceneKey("value", default: first)
    let folder = try StoreFolder()
    for value in values {
      try folder.withStore { store in
        let scope = store.scene("A")
        scope[key] = value
        #expect(bits(scope[key]) == bits(value))
        #expect(bits(scope[key]) == bits(value), "the second read is the one without a lock")
      }
      try folder.withStore { store in
        let scope = store.scene("A")
        #expect(bits(scope[key]) == bits(value))
        #expect(bits(scope[key]) == bits(value))
        #expect(scope.facts(of: key).problem == nil)
      }
    }
  }

  private func extremes<Number: FixedWidthInteger & Codable & Sendable>(
    of _: Number.Type
  ) throws {
    let values = [Number.max, .min, 0, 1, .max / 2 + 1, 0 &- 1]
    try check(values, default: 42) { $0 }
  }

  @Test func `signed integers keep their sign and size`() throws {
    try extremes(of: Int.self)
    try extremes(of: Int64.self)
    try extremes(of: Int32.self)
  }

  @Test func `unsigned integers keep their highest bit`() throws {
    try extremes(of: UInt.self)
    try extremes(of: UInt64.self)
    try extremes(of: UInt32.self)
  }

  @Test func `both truths come back`() throws {
    try check([true, false, true], default: false) { $0 }
  }

  @Test func `numbers with a fraction keep every bit`() throws {
    let doubles: [Double] = [
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity,
      -.infinity, -0.0, 0, 0.1, .nan, .pi,
    ]
    try check(doubles, default: 42) { $0.bitPattern }
    let floats: [Float] = [
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity,
      -.infinity, -0.0, 0, 0.1, .nan, .pi,
    ]
    try check(floats, default: 42) { $0.bitPattern }
  }
}
