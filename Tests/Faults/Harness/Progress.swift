import Foundation

/// Says now and then how far a long run is, on the error output and only to a person who waits.
struct Progress {
  private let unit: String
  private let total: Int
  private var done = 0
  private var next: ContinuousClock.Instant
  private let isWanted = ProcessInfo.processInfo.environment["STOREFAULTS_PROGRESS"] != nil

  init(_ unit: String, of total: Int) {
    self.unit = unit
    self.total = total
    next = ContinuousClock.now + .seconds(10)
  }

  mutating func step() {
    done += 1
    guard isWanted, ContinuousClock.now >= next else { return }
    next = ContinuousClock.now + .seconds(10)
    FileHandle.standardError.write(Data("  \(done) of \(total) \(unit)\n".utf8))
  }
}
