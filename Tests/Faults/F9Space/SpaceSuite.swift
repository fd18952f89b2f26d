import FaultShim
import Foundation
import LMDB
import SceneState

extension Suite {
  /// No room: on the disk, in a file, in the address space, among the descriptors.
  static let space = Suite(
    name: "F9", summary: "no room on the disk, in the file, the address space or the descriptors",
    run: { settings in try SpaceSuite(settings).run() })
}

/// One case without room, played in a process of its own.
struct SpaceCase: Sendable {
  let name: String
  /// How large the file system in memory is that it needs; nil for none.
  var diskBytes: Int64?
  /// Answers what is wrong, or nil.
  let play: @Sendable (_ place: String) throws -> String?
}

struct SpaceSuite {
  private let folder: WorkFolder
  private var report = Report()

  init(_ settings: Settings) throws { folder = try WorkFolder("space") }

  consuming func run() throws -> Report {
    let canMount = mounts()
    var played = 0
    var signals = 0
    for (index, space) in SpaceCase.all.enumerated() {
      let disk = folder.place("disk-\(index)")
      try makeFolder(disk)
      if let bytes = space.diskBytes {
        guard canMount, unsafe shim_mount_memory(disk, bytes) else {
          report.skipped.append("\(space.name): mounting needs root")
          continue
        }
      }
      played += 1
      let child = try Child("space", ["\(index)", disk])
      let end = child.end(within: 30_000)
      if end == nil { child.kill() }
      if space.diskBytes != nil { unsafe shim_unmount(disk) }
      let said = child.rest().joined(separator: "; ")
      if end?.signal != nil { signals += 1 }
      if end?.status != 0 || !said.isEmpty {
        report.violated("\(space.name): \(end.map { "\($0)" } ?? "hangs") \(said)")
      }
    }
    report.figures.append(
      "G10 no room: \(signals) deaths by a signal, \(report.violations.count) of \(played) cases "
        + "wrong [goal 0, 0]")
    return report
  }

  private func mounts() -> Bool {
    let place = folder.place("mount")
    guard (try? makeFolder(place)) != nil, unsafe shim_mount_memory(place, 1 << 20) else {
      return false
    }
    unsafe shim_unmount(place)
    return true
  }
}

/// Plays one case.
enum SpaceChild {
  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 2, let index = Int(arguments[0]) else { return 64 }
    alarm(25)
    signal(SIGXFSZ, SIG_IGN)
    if let wrong = try SpaceCase.all[index].play(arguments[1]) { tell(wrong) }
    return 0
  }
}
