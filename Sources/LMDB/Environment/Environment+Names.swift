/// Names that one process has for itself while it is about to write something under them.
///
/// A lock of the system: it costs no flush, and ends with the process that has it. Each name is a
/// byte of the file by which processes say that they have the environment open.
extension Environment {
  /// Takes a name if no other process has it; this one may have it already.
  ///
  /// - Returns: Whether this process has it now.
  /// - Throws: What the system says where it has no such locks.
  package func lockName(_ name: String) throws(LMDBError) -> Bool {
    try requireSameProcess()
    // No other process ever sees an environment in memory.
    return try files?.use.tryByte(Self.place(of: name)) ?? true
  }

  /// Gives a name back; in a process forked from the one that took it, nothing is given back.
  package func unlockName(_ name: String) {
    guard processNumber() == processID else { return }
    files?.use.unlockByte(Self.place(of: name))
  }

  /// One of so many that two names never meet (FNV-1a, 62 bits).
  static func place(of name: String) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(hash >> 2)
  }
}
