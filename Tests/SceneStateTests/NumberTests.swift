import Foundation
import Testing

@testable import SceneState
@testable import StoreFormat

/// Numbers and flags, which are others if their bits are.
@Suite struct NumberTests {
  private func check<Value: Codable & Sendable>(
    _ values: [Value], same: (Value, Value) -> Bool
  ) throws {
    let coding = TypedCoding.codable(Value.self)
    let store = SceneStore.temporary()
    let key = SceneKey("value", default: values[0])
    let scope = store.scene("A")
    // Once stored, a value is replaced in the short way.
    scope[key] = values[1]
    try store.flush()
    for (index, value) in values.enumerated() {
      for other in values {
        #expect(same(value, other) == (coding.isSame(value, other) == .same))
      }
      scope[key] = value
      #expect(same(scope[key], value), "\(Value.self) \(index)")
      let again = SceneKey("value", default: values[0])
      #expect(same(scope[again], value), "\(Value.self) \(index), by another key")
    }
    try store.flush()
    let stored = try coding.encode(values[values.count - 1])
    #expect(scope.entries.first?.value == stored)
  }

  private func check<Value: Codable & Equatable & Sendable>(
    numbers: [Value]
  ) throws {
    try check(numbers) { $0 == $1 }
  }

  @Test func `integers of all widths come back as they were written`() throws {
    try check(numbers: [0, 1, -1, Int.min, Int.max])
    try check(numbers: [0, 1, UInt.max])
    try check(numbers: [0, 1, -1, Int64.min, Int64.max])
    try check(numbers: [0, 1, UInt64.max])
    try check(numbers: [0, 1, -1, Int32.min, Int32.max])
    try check(numbers: [0, 1, UInt32.max])
    try check(numbers: [0, 1, -1, Int16.min, Int16.max])
    try check(numbers: [0, 1, UInt8.max])
    try check(numbers: [true, false, true])
  }

  @Test func `floating-point numbers are others if their bits are`() throws {
    try check([0.0, 1.5, -0.0, .nan, -.nan, .infinity, 0]) {
      $0.bitPattern == $1.bitPattern
    }
    try check([Float(0), 1.5, -0.0, .nan, -.nan, -.infinity, 0]) {
      $0.bitPattern == $1.bitPattern
    }
  }

  @Test func `a number may have a coding of its own`() throws {
    let coding = ValueCoding<Int>(
      encode: { Data(String($0).utf8) },
      decode: { Int(String(decoding: $0, as: UTF8.self)) ?? 0 })
    let key = SceneKey("value", default: 0, coding: coding)
    let store = SceneStore.temporary()
    let scope = store.scene("A")
    for number in [7, 12, 12, -3] {
      scope[key] = number
      try store.flush()
      #expect(scope[key] == number)
      #expect(scope.entries.first?.value?.payload == Array(String(number).utf8))
    }
  }
}
