import FaultShim
import Foundation

/// A process of this program that a suite starts, talks to by lines, and may kill.
final class Child {
  let pid: Int32
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []
  private var isAtEnd = false
  private var status: Int32?
  private let role: String
  private let arguments: [String]

  private static let program = "/proc/self/exe"
  private static let path: String = {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: program)) ?? program
  }()

  /// Starts a role of the catalogue.
  init(_ role: String, _ arguments: [String] = []) throws {
    (self.role, self.arguments) = (role, arguments)
    let text = (["child", role] + arguments).joined(separator: "\u{1F}")
    let child = unsafe shim_spawn(Self.path, text)
    guard child.pid > 0 else { throw HarnessError("no child could be started") }
    (pid, input, output) = (child.pid, child.input, child.output)
  }

  deinit {
    if status == nil {
      Glibc.kill(pid, SIGKILL)
      _ = shim_wait(pid, 10_000)
    }
    if input >= 0 { close(input) }
    close(output)
  }

  /// The next line; nil at the end of the output, or if nothing came in time.
  func line(within milliseconds: Int32 = 60_000) -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      guard !isAtEnd, shim_await_input(output, milliseconds) else { return nil }
      readMore()
    }
  }

  /// The whole lines that came by now.
  func linesSoFar() -> [String] {
    while !isAtEnd, shim_await_input(output, 0) { readMore() }
    return takeLines()
  }

  /// All whole lines that are left; the process should be over.
  func rest() -> [String] {
    while !isAtEnd { readMore() }
    return takeLines()
  }

  private func takeLines() -> [String] {
    guard let end = buffer.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { buffer.removeFirst(end + 1) }
    return String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func readMore() {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe Glibc.read(output, $0.baseAddress, $0.count)
    }
    if count > 0 { buffer += bytes.prefix(count) } else { isAtEnd = true }
  }

  /// Starts the same role with the same arguments.
  func again() throws -> Child { try Child(role, arguments) }

  func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(input, $0.baseAddress, $0.count) }
  }

  func signal(_ number: Int32) { Glibc.kill(pid, number) }

  /// Waits for the end; nil if it does not come in time.
  func end(within milliseconds: Int32 = 60_000) -> End? {
    if status == nil {
      let code = shim_wait(pid, milliseconds)
      guard code >= 0 else { return nil }
      status = code
    }
    return status.map { End(status: $0) }
  }

  /// Kills it and waits.
  @discardableResult
  func kill() -> End? {
    signal(SIGKILL)
    return end()
  }

  /// How a process ended.
  struct End: Equatable, CustomStringConvertible {
    let status: Int32

    /// The signal that ended it, or nil.
    var signal: Int32? { status & 0x7F == 0 ? nil : status & 0x7F }
    var code: Int32 { status >> 8 & 0xFF }

    var description: String { signal.map { "signal \($0)" } ?? "exit \(code)" }
  }
}

/// Tells the parent a line, in one write.
func tell(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = unsafe bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
}
