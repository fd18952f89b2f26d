internal import CLMDB

/// A return code of the LMDB library, or the `errno` value it passes on.
package struct LMDBCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  /// Wraps the number LMDB returned.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let keyExists = Self(rawValue: MDB_KEYEXIST)
  package static let notFound = Self(rawValue: MDB_NOTFOUND)
  package static let pageNotFound = Self(rawValue: MDB_PAGE_NOTFOUND)
  package static let corrupted = Self(rawValue: MDB_CORRUPTED)
  package static let panic = Self(rawValue: MDB_PANIC)
  package static let versionMismatch = Self(rawValue: MDB_VERSION_MISMATCH)
  package static let invalid = Self(rawValue: MDB_INVALID)
  package static let mapFull = Self(rawValue: MDB_MAP_FULL)
  package static let databasesFull = Self(rawValue: MDB_DBS_FULL)
  package static let readersFull = Self(rawValue: MDB_READERS_FULL)
  package static let transactionFull = Self(rawValue: MDB_TXN_FULL)
  package static let mapResized = Self(rawValue: MDB_MAP_RESIZED)
  package static let incompatible = Self(rawValue: MDB_INCOMPATIBLE)
  package static let badReaderSlot = Self(rawValue: MDB_BAD_RSLOT)
  package static let badTransaction = Self(rawValue: MDB_BAD_TXN)
  package static let badValueSize = Self(rawValue: MDB_BAD_VALSIZE)
  package static let badDatabase = Self(rawValue: MDB_BAD_DBI)

  /// The constant in `lmdb.h`, such as `MDB_MAP_FULL`, or `errno 5`.
  package var name: String { fact?.name ?? "errno \(rawValue)" }

  /// What the code says, in words.
  package var meaning: String {
    if let fact { return fact.meaning }
    return unsafe String(cString: mdb_strerror(rawValue))
  }

  /// Why it usually happens here.
  package var likelyCause: String {
    fact?.likelyCause ?? "the operating system refused the call"
  }

  private var fact: Fact? { Self.facts[self] }
}

extension LMDBCode {
  private struct Fact: Sendable {
    let name: String
    let meaning: String
    let likelyCause: String
  }

  private static let facts: [LMDBCode: Fact] = [
    .keyExists: Fact(
      name: "MDB_KEYEXIST", meaning: "the key is already there",
      likelyCause: "an insert that must not overwrite met an older value"),
    .notFound: Fact(
      name: "MDB_NOTFOUND", meaning: "no such key or database",
      likelyCause: "the store was made without this database"),
    .pageNotFound: Fact(
      name: "MDB_PAGE_NOTFOUND", meaning: "a page that is referred to is missing",
      likelyCause: "the data file is damaged"),
    .corrupted: Fact(
      name: "MDB_CORRUPTED", meaning: "a page has the wrong type",
      likelyCause: "the data file is damaged"),
    .panic: Fact(
      name: "MDB_PANIC", meaning: "the environment must be opened again",
      likelyCause: "writing the last page of a commit failed, often a full or failing disk"),
    .versionMismatch: Fact(
      name: "MDB_VERSION_MISMATCH", meaning: "the file was made by another LMDB version",
      likelyCause: "the data file has a format of a newer or older library"),
    .invalid: Fact(
      name: "MDB_INVALID", meaning: "the file is not an LMDB file",
      likelyCause: "the data file was overwritten, or its creation was cut short"),
    .mapFull: Fact(
      name: "MDB_MAP_FULL", meaning: "the map size is reached",
      likelyCause: "a reader that stays open keeps old pages from being used again"),
    .databasesFull: Fact(
      name: "MDB_DBS_FULL", meaning: "too many databases",
      likelyCause: "more databases were asked for than the environment was opened with"),
    .readersFull: Fact(
      name: "MDB_READERS_FULL", meaning: "every reader slot is taken",
      likelyCause: "too many reads run at the same time, here or in other processes"),
    .transactionFull: Fact(
      name: "MDB_TXN_FULL", meaning: "the transaction has too many dirty pages",
      likelyCause: "too much is written in one transaction"),
    .mapResized: Fact(
      name: "MDB_MAP_RESIZED", meaning: "the file grew beyond this map",
      likelyCause: "another process opened the store with a larger map size"),
    .incompatible: Fact(
      name: "MDB_INCOMPATIBLE", meaning: "the database has other flags",
      likelyCause: "another program wrote a key where a database was expected"),
    .badReaderSlot: Fact(
      name: "MDB_BAD_RSLOT", meaning: "the reader slot is in use",
      likelyCause: "a reader slot was shared between threads"),
    .badTransaction: Fact(
      name: "MDB_BAD_TXN", meaning: "the transaction must abort",
      likelyCause: "an earlier operation of the transaction failed"),
    .badValueSize: Fact(
      name: "MDB_BAD_VALSIZE", meaning: "the key is empty or longer than 511 bytes",
      likelyCause: "a key was not made by the key coding"),
    .badDatabase: Fact(
      name: "MDB_BAD_DBI", meaning: "the database does not belong to this environment",
      likelyCause: "a database of another environment was used"),
  ]
}
