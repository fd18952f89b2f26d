import LMDB

/// Where the values of a store are kept.
enum StoreLocation: Sendable {
  /// In a folder, by its absolute path.
  case folder(String)
  /// In memory that is handed over; what is committed there is kept as in a folder.
  case memory(MemoryFile)
  /// Nowhere: nothing is ever committed, since no place could be had.
  case nowhere

  var directory: String? {
    if case .folder(let directory) = self { directory } else { nil }
  }

  /// Whether commits have a place to go to.
  var keepsValues: Bool {
    if case .nowhere = self { false } else { true }
  }

  /// Whether all is gone with the process; nothing is backed up or looked through.
  var isMemory: Bool { directory == nil }

  func open(_ options: Environment.Options) throws(LMDBError) -> Environment {
    switch self {
    case .folder(let directory): try Environment.open(directory, options: options)
    case .memory(let memory): try Environment.open(memory, options: options)
    case .nowhere: throw .closed
    }
  }
}
