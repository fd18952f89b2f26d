import Glibc

/// What became of a program that was run.
package enum ProgramOutcome: Sendable, Hashable {
  /// It ran and ended with this code; one that a signal ended counts as 128 and its number.
  case exited(Int32)
  /// It could not be started, with the reason of the system.
  case failed(Int32)
}

/// Other programs: run and waited for, or fed with what we write.
enum ChildProcess {
  /// Runs a program with our own inputs and outputs, and waits for its end.
  static func run(_ words: [String], environment: [String: String]) -> ProgramOutcome {
    switch start(words, environment: environment, input: nil) {
    case .failure(let reason): .failed(reason.errno)
    case .success(let process): .exited(wait(for: process))
    }
  }

  /// Starts a program that reads what is written to the descriptor that is given back.
  static func pipe(
    to words: [String], environment: [String: String]
  ) -> (process: pid_t, descriptor: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard Self.makePipe(&ends) == 0 else { return nil }
    let started = start(words, environment: environment, input: ends[0])
    close(ends[0])
    guard case .success(let process) = started else {
      close(ends[1])
      return nil
    }
    return (process, ends[1])
  }

  /// The code a process ends with.
  static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return 127 }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  private struct Reason: Error { let errno: Int32 }

  private static func makePipe(_ ends: inout [Int32]) -> Int32 {
    let code = unsafe Glibc.pipe(&ends)
    // The writing end must not live on in the program: it would never see the end.
    if code == 0 { _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC) }
    return code
  }

  private static func start(
    _ words: [String], environment: [String: String], input: Int32?
  ) -> Result<pid_t, Reason> {
    guard let program = words.first else { return .failure(Reason(errno: ENOENT)) }
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    _ = unsafe posix_spawn_file_actions_init(&actions)
    _ = unsafe posix_spawnattr_init(&attributes)
    defer {
      _ = unsafe posix_spawn_file_actions_destroy(&actions)
      _ = unsafe posix_spawnattr_destroy(&attributes)
    }
    if let input { _ = unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    // What we ignore, a program need not expect to be ignored.
    var signals = sigset_t()
    _ = unsafe sigemptyset(&signals)
    for number in [SIGPIPE, SIGXFSZ] { _ = unsafe sigaddset(&signals, number) }
    _ = unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    _ = unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let lines = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables = unsafe lines.map { unsafe strdup($0) } + [nil]
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe posix_spawnp(
      &process, program, &actions, &attributes, &arguments, &variables)
    return code == 0 ? .success(process) : .failure(Reason(errno: code))
  }
}
