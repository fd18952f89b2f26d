import FaultShim
import Foundation

/// Performs a workload on a disk that keeps a log, and tells where in the log each commit is.
enum BlockRecorder {
  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 4, let seed = UInt64(arguments[1]),
      let system = BlockSystem(rawValue: arguments[2]),
      let workload = CutWorkload(rawValue: arguments[3])
    else { return 64 }
    let folder = arguments[0]
    let (device, disk, log) = (folder + "/device", folder + "/mounted", folder + "/log")
    try makeFolder(device)
    try makeFolder(disk)
    guard shim_own_mounts() else { return refused("a mount of one's own") }
    guard unsafe shim_serve_disk(device, folder + "/image", log) else {
      return refused("mounting FUSE")
    }
    guard unsafe shim_mount_file(device + "/disk", disk, system.type, system.options) else {
      return refused("mounting \(system.type)")
    }
    try workload.prepare(disk + "/store", seed)
    unsafe shim_write_everything(disk)
    mark(log, workload.firstNumber)
    try workload.perform(disk + "/store", seed) { mark(log, $0) }
    guard unsafe shim_take_away(disk) else { return refused("unmounting") }
    tell("end")
    return 0
  }

  private static func mark(_ log: String, _ number: Int) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: log)
    tell("\(number) \((attributes?[.size] as? Int) ?? 0)")
  }

  private static func refused(_ what: String) -> Int32 {
    tell("refused \(what): \(systemReason())")
    return 0
  }
}

/// Mounts image after image, which plays the journal, and looks at the store as an app would.
enum BlockJudge {
  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 2, let seed = UInt64(arguments[0]), shim_own_mounts() else {
      return 64
    }
    let folder = "\(arguments[1])/mounted-\(getpid())"
    try makeFolder(folder)
    var judge = CutJudge(seed: seed)
    while let line = readLine() {
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count == 5, let acknowledged = Int(parts[1]), let begun = Int(parts[2]),
        let workload = CutWorkload(rawValue: parts[3]), let system = BlockSystem(rawValue: parts[4])
      else { return 64 }
      guard unsafe shim_mount_file(parts[0], folder, system.type, system.options) else {
        tell("the disk cannot be mounted: \(systemReason())")
        continue
      }
      let wrong = judge.look(at: folder + "/store", workload, acknowledged, begun)
      guard unsafe shim_take_away(folder) else { throw HarnessError("a disk is still in use") }
      tell(wrong ?? "ok")
    }
    return 0
  }
}

/// What the system says of the last call that failed.
private func systemReason() -> String { unsafe String(cString: strerror(errno)) }
