import SceneScenarios
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The one file of the tool that talks to the process: signals, descriptors, the terminal.
enum ProcessEdge {
  /// Set by the first Ctrl-C; commands look at it between parts of their work.
  static let interruptions = Atomic<Int>(0)

  /// Broken pipes and file size limits become errors of `write`, Ctrl-C becomes a flag.
  static func prepareSignals() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    var action = sigaction()
    let note: @convention(c) (Int32) -> Void = { _ in
      let earlier = ProcessEdge.interruptions.wrappingAdd(1, ordering: .relaxed).oldValue
      // The second Ctrl-C means now: no clean-up, only async-signal-safe calls.
      if earlier > 0 { _exit(ExitCode.interrupted.rawValue) }
    }
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = note
    #else
      unsafe action.__sigaction_handler.sa_handler = note
    #endif
    // No SA_RESTART: a read from a silent terminal has to end, too.
    _ = unsafe sigaction(SIGINT, &action, nil)
    // A parent that started us from a worker thread passes on that thread's mask.
    var interrupts = sigset_t()
    _ = unsafe sigemptyset(&interrupts)
    _ = unsafe sigaddset(&interrupts, SIGINT)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &interrupts, nil)
  }

  static func leave(_ code: ExitCode) -> Never { exit(code.rawValue) }

  /// Tells this process from others that run at the same time.
  static var identifier: Int32 { getpid() }

  static func makeConsole(apps: KnownApps) -> Console {
    var surroundings = Console.Surroundings()
    surroundings.apps = apps
    surroundings.environment = ProcessInfo.processInfo.environment
    surroundings.outputIsTerminal = isatty(STDOUT_FILENO) == 1
    surroundings.errorsIsTerminal = isatty(STDERR_FILENO) == 1
    surroundings.terminalWidth = terminalWidth()
    surroundings.readInput = readInput
    surroundings.inputIsTerminal = isatty(STDIN_FILENO) == 1
    surroundings.readLine = { readLine(strippingNewline: true) }
    let start = ContinuousClock.now
    surroundings.now = { ContinuousClock.now - start }
    surroundings.isInterrupted = { interruptions.load(ordering: .relaxed) > 0 }
    return Console(
      output: DescriptorSink(STDOUT_FILENO), errors: DescriptorSink(STDERR_FILENO),
      surroundings: surroundings)
  }

  private static func terminalWidth() -> Int? {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  private static func readInput() -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
      if count <= 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}

/// Writes to a descriptor of the process.
private final class DescriptorSink: ByteSink {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func write(_ bytes: [UInt8]) throws(SinkFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
          unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
        #else
          unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        throw .closed
      } else if errno != EINTR {
        throw .failed(errno: errno)
      }
    }
  }
}
