import LMDB

/// What tells whether a store has changed, at the cost of reading two short pieces of its file.
package struct StoreMoment: Sendable, Hashable {
  private let file: DataFileMoment

  /// Nil while there is no store, or one that is being made.
  package init?(_ directory: String) {
    guard let file = DataFileMoment(directory: directory) else { return nil }
    self.file = file
  }

  /// The number of the last commit.
  package var transaction: UInt64 { file.transaction }

  /// Whether the store's file was replaced since.
  package func isSameFile(as other: StoreMoment) -> Bool { file.isSameFile(as: other.file) }
}
