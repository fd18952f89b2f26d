import CPeer
import Foundation

/// Times two bodies in turn, so that a change of the machine's pace meets both.
struct Measure {
  let isQuick: Bool
  var rounds: Int { isQuick ? 5 : 11 }

  /// Nanoseconds per operation of both; a body gets how often to do its operation.
  func interleaved(
    _ ours: (Int) throws -> Void, _ peer: (Int) throws -> Void
  ) rethrows -> (ours: Double, peer: Double) {
    let oursCount = try calibrate(ours)
    let peerCount = try calibrate(peer)
    var times: (ours: [Double], peer: [Double]) = ([], [])
    for _ in 0..<rounds {
      times.ours.append(try time(oursCount, ours))
      times.peer.append(try time(peerCount, peer))
    }
    return (median(times.ours), median(times.peer))
  }

  /// For bodies that time themselves, with untimed preparation: medians of what they return.
  func alternating(
    repeats: Int, _ ours: (Int) throws -> Double, _ peer: (Int) throws -> Double
  ) rethrows -> (ours: Double, peer: Double) {
    var times: (ours: [Double], peer: [Double]) = ([], [])
    for index in 0..<repeats + 2 {
      let (a, b) = (try ours(index), try peer(index))
      // The first two warm up.
      if index >= 2 {
        times.ours.append(a)
        times.peer.append(b)
      }
    }
    return (median(times.ours), median(times.peer))
  }

  private func calibrate(_ body: (Int) throws -> Void) rethrows -> Int {
    let target = isQuick ? 4e6 : 2e7
    var count = 1
    while count < 1 << 28 {
      let elapsed = try time(count, body) * Double(count)
      if elapsed >= target { break }
      count = max(count * 2, min(count * 50, Int(Double(count) * target / max(elapsed, 1))))
    }
    return count
  }

  private func time(_ count: Int, _ body: (Int) throws -> Void) rethrows -> Double {
    let start = peer_now()
    try body(count)
    return (peer_now() - start) / Double(count)
  }
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return 0 }
  return sorted[sorted.count / 2]
}

/// A folder that is removed when its owner goes; in memory where the system has such a place.
final class Folder {
  let path: String

  init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let base =
      inMemory && FileManager.default.isWritableFile(atPath: memory)
      ? URL(filePath: memory) : FileManager.default.temporaryDirectory
    let url = base.appending(path: "scene-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    path = url.path(percentEncoded: false)
  }

  func sub(_ name: String) -> String { path + "/" + name }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
