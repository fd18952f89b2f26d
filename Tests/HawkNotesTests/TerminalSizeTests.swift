import Foundation
import Glibc
import Testing

/// Hawk Notes on a terminal of its own.
struct TerminalSizeTests {
  private let terminal: FileHandle
  private let process = Process()

  init() throws {
    // What `posix_openpt`, `unlockpt` and `ptsname` do, which the module of the system lacks.
    let (unlock, tellNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
    let number = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (lock, index): (Int32, UInt32) = (0, 0)
    try #require(unsafe ioctl(number, unlock, &lock) == 0)
    try #require(unsafe ioctl(number, tellNumber, &index) == 0)
    let name = "/dev/pts/\(index)"
    terminal = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    let keys = try #require(FileHandle(forUpdatingAtPath: name))
    process.executableURL = URL(filePath: try HawkNotesProcess.executable())
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
    process.arguments = ["--store", folder]
    process.environment = ["LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1"]
    (process.standardInput, process.standardOutput) = (keys, keys)
  }

  private func resize(_ columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(terminal.fileDescriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Waits for a frame of so many columns.
  private func hear(_ columns: Int) throws {
    var said: [UInt8] = []
    let top = "┏ A " + String(repeating: "━", count: columns - 12) + " front ┓"
    while !String(decoding: said, as: UTF8.self).contains(top) {
      var waiting = pollfd(fd: terminal.fileDescriptor, events: Int16(POLLIN), revents: 0)
      try #require(unsafe poll(&waiting, 1, 20_000) > 0, "no frame of \(columns) columns")
      said += terminal.availableData
    }
  }

  @Test func `a window of another size is drawn anew, without a key`() throws {
    resize(50)
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    try hear(50)
    resize(70)
    try hear(70)
  }
}
