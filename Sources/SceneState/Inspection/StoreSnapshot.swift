/// Everything a store held at one moment, undecoded, for inspection.
package struct StoreSnapshot: Sendable {
  /// A scene the store knows.
  package struct Session: Sendable, Hashable {
    package let number: UInt32
    package let id: String
    /// The short name for people, or empty.
    package let alias: String

    package init(number: UInt32, id: String, alias: String = "") {
      (self.number, self.id, self.alias) = (number, id, alias)
    }

    /// What tables show: the alias, or the identifier if there is none.
    package var label: String { alias.isEmpty ? id : alias }
  }

  /// One stored value.
  package struct Entry: Sendable, Hashable {
    package let address: ValueAddress
    /// Nil for a value of the app itself.
    package let session: Session?
    package let type: String
    /// The sequence number of the commit that wrote it.
    package let transaction: UInt64
    package let version: UInt32
    package let value: EncodedValue

    package init(
      address: ValueAddress, session: Session?, type: String, transaction: UInt64,
      version: UInt32, value: EncodedValue
    ) {
      self.address = address
      self.session = session
      self.type = type
      self.transaction = transaction
      self.version = version
      self.value = value
    }
  }

  /// Sorted by number.
  package var sessions: [Session]
  /// In the order of their keys' bytes: app first, then scene by scene, tabs together.
  package var entries: [Entry]
  /// Entries that are not what this version writes, one sentence each.
  package var unreadable: [String]
  package var fileBytes: Int
  package var limitBytes: Int

  package init(
    sessions: [Session], entries: [Entry], unreadable: [String] = [], fileBytes: Int = 0,
    limitBytes: Int = 0
  ) {
    self.sessions = sessions
    self.entries = entries
    self.unreadable = unreadable
    self.fileBytes = fileBytes
    self.limitBytes = limitBytes
  }
}
