import SceneScenarios

/// Values to try, made of types alone.
enum Samples {
  private static let words = ["one", "two", "three", "four"]

  /// A few values of a type; the plainest first.
  static func values(of type: ValueType) -> [Node] {
    switch type {
    case .bool: [.made(.bool(true)), .made(.bool(false))]
    case .int: [1, 0, -1, 2_147_483_648].map { .made(.int($0)) }
    case .double, .float: [1.5, 0, -0.25].map { .made(.double($0)) }
    case .string: ["one", "two", "", "Ünïcode: / %"].map { .text($0) }
    case .data: ["AQI=", "AA=="].map { .text($0) }
    case .date: ["2026-02-03T04:05:06Z", "2027-01-01T00:00:00Z"].map { .text($0) }
    case .url: ["https://example.com/one", "https://example.com/two"].map { .text($0) }
    case .uuid: (0..<2).map { value(of: type, number: $0) }
    case .oneOf(_, let words, _): words.map { .text($0) }
    case .optional(let inner): values(of: inner) + [.made(.null)]
    case .list(let inner), .set(let inner):
      [.made(.list(Array(values(of: inner).prefix(1)))), .made(.list(values(of: inner)))]
    case .map(let inner):
      [.map(zip(words, values(of: inner).prefix(2)).map { ($0, $1) }), .map([])]
    case .structure, .recursive: (0..<2).map { value(of: type, number: $0) }
    case .opaque: []
    }
  }

  /// The value of a type with a number: values of different numbers differ.
  static func value(
    of type: ValueType, number: Int, field: (String) -> Node? = { _ in nil }
  ) -> Node {
    switch type {
    case .structure, .recursive:
      .map(
        (type.fields ?? []).map { part in
          (part.name, field(part.name) ?? value(of: part.type, number: number))
        })
    case .bool: .made(.bool(number.isMultiple(of: 2)))
    case .int: .made(.int(number + 1))
    case .double, .float: .made(.double(Double(number) + 0.5))
    case .string: .text(word(number))
    case .data: .text(["AQI=", "AwQ=", "BQY="][number % 3])
    case .date: .text("2026-02-0\(number % 9 + 1)T04:05:06Z")
    case .url: .text("https://example.com/\(word(number))")
    case .uuid: .text("00000000-0000-4000-8000-00000000000\(number % 10)")
    case .oneOf(_, let words, _): .text(words[number % words.count])
    case .optional(let inner): value(of: inner, number: number)
    case .list(let inner), .set(let inner): .made(.list([value(of: inner, number: number)]))
    case .map(let inner): .map([(word(number), value(of: inner, number: number))])
    case .opaque: .made(.null)
    }
  }

  static func word(_ number: Int) -> String { words[number % words.count] }
}
