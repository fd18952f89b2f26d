import Foundation
import LMDB
import SceneState
import StoreFormat

extension GoalSuite {
  /// How many commits one opening makes, between a killed writer and the next one.
  private static let commitsOfAnOpening = 500
  private static let openingsOfAStore = 10

  /// Judges the file after each of so many healthy commits, and what killed writers leave.
  mutating func countRefusals(_ commits: Int) throws {
    var (done, refused, kills) = (0, 0, 0)
    var progress = Progress("commits", of: commits)
    var opening = 0
    while done < commits, refused < 10 {
      let storeSeed = seed &+ UInt64(opening / Self.openingsOfAStore)
      let place = folder.place("healthy-\(opening / Self.openingsOfAStore)")
      refused += try refusalsOfKilled(place, storeSeed)
      kills += 1
      let store = try SceneStore.open(URL(filePath: place), options: Self.silent())
      if store.recoveryReport != nil {
        refused += told("opening \(opening) recovered a sound store")
      }
      let ledger = Ledger(seed: storeSeed)
      var number = store.app[Ledger.numberKey]
      for _ in 0..<min(Self.commitsOfAnOpening, commits - done) {
        number += 1
        ledger.write(number, into: store)
        try store.flush()
        done += 1
        refused += refusal(place, "commit \(number) of the store with seed \(storeSeed)")
        progress.step()
      }
      store.close()
      refused += refusal(place, "closing, opening \(opening), seed \(storeSeed)")
      opening += 1
    }
    report.figures.append(
      "G6 healthy files refused by the gate: \(refused) in \(done) commits and \(kills) kills "
        + "[goal 0]")
  }

  /// A writer that is killed at any moment.
  private mutating func refusalsOfKilled(_ place: String, _ storeSeed: UInt64) throws -> Int {
    var random = SeededRandom(storeSeed, place.count)
    let writer = try Child("kill-writer", [place, "\(storeSeed)", "0"])
    _ = writer.line()
    usleep(UInt32(random.number(below: 8_000)))
    writer.kill()
    return refusal(place, "a kill, seed \(storeSeed)")
  }

  private mutating func refusal(_ place: String, _ moment: String) -> Int {
    guard let file = try? DataFile.open(place + "/data.mdb") else {
      return told("after \(moment): there is no file")
    }
    let verdict = file.storeVerdict()
    return verdict.isSound ? 0 : told("after \(moment): \(verdict.findings)")
  }

  private mutating func told(_ words: String) -> Int {
    report.violated(words, goal: "G6")
    return 1
  }
}
