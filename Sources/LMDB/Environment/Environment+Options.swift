extension Environment {
  package struct Options: Sendable {
    /// The address space to reserve; the file may not grow beyond it.
    package var mapSizeBytes: Int
    /// How many reads may run at once, in all processes together.
    ///
    /// Each that runs, or waits for its next turn, has a slot of 64 bytes. Who comes while others are
    /// in takes their table as it is.
    package var maxReaders: Int
    /// How long to wait for the locks of other processes and threads.
    package var lockDeadline: Duration
    /// What the values may take on the disk; deleting is always possible.
    package var quotaBytes: Int
    /// Whether nothing is written, not even a missing store.
    package var readOnly: Bool
    /// Whether network and FUSE file systems are accepted.
    package var allowsAnyFileSystem: Bool
    package var databases: [String]
    /// Whether databases that an existing store lacks are added; a new store gets all.
    package var addsDatabases: Bool
    /// Whether the slots of dead readers are freed when the environment opens.
    ///
    /// Someone who only looks leaves them, so that they can be shown.
    package var clearsStaleReaders = true
    /// The most pages one transaction may write.
    ///
    /// LMDB keeps the changed pages of a transaction in a list of 131,071 and begins to spill when
    /// it is full, the least tested part of 0.9.24. Half of that can't be reached by accident.
    package var batchPageLimit = 65_536
    /// How much room is kept behind the data, for removals on a full disk; 0 for none.
    package var reserveBytes = 256 << 10
    /// From how many pages on a transaction is worth a remark.
    package var largeBatchPages = 2_000
    /// From which length on a read is worth a remark: it keeps old pages from being used again.
    package var longRead = Duration.seconds(1)
    /// The clock that measures reads.
    package var clock: @Sendable () -> Duration = { monotonicTick() }
    /// Taken instead of what the system says about the folder's file system.
    package var fileSystemType: FileSystemType?
    /// Is told of each remark, on the thread that meets it.
    package var onRemark: (@Sendable (EnvironmentRemark) -> Void)?
    /// Judges the data file, by reading it, each time before LMDB maps it.
    package var verify: @Sendable (_ dataFile: String) throws(LMDBError) -> Void = verifyDataFile

    /// Puts a sound data file in the place of one that ``verify`` found damaged, or refuses to.
    ///
    /// Called by the first and sole opener with the store's locks held; nil always refuses. It is
    /// also asked about a data file that is missing, and then may leave it so.
    package var recover: (@Sendable (StorePlace, LMDBError) throws(LMDBError) -> Void)?

    /// Creates options with the defaults of a user's store.
    package init(
      mapSizeBytes: Int = 1 << 30,
      maxReaders: Int = 1_022,
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
