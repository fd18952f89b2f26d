extension DataFile {
  /// Calls a body with each entry of a named database, in the order of the keys.
  ///
  /// Each page is checked before it is used, as in ``examine(_:limit:)``. Entries below a page that
  /// is not sound are left out, and what is wrong is in the result; nothing is given twice. Values
  /// that are cut in two are given whole, if the end of them is there. Their checksums are the
  /// caller's business.
  ///
  /// ```swift
  /// let findings = file.forEachEntry(in: "rows", of: snapshot) { key, value in
  ///   use(key, value)
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - database: The name of the database.
  ///   - snapshot: One of ``snapshots``.
  ///   - prefix: What the keys begin with; with less to read, less is checked.
  ///   - limit: After how many findings the looking ends.
  ///   - onFinding: Is told what is wrong in the database when it is met: the entries that are
  ///     missing because of it would have come between the one before and the one after. What is
  ///     wrong with the ends of values is only in the result: the entries are there.
  ///   - onDatabase: Is told that the database is there, before its entries.
  ///   - onLost: Is given the key of an entry that is there and whose value cannot be read.
  ///   - body: Says whether to go on.
  /// - Returns: What is wrong; empty if all entries were given, or the body ended it. A database
  ///   that is missing has no entries.
  @discardableResult
  package func forEachEntry(
    in database: String, of snapshot: Snapshot, prefix: [UInt8] = [], limit: Int = 100,
    onFinding: ((DataFileFinding) -> Void)? = nil, onDatabase: (() -> Void)? = nil,
    onLost: ((_ key: [UInt8]) -> Void)? = nil,
    _ body: (_ key: [UInt8], _ value: [UInt8]) -> Bool
  ) -> [DataFileFinding] {
    withoutActuallyEscaping(body) { body in
      var walk = TreeWalk(self, snapshot, limit: limit)
      walk.verify(snapshot.meta.main, .main)
      let name = Array(database.utf8)
      if let found = walk.databases.first(where: { $0.name == name }) {
        walk.name = database
        onDatabase?()
        walk.prefix = prefix
        let tails = database == CutValue.database ? TailReader(walk, prefix: prefix) : nil
        walk.onEntry = { key, value in body(key, tails?.whole(key, value) ?? value) }
        (walk.onFinding, walk.onLost) = (onFinding, onLost)
        walk.verify(found.tree, .named)
        walk.examination.findings += tails?.findings ?? []
      }
      return walk.examination.findings
    }
  }

  /// One part of a look through a database.
  package struct Part: Sendable {
    package let findings: [DataFileFinding]
    /// Whether it ended before the database did.
    package let isUnfinished: Bool
  }

  /// The same for a part of a database: the entries behind a key, until so many pages were read.
  ///
  /// - Parameters:
  ///   - database: The name of the database.
  ///   - snapshot: One of ``snapshots``.
  ///   - key: The last key of the part before; empty for the first part.
  ///   - pages: After how many pages of leaves and values it ends, at least 2: the first one may
  ///     have nothing behind the key.
  ///   - body: Is given each entry.
  /// - Returns: What is wrong, and whether there is more.
  package func part(
    of database: String, in snapshot: Snapshot, after key: [UInt8], pages: Int,
    _ body: (_ key: [UInt8], _ value: [UInt8]) -> Void
  ) -> Part {
    withoutActuallyEscaping(body) { body in
      var walk = TreeWalk(self, snapshot, limit: 20)
      walk.verify(snapshot.meta.main, .main)
      guard let found = walk.databases.first(where: { $0.name == Array(database.utf8) }) else {
        return Part(findings: walk.examination.findings, isUnfinished: false)
      }
      walk.name = database
      (walk.after, walk.pagesLeft) = (key, max(pages, 2))
      let tails =
        database == CutValue.database ? TailReader(walk, prefix: [], after: key) : nil
      walk.onEntry = { key, value in
        body(key, tails?.whole(key, value) ?? value)
        return true
      }
      walk.verify(found.tree, .named)
      // A value without its end is one that its checksum tells, and no page that is not sound.
      let ends = tails?.findings.filter { $0.fault != .endLost } ?? []
      return Part(findings: walk.examination.findings + ends, isUnfinished: walk.isOutOfPages)
    }
  }

  /// The value of one key of a database; nil if there is none or an unsound page is on the way.
  package func value(
    of key: [UInt8], in database: String, of snapshot: Snapshot
  ) -> [UInt8]? {
    var found: [UInt8]?
    forEachEntry(in: database, of: snapshot, prefix: key) { each, value in
      if each == key { found = value }
      return found == nil
    }
    return found
  }

  /// How many entries a database of a snapshot says that it has; nil if there is none, or an unsound
  /// page on the way.
  package func entryCount(of database: String, in snapshot: Snapshot) -> UInt64? {
    var walk = TreeWalk(self, snapshot, limit: 1)
    walk.verify(snapshot.meta.main, .main)
    guard walk.examination.findings.isEmpty else { return nil }
    return walk.databases.first { $0.name == Array(database.utf8) }?.tree.entries
  }

  /// The names of the databases of a snapshot, as far as an unsound page does not hide them.
  package func databases(of snapshot: Snapshot) -> [String] {
    var walk = TreeWalk(self, snapshot, limit: 1)
    walk.verify(snapshot.meta.main, .main)
    return walk.databases.map { String(decoding: $0.name, as: UTF8.self) }
  }
}
