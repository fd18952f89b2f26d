import FaultShim
import Foundation

/// A file system on a disk in a file.
enum BlockSystem: String, CaseIterable {
  case ext4
  /// Blocks smaller than pages, and names that may be on the disk before what they name.
  case smallBlocks = "ext4-small-blocks"
  case xfs

  var type: String { self == .xfs ? "xfs" : "ext4" }
  var options: String {
    switch self {
    case .ext4: ""
    case .smallBlocks: "data=writeback"
    // Two images of one disk are looked at at once.
    case .xfs: "nouuid"
    }
  }

  /// The sectors of its disk.
  ///
  /// ext4 does not bear that its own superblock is torn, so its disk
  /// writes whole blocks; the log of XFS bears any tear.
  var sectorBytes: Int {
    switch self {
    case .ext4: 4_096
    case .smallBlocks: 1_024
    case .xfs: 512
    }
  }

  private var command: [String] {
    let quick = ["-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", "-J", "size=4"]
    return switch self {
    case .ext4: ["mkfs.ext4"] + quick + ["-b", "4096"]
    case .smallBlocks: ["mkfs.ext4"] + quick + ["-b", "1024"]
    case .xfs: ["mkfs.xfs", "-q", "-f"]
    }
  }

  /// XFS wants 300 MiB; most of them are never written.
  private var bytes: UInt64 { self == .xfs ? 320 << 20 : 24 << 20 }

  /// The program that makes it; nil if the machine has none.
  private var maker: String? {
    ["/usr/sbin/", "/sbin/", "/usr/bin/", "/bin/"].map { $0 + command[0] }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Why there is no such disk here; nil if there can be one.
  var obstacle: String? {
    if getuid() != 0 { return "mounting a disk needs root" }
    for device in ["/dev/fuse", "/dev/loop-control"]
    where !FileManager.default.fileExists(atPath: device) {
      return "there is no \(device)"
    }
    return maker == nil ? "there is no \(command[0])" : nil
  }

  /// Makes an image with an empty file system.
  func make(_ path: String) throws {
    guard let maker else { throw HarnessError("there is no \(command[0])") }
    let full = path + ".full"
    try writeFile(full, [])
    let file = try FileHandle(forWritingTo: URL(filePath: full))
    try file.truncate(atOffset: bytes)
    try file.close()
    let process = Process()
    process.executableURL = URL(filePath: maker)
    process.arguments = command.dropFirst() + [full]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0, unsafe shim_copy_holes(full, path) else {
      throw HarnessError("\(maker) failed")
    }
    try FileManager.default.removeItem(atPath: full)
  }
}
