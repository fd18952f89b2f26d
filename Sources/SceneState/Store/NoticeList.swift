/// Cells whose observers are to be told: each once, in the order in which they were added.
struct NoticeList {
  private var cells: [any AnyCell] = []
  /// Who is in already: looking through the list would make a large tick quadratic.
  private var known: Set<ObjectIdentifier> = []

  mutating func add(_ cell: any AnyCell) {
    if known.insert(ObjectIdentifier(cell)).inserted { cells.append(cell) }
  }

  /// Takes everything out.
  mutating func take() -> [any AnyCell] {
    defer { self = NoticeList() }
    return cells
  }
}
