import CPeer
import Foundation

/// How things are measured: bodies take turns, so that a change of the machine's pace meets all.
struct Measure: Sendable {
  var isQuick = false
  var mix = Mix.standard
  var seed: UInt64 = 1

  var rounds: Int { isQuick ? 5 : 11 }

  /// Says which values the peers write.
  func prepare() { mix.install(seed: seed) }

  /// A number below the limit that looks random and is the same in each run.
  func scattered(_ number: Int, below limit: Int) -> Int {
    Int(peer_scatter(UInt64(truncatingIfNeeded: number) &+ seed &* 7919) % UInt64(max(limit, 1)))
  }

  /// Nanoseconds per operation of both; a body gets how often to do its operation.
  func interleaved(
    _ ours: (Int) throws -> Void, _ peer: (Int) throws -> Void
  ) rethrows -> (ours: Double, peer: Double) {
    let oursCount = try calibrate(ours)
    let peerCount = try calibrate(peer)
    return try alternating(
      repeats: rounds, { _ in try time(oursCount, ours) }, { _ in try time(peerCount, peer) })
  }

  /// For bodies that time themselves, with untimed preparation: medians of what they return.
  func alternating(
    repeats: Int, _ ours: (Int) throws -> Double, _ peer: (Int) throws -> Double
  ) rethrows -> (ours: Double, peer: Double) {
    var times: (ours: [Double], peer: [Double]) = ([], [])
    for round in 0..<repeats + 2 {
      let (a, b) = (try ours(round), try peer(round))
      // The first two warm up.
      if round >= 2 {
        times.ours.append(a)
        times.peer.append(b)
      }
    }
    return (median(times.ours), median(times.peer))
  }

  /// Medians of any number of bodies: A B C, then C B A, and so on; the first two rounds warm up.
  func turns(repeats: Int, _ bodies: [(Int) throws -> Double]) throws -> [Double] {
    var times = bodies.map { _ in [Double]() }
    for round in 0..<repeats + 2 {
      let order = round.isMultiple(of: 2) ? Array(bodies.indices) : bodies.indices.reversed()
      for index in order {
        let time = try bodies[index](round)
        if round >= 2 { times[index].append(time) }
      }
    }
    return times.map(median)
  }

  private func calibrate(_ body: (Int) throws -> Void) rethrows -> Int {
    let target = isQuick ? 4e6 : 2e7
    var count = 1
    while count < 1 << 28 {
      // Of three: a pause of the machine would make the count too small.
      var elapsed = try time(count, body)
      for _ in 0..<2 where elapsed * Double(count) >= target {
        elapsed = min(elapsed, try time(count, body))
      }
      elapsed *= Double(count)
      if elapsed >= target { break }
      count = max(count * 2, min(count * 50, Int(Double(count) * target / max(elapsed, 1))))
    }
    return count
  }

  private func time(_ count: Int, _ body: (Int) throws -> Void) rethrows -> Double {
    try timed { try body(count) } / Double(count)
  }
}

func timed(_ body: () throws -> Void) rethrows -> Double {
  let start = peer_now()
  try body()
  return peer_now() - start
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return 0 }
  return sorted[sorted.count / 2]
}

/// Makes a value count as used.
@inline(never) func keep<T>(_ value: T) {}

struct BenchError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}
