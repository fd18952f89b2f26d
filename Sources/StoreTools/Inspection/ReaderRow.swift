import LMDB

/// Somebody who reads a store, or died reading it.
package struct ReaderRow: Sendable, Hashable {
  package let processID: Int
  /// What the system calls the process; nil when it is gone.
  package let processName: String?
  /// The commit that is being read; nil for one who waits for the next read.
  package let transaction: UInt64?
  /// How many commits were made since that one.
  package let age: UInt64?
  /// Whether the process is gone; it holds pages back until somebody frees its slot.
  package let isStale: Bool

  init(_ slot: ReaderSlot) {
    processID = Int(slot.processID)
    processName = slot.processName
    transaction = slot.transactionID
    age = slot.age
    isStale = slot.isStale
  }
}

/// A process as it stands in the store beside what it has open.
package enum ProcessText {
  /// Whether the process that named itself so still runs.
  package static func isRunning(_ text: String) -> Bool { ProcessIdentity.isRunning(text) }

  /// Its number; nil if the text is not one that processes write.
  package static func number(_ text: String) -> Int? {
    text.split(separator: " ").first.flatMap { Int($0) }
  }

  /// What the system calls it; nil when it is gone.
  package static func name(_ text: String) -> String? {
    guard isRunning(text), let number = number(text) else { return nil }
    return ProcessIdentity.name(of: Int32(truncatingIfNeeded: number))
  }
}
