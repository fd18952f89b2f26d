extension ActivityValue: ExpressibleByBooleanLiteral {
  /// Makes a `bool` of `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension ActivityValue: ExpressibleByIntegerLiteral {
  /// Makes an `int` of a whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
}

extension ActivityValue: ExpressibleByFloatLiteral {
  /// Makes a `double` of a number with a point.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension ActivityValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Makes a `string` of a text, also of one with `\( )` in it.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension ActivityValue: ExpressibleByArrayLiteral {
  /// Makes a `list` of values in brackets.
  public init(arrayLiteral elements: ActivityValue...) { self = .list(elements) }
}

extension ActivityValue: ExpressibleByDictionaryLiteral {
  /// Makes a `map` of names and values; of a name given twice the later value counts.
  public init(dictionaryLiteral elements: (String, ActivityValue)...) {
    self = .map(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
