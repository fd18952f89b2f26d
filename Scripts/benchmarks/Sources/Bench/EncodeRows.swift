import CPeer
import Foundation
import SceneState

/// What a commit does to a value, against what people use for it.
struct EncodeRows {
  let measure: Measure
  private let numbers: [Int]
  private let texts: [String]

  init(measure: Measure) {
    self.measure = measure
    numbers = (0..<256).map { measure.scattered($0, below: 1 << 40) }
    texts = (0..<256).map { index in
      let text = String(measure.scattered(index, below: 1 << 40))
      return text + String(repeating: "é", count: (24 - text.count) / 2)
        + String(repeating: "x", count: (24 - text.count) % 2)
    }
  }

  func rows() throws -> [Row] {
    let first: Int? = try Within.encode(numbers, times: 1)
    guard first != nil else { return [] }
    return [
      try row("encode Int", numbers) { keep(try Within.encode(numbers, times: $0)) },
      try row("encode String, 24 bytes", texts) { keep(try Within.encode(texts, times: $0)) },
    ]
  }

  private func row<Value: Encodable>(
    _ operation: String, _ values: [Value], _ ours: (Int) throws -> Void
  ) throws -> Row {
    let encoder = JSONEncoder()
    let result = try measure.interleaved(ours) { count in
      for round in 0..<count { keep(try encoder.encode(values[round % values.count]).count) }
    }
    return Row(
      operation, peer: "JSONEncoder", unit: "ns", ours: result.ours, peerValue: result.peer,
      goal: 0.05)
  }
}
