/// Which store a file is, and when it was opened to carry scenes: the row ``InfoKey/storeID``.
///
/// By its starts a store knows what it carried itself: of one that was put back to an earlier moment,
/// or of a copy of its whole disk, the cluster has epochs that it does not know, or later commits.
package struct StoreIdentity: Hashable, Sendable {
  /// One time that it was open, and carried.
  package struct Start: Hashable, Sendable {
    /// What its epochs begin with; random.
    package var name: UInt32
    /// The sequence of the last commit before it.
    package var sequence: UInt64

    package init(name: UInt32, sequence: UInt64) { (self.name, self.sequence) = (name, sequence) }
  }

  /// Older ones are not told any more.
  package static let mostStarts = 64

  /// The store's own number, which no other store has.
  package var number: UInt128
  /// What tells its file from copies of it.
  package var file: UInt64
  /// The oldest first.
  package var starts: [Start] = []

  package init(number: UInt128, file: UInt64) { (self.number, self.file) = (number, file) }

  /// Nil for bytes that are none.
  package init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let number = reader.number(UInt128.self), let file = reader.number(UInt64.self) else {
      return nil
    }
    self.init(number: number, file: file)
    while let name = reader.number(UInt32.self), let sequence = reader.number(UInt64.self) {
      starts.append(Start(name: name, sequence: sequence))
    }
  }

  package var bytes: [UInt8] {
    starts.suffix(Self.mostStarts).reduce(into: InfoKey.bytes(number) + InfoKey.bytes(file)) {
      $0 += InfoKey.bytes($1.name) + InfoKey.bytes($1.sequence)
    }
  }

  /// Whether this store, as it is now, made a commit under a start of that name.
  package func hasCarried(_ sequence: UInt64, since name: UInt32?) -> Bool {
    guard let index = starts.lastIndex(where: { $0.name == name }) else { return false }
    return index == starts.endIndex - 1 || sequence <= starts[index + 1].sequence
  }
}
