/// Whose observers are to be told: each once, in the order in which they were added.
struct NoticeList {
  private var noticed: [any Noticed] = []
  /// Who is in already: looking through the list would make a large tick quadratic.
  private var known: Set<ObjectIdentifier> = []

  mutating func add(_ one: any Noticed) {
    if known.insert(ObjectIdentifier(one)).inserted { noticed.append(one) }
  }

  /// Takes everything out.
  mutating func take() -> [any Noticed] {
    defer { self = NoticeList() }
    return noticed
  }
}
