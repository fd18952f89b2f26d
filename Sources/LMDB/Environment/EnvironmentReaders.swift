internal import CLMDB

/// One row of the table of readers that all processes of a store share.
package struct ReaderSlot: Sendable, Hashable {
  /// The process that took the slot.
  package let processID: Int32
  /// What the system calls the process; `nil` when it is gone.
  package let processName: String?
  /// The thread that took it; another thread of the process may be reading with it now.
  package let thread: UInt
  /// The commit that is being read; `nil` for a slot that waits for its next read.
  package let transactionID: UInt64?
  /// How many commits were made since that one: what it keeps from being used again.
  package let age: UInt64?
  /// Whether the process is gone; such a slot holds pages back until somebody frees it.
  package let isStale: Bool
}

extension Environment {
  /// The reader slots of all processes, as they are now (`mdb_reader_list`).
  ///
  /// - Throws: ``LMDBError/closed`` and what LMDB reports.
  package func readerSlots() throws(LMDBError) -> [ReaderSlot] {
    let lease = try enterRead()
    defer { leaveRead(lease) }
    var text = ""
    let code = unsafe withUnsafeMutablePointer(to: &text) { text in
      unsafe mdb_reader_list(
        lease.raw.pointer,
        { message, context in
          guard let message = unsafe message, let context = unsafe context else { return 0 }
          unsafe context.assumingMemoryBound(to: String.self).pointee += String(cString: message)
          return 0
        }, UnsafeMutableRawPointer(text))
    }
    guard code >= 0 else { throw .from(code, "listing the readers") }
    let last = lastTransactionID ?? 0
    return text.split(separator: "\n").compactMap { ReaderSlot($0, lastTransactionID: last) }
  }

  /// Frees the slots of processes that are gone (`mdb_reader_check`).
  ///
  /// - Returns: How many there were.
  package func clearStaleReaders() throws(LMDBError) -> Int {
    let lease = try enterRead()
    defer { leaveRead(lease) }
    var dead: Int32 = 0
    try unsafe check(mdb_reader_check(lease.raw.pointer, &dead), "checking the readers")
    return Int(dead)
  }
}

extension ReaderSlot {
  /// Reads a line of LMDB's list: process, thread in hexadecimal, transaction or a dash.
  fileprivate init?(_ line: Substring, lastTransactionID: UInt64) {
    let parts = line.split(separator: " ")
    guard parts.count == 3, let process = Int32(parts[0]), let thread = UInt(parts[1], radix: 16)
    else { return nil }
    processID = process
    processName = ProcessIdentity.name(of: process)
    self.thread = thread
    transactionID = UInt64(parts[2])
    age = transactionID.map { lastTransactionID >= $0 ? lastTransactionID - $0 : 0 }
    // One that is over and waits for its parent has lost its locks: it counts as gone.
    isStale = ProcessIdentity.text(of: process) == nil
  }
}
