import FaultShim
import Foundation
import LMDB
import SceneState

extension Suite {
  /// No room: on the disk, in a file, in the address space, among the descriptors.
  static let space = Suite(
    name: "F9", summary: "no room on the disk, in the file, the address space or the descriptors",
    run: { settings in try SpaceSuite(settings).run() },
    selfCheck: { settings in try SpaceSuite(settings).check() })
}

/// One case without room, played in a process of its own.
struct SpaceCase: Sendable {
  let name: String
  /// The file system that it needs for itself; nil for none.
  var disk: Disk?
  /// Answers what is wrong, or nil.
  let play: @Sendable (_ place: String) throws -> String?

  /// A small file system.
  enum Disk: CustomStringConvertible {
    case memory(Int64)
    case device(BlockSystem)

    var description: String {
      switch self {
      case .memory: "in memory"
      case .device(let system): system.rawValue
      }
    }

    /// Mounts it on a folder; answers what is in the way, or nil.
    func mount(on folder: String) throws -> String? {
      switch self {
      case .memory(let bytes):
        return unsafe shim_mount_memory(folder, bytes) ? nil : "mounting needs root"
      case .device(let system):
        if let obstacle = system.obstacle { return obstacle }
        try system.make(folder + ".image")
        let isMounted = unsafe shim_mount_file(
          folder + ".image", folder, system.type, system.options)
        guard isMounted else { return "\(system.type) cannot be mounted" }
        unsafe chmod(folder, 0o700)
        return nil
      }
    }
  }
}

struct SpaceSuite {
  private let folder: WorkFolder
  private var report = Report()
  private var signals = 0

  init(_ settings: Settings) throws { folder = try WorkFolder("space") }

  consuming func run() throws -> Report {
    let played = try play(SpaceCase.all, "space")
    report.figures.append(
      "G10 no room: \(signals) deaths by a signal, \(report.violations.count) of \(played) cases "
        + "wrong [goal 0, 0]")
    return report
  }

  /// Stores that keep no room for removals must be found out.
  consuming func check() throws -> Report {
    let played = try play(SpaceCase.controls, "space-control")
    var result = Report()
    result.skipped = report.skipped
    guard played > 0 else { return result }
    let bad = report.violations.count
    result.figures.append(
      "self-check: without room behind the data \(bad) of \(played) full disks let nothing be "
        + "removed [must be over 0]")
    if bad == 0 { result.violated("stores without a reserve could remove all the same") }
    return result
  }

  /// Plays cases, each in a process; answers how many could be.
  private mutating func play(_ cases: [SpaceCase], _ role: String) throws -> Int {
    var played = 0
    for (index, space) in cases.enumerated() {
      let disk = folder.place("disk-\(index)")
      try makeFolder(disk)
      if let obstacle = try space.disk?.mount(on: disk) {
        report.skipped.append("\(space.name): \(obstacle)")
        continue
      }
      played += 1
      let child = try Child(role, ["\(index)", disk])
      let end = child.end(within: 30_000)
      if end == nil { child.kill() }
      if space.disk != nil {
        unsafe shim_unmount(disk)
        try? FileManager.default.removeItem(atPath: disk + ".image")
      }
      let said = child.rest().joined(separator: "; ")
      if end?.signal != nil { signals += 1 }
      if end?.status != 0 || !said.isEmpty {
        report.violated("\(space.name): \(end.map { "\($0)" } ?? "hangs") \(said)")
      }
    }
    return played
  }
}

/// Plays one case.
enum SpaceChild {
  static func run(_ arguments: [String]) throws -> Int32 { try play(SpaceCase.all, arguments) }

  static func control(_ arguments: [String]) throws -> Int32 {
    try play(SpaceCase.controls, arguments)
  }

  private static func play(_ cases: [SpaceCase], _ arguments: [String]) throws -> Int32 {
    guard arguments.count == 2, let index = Int(arguments[0]) else { return 64 }
    alarm(25)
    signal(SIGXFSZ, SIG_IGN)
    if let wrong = try cases[index].play(arguments[1]) { tell(wrong) }
    return 0
  }
}
