internal import CLMDB
internal import Glibc
internal import Synchronization

/// Names a running process so that nobody takes a later one with the same number for it.
package enum ProcessIdentity {
  /// This process: number, moment of its start, PID namespace and boot.
  package static var current: String {
    known.withLock { known in
      // A child that came out of a fork is another process.
      if known.forkCount != ForkCount.current {
        known = (ForkCount.current, text(of: getpid()) ?? "\(getpid())")
      }
      return known.text
    }
  }

  private static let known = Mutex((forkCount: -1, text: ""))

  /// A process of this machine; nil if there is none with this number.
  package static func text(of number: Int32) -> String? {
    guard let start = start(of: number) else { return nil }
    return "\(number) \(start) \(ProcessSpace.current.filter { $0 != "\n" })"
  }

  /// Whether a process that was named so still runs.
  ///
  /// One of another container cannot be looked at and counts as gone; stores are not shared
  /// between containers.
  package static func isRunning(_ identity: String) -> Bool {
    guard let number = identity.split(separator: " ").first.flatMap({ Int32($0) }) else {
      return false
    }
    return text(of: number) == identity
  }

  /// What the system calls a process, such as the start of its program's name; nil if it is gone.
  package static func name(of number: Int32) -> String? {
    guard let text = status(of: number), let end = text.lastIndex(of: ")"),
      let start = text[..<end].firstIndex(of: "(")
    else { return nil }
    return String(text[text.index(after: start)..<end])
  }

  /// The moment when a process started, in ticks since the boot.
  private static func start(of number: Int32) -> Substring? {
    // The name stands in parentheses and may hold anything; fields are counted after it. A
    // process that is over and waits for its parent runs no more.
    guard let text = status(of: number), let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 19, fields[0] != "Z" else { return nil }
    return fields[19]
  }

  /// The line that the system keeps about a process.
  private static func status(of number: Int32) -> String? {
    // No such process, or one of another user that the system hides: nothing is known either way.
    guard let file = try? FileDescriptor.reading("/proc/\(number)/stat") else { return nil }
    let bytes = file.bytes(1024, at: 0)
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
