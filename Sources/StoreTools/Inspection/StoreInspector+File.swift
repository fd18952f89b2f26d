import LMDB
import SceneState
import StoreFormat

extension StoreInspector {
  /// Opens a store to look into it, even a damaged one or one that cannot be opened for writing.
  ///
  /// LMDB sees the store only if it is sound. Otherwise our own reader gives the rows that sound
  /// pages lead to, of the newest snapshot that is sound or, if none is, of the newest; a remark
  /// says so. Values still have their checksums: a damaged one is an entry without a value.
  ///
  /// - Throws: As ``look(_:)``; ``Failure/damaged(_:)`` if nothing leads to the tables of a store.
  package static func lookAtWhatIsLeft(_ directory: String) throws(Failure) -> StoreLook {
    let environment: Environment
    do throws(LMDBError) {
      environment = try openForLooking(directory, verifyForLooking)
    } catch {
      return try lookAtFile(of: directory, after: error)
    }
    do throws(Failure) { return try look(environment, directory) } catch {
      environment.close()
      throw error
    }
  }

  private static func lookAtFile(
    of directory: String, after error: LMDBError
  ) throws(Failure) -> StoreLook {
    let (file, verdict) = try readFile(of: directory, after: error)
    guard let tables = FileTables(file, verdict) else { throw failure(error, directory) }
    // A commit record, or a row with a checksum of ours, makes it a store whose format was lost.
    let header = try header(tables, directory)
    guard header.format != nil || header.commit != nil || FoundRows.areOfStore(file) else {
      throw failure(error, directory)
    }
    return StoreLook(
      directory: directory, tables: tables,
      remarks: remarks(verdict, tables.examination, textCopy(of: directory)))
  }

  private static func header(
    _ tables: FileTables, _ directory: String
  ) throws(Failure) -> StoreFacts {
    do throws(LMDBError) { return StoreFacts(try tables.copy([RowRange(.info)]).rows[0]) } catch {
      throw failure(error, directory)
    }
  }

  private static func remarks(
    _ verdict: DataFileVerdict, _ chosen: SnapshotExamination, _ textCopy: String
  ) -> [StoreRemark] {
    guard let finding = verdict.findings.first else { return [] }
    // Where a first page is damaged, nobody knows which commit was the last.
    let isLast =
      verdict.metaFindings.isEmpty && chosen.snapshot == verdict.newest?.snapshot
    let rest =
      !chosen.hasEveryRow
      ? "shown is what can be reached"
      : isLast
        ? "every value of the last commit is shown"
        : "shown is what it held at transaction \(chosen.snapshot.transaction)"
    return [
      StoreRemark(
        code: .damaged, description: "the store is damaged: \(finding)\(textCopy); \(rest)")
    ]
  }

  /// Reads the file by itself if that may help after an error of opening it.
  ///
  /// Reading is harmless whoever the file belongs to and whatever is in it.
  static func readFile(
    of directory: String, after error: LMDBError
  ) throws(Failure) -> (DataFile, DataFileVerdict) {
    guard error.leavesTheFileReadable else { throw failure(error, directory) }
    do throws(LMDBError) {
      var tries = 3
      while true {
        let file = try DataFile.open(directory + "/data.mdb")
        let judgement = StoreJudgement(file, limit: StoreExamination.limit, forLooking: true)
        tries -= 1
        // Somebody who has the store open may have committed meanwhile.
        if !file.hasMoved {
          try judgement.requireOurs()
          return (file, judgement.verdict)
        }
        if tries == 0 { throw .busy(pid: nil) }
      }
    } catch {
      throw failure(error, directory)
    }
  }
}
