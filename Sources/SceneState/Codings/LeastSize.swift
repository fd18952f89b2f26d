/// How long JSON text is at least, told without making it.
///
/// So a value that is far too large is refused where it is assigned, and not by a commit later. The
/// types are named one by one, as the compact ones are; those are the ones that grow for ever.
struct LeastSize<Value>: Sendable {
  let size: @Sendable (Value) -> Int

  static func of(_ type: Value.Type) -> (@Sendable (Value) -> Int)? {
    if type == [String].self { return texts(of: type) }
    if type == [Int].self { return (LeastSize<[Int]> { numbers($0.count) } as? Self)?.size }
    if type == [Double].self { return (LeastSize<[Double]> { numbers($0.count) } as? Self)?.size }
    return nil
  }

  /// Brackets, the texts in quotes, and commas; what has to be escaped makes it longer.
  private static func texts(of type: Value.Type) -> (@Sendable (Value) -> Int)? {
    let texts = LeastSize<[String]> { $0.reduce(1 + 3 * $0.count) { $0 + $1.utf8.count } }
    return (texts as? Self)?.size
  }

  private static func numbers(_ count: Int) -> Int { 1 + 2 * count }
}
