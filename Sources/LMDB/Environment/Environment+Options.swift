extension Environment {
  /// How an environment is opened.
  package struct Options: Sendable {
    /// The address space to reserve; the file may not grow beyond it.
    package var mapSizeBytes: Int
    /// How many reads may run at once, in all processes together.
    package var maxReaders: Int
    /// How long to wait for the locks of other processes and threads.
    package var lockDeadline: Duration
    /// What the values may take on the disk; deleting is always possible.
    package var quotaBytes: Int
    /// Whether nothing is written, not even a missing store.
    package var readOnly: Bool
    /// Whether network and FUSE file systems are accepted.
    package var allowsAnyFileSystem: Bool
    /// The names of the databases.
    package var databases: [String]
    /// Whether databases that an existing store lacks are added; a new store gets all.
    package var addsDatabases: Bool

    /// Creates options with the defaults of a user's store.
    package init(
      mapSizeBytes: Int = 1 << 30,
      maxReaders: Int = 126,
      lockDeadline: Duration = .seconds(5),
      quotaBytes: Int = 256 << 20,
      readOnly: Bool = false,
      allowsAnyFileSystem: Bool = false,
      databases: [String],
      addsDatabases: Bool = true
    ) {
      self.mapSizeBytes = mapSizeBytes
      self.maxReaders = maxReaders
      self.lockDeadline = lockDeadline
      self.quotaBytes = quotaBytes
      self.readOnly = readOnly
      self.allowsAnyFileSystem = allowsAnyFileSystem
      self.databases = databases
      self.addsDatabases = addsDatabases
    }
  }
}
