/// Which store a file is, and which commits it has behind it: the row ``InfoKey/storeID``.
///
/// The first commit of each opening that carries leaves a mark, and where others go on from one of
/// these they leave one without a name. By its marks a store that was put back to an earlier moment,
/// or that is a copy of a whole disk, knows that it never made a later commit.
package struct StoreIdentity: Hashable, Sendable {
  /// Where the commits of one opening begin, or of all that do not carry.
  package struct Mark: Hashable, Sendable {
    /// Random, as far as two openings are concerned; 0 for those that do not carry.
    package var name: UInt32
    /// The sequence of the last commit before it.
    package var sequence: UInt64

    package init(name: UInt32, sequence: UInt64) { (self.name, self.sequence) = (name, sequence) }
  }

  /// Older ones are not told any more.
  package static let mostMarks = 64

  /// The store's own number, which no other store has.
  package var number: UInt128
  /// What tells its file from copies of it.
  package var file: UInt64
  /// The oldest first.
  package var marks: [Mark] = []

  package init(number: UInt128, file: UInt64) { (self.number, self.file) = (number, file) }

  /// Nil for bytes that are none.
  package init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let number = reader.number(UInt128.self), let file = reader.number(UInt64.self) else {
      return nil
    }
    self.init(number: number, file: file)
    while let name = reader.number(UInt32.self), let sequence = reader.number(UInt64.self) {
      marks.append(Mark(name: name, sequence: sequence))
    }
  }

  package var bytes: [UInt8] {
    marks.suffix(Self.mostMarks).reduce(into: InfoKey.bytes(number) + InfoKey.bytes(file)) {
      $0 += InfoKey.bytes($1.name) + InfoKey.bytes($1.sequence)
    }
  }

  /// The name of the opening that carried last; nil if none ever did.
  package var lastName: UInt32? { marks.last { $0.name != 0 }?.name }

  /// Whether a store whose last commit is known made an earlier one under a mark.
  package func hasMade(_ commit: UInt64, under name: UInt32, upTo last: UInt64) -> Bool {
    guard let index = marks.lastIndex(where: { $0.name == name }) else {
      // Before the oldest mark nobody knows any more.
      return commit <= marks.first?.sequence ?? last
    }
    return commit <= (index + 1 < marks.count ? marks[index + 1].sequence : last)
  }
}
