import FoundationEssentials
import Glibc
import SceneScenarios
import Synchronization

/// The one file of the tool that talks to the process: signals, descriptors, the terminal.
enum ProcessEdge {
  /// Set by the first Ctrl-C; commands look at it between parts of their work.
  static let interruptions = Atomic<Int>(0)
  /// Whether the process only computes: a signal may end it at any moment.
  static let isComputing = Atomic<Bool>(false)

  /// Broken pipes and file size limits become errors of `write`; Ctrl-C, a polite kill and a
  /// terminal that goes away become a flag.
  static func prepareSignals() {
    // What is static is made when it is touched first, under a lock that a handler of the same thread
    // would wait for without end. That is never in the handler: these are made here, those of
    // `ImpatientEnd` in its `prepare`, all before there is a handler.
    _ = interruptions.load(ordering: .relaxed)
    _ = isComputing.load(ordering: .relaxed)
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    var action = sigaction()
    let note: @convention(c) (Int32) -> Void = { _ in
      let earlier = ProcessEdge.interruptions.wrappingAdd(1, ordering: .relaxed).oldValue
      // The second Ctrl-C means now, the third one not a moment later; where nothing can be left
      // half done the first one means now, too.
      let isComputing = ProcessEdge.isComputing.load(ordering: .relaxed)
      if isComputing { ImpatientEnd.begin() }
      if !isComputing, earlier == 1 { ImpatientEnd.begin() }
      if earlier > 1 { _exit(ExitCode.interrupted.rawValue) }
    }
    ImpatientEnd.prepare()
    unsafe action.__sigaction_handler.sa_handler = note
    // No SA_RESTART: a read from a silent terminal has to end, too.
    _ = unsafe sigaction(SIGINT, &action, nil)
    _ = unsafe sigaction(SIGTERM, &action, nil)
    // `nohup` says that the end of the terminal is nobody's business.
    if !isIgnored(SIGHUP) { _ = unsafe sigaction(SIGHUP, &action, nil) }
    // A parent that started us from a worker thread passes on that thread's mask.
    var interrupts = sigset_t()
    _ = unsafe sigemptyset(&interrupts)
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaddset(&interrupts, number) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &interrupts, nil)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var earlier = sigaction()
    _ = unsafe sigaction(number, nil, &earlier)
    let handler = unsafe earlier.__sigaction_handler.sa_handler
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  static func leave(_ code: ExitCode) -> Never { exit(code.rawValue) }

  /// Tells this process from others that run at the same time.
  static var identifier: Int32 { getpid() }

  // Commands that need neither do not wait for them: both are read from files and sorted into tables.
  static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }
  static var environment: [String: String] { ProcessInfo.processInfo.environment }

  static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The console of this process; complaints go to standard error or another descriptor.
  static func makeConsole(apps: KnownApps, errors: Int32? = nil) -> Console {
    var surroundings = Console.Surroundings()
    surroundings.apps = apps
    (surroundings.processorCount, surroundings.givenEnvironment) = (nil, nil)
    surroundings.outputIsTerminal = isatty(STDOUT_FILENO) == 1
    surroundings.errorsIsTerminal = isatty(STDERR_FILENO) == 1
    surroundings.inputIsTerminal = isatty(STDIN_FILENO) == 1
    surroundings.terminalWidth = { terminalSize()?.columns }
    surroundings.terminalHeight = terminalSize()?.lines
    surroundings.openPager = { pager($0, environment) }
    surroundings.words = Array(CommandLine.arguments.dropFirst())
    surroundings.runProgram = { ChildProcess.run($0, environment: $1) }
    surroundings.outputIsGone = outputIsGone
    surroundings.readInput = { readAll(of: STDIN_FILENO, limit: $0) }
    surroundings.setComputing = { isComputing.store($0, ordering: .sequentiallyConsistent) }
    // NB: Swift's own `readLine` goes on reading after Ctrl-C.
    let lines = LineReader(readChunk)
    surroundings.readLine = lines.next
    surroundings.keys = RawTerminal.keys(readChunk) { terminalSize()?.columns }
    surroundings.writeLog = writeLog
    let start = ContinuousClock.now
    surroundings.clock.now = { ContinuousClock.now - start }
    surroundings.secondsSince2001 = { Date().timeIntervalSinceReferenceDate }
    surroundings.clock.isInterrupted = { interruptions.load(ordering: .relaxed) > 0 }
    surroundings.clock.sleep = { duration in
      let (seconds, attoseconds) = duration.components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      // A signal ends it early, which is what it is for.
      _ = unsafe nanosleep(&time, nil)
    }
    return Console(
      output: DescriptorSink(STDOUT_FILENO), errors: DescriptorSink(errors ?? STDERR_FILENO),
      surroundings: surroundings)
  }

  private static func terminalSize() -> (columns: Int, lines: Int?)? {
    var size = winsize()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO]
    where unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 {
      return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : nil)
    }
    return nil
  }

  /// A closed pipe tells so without being written to.
  private static func outputIsGone() -> Bool {
    var look = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    guard unsafe poll(&look, 1, 0) > 0 else { return false }
    return Int32(look.revents) & (POLLERR | POLLHUP) != 0
  }

  /// The person's pager, which the shell takes apart as it would on its own line.
  private static func pager(_ command: String, _ environment: [String: String]) -> Pager? {
    let words = ["/bin/sh", "-c", command]
    guard let (process, descriptor) = ChildProcess.pipe(to: words, environment: environment)
    else { return nil }
    return Pager(sink: DescriptorSink(descriptor)) {
      close(descriptor)
      _ = ChildProcess.wait(for: process)
    }
  }

  /// Adds to the end of a file; says what went wrong, if anything did.
  static func append(_ bytes: [UInt8], to path: String) -> Int32? {
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    do throws(SinkFailure) {
      try DescriptorSink(descriptor).write(bytes)
      return nil
    } catch {
      if case .failed(let code) = error { return code }
      return EPIPE
    }
  }

  /// Writes a file that only its owner can read under another name, then gives it its own.
  static func writePrivately(_ bytes: [UInt8], to path: String) -> Int32? {
    let building = "\(path).\(getpid())-part"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open(building, flags, 0o600)
    guard descriptor >= 0 else { return errno }
    var failure: Int32?
    do throws(SinkFailure) { try DescriptorSink(descriptor).write(bytes) } catch {
      if case .failed(let code) = error { failure = code } else { failure = EPIPE }
    }
    if failure == nil, fsync(descriptor) != 0 { failure = errno }
    close(descriptor)
    if failure == nil, unsafe rename(building, path) != 0 { failure = errno }
    if failure != nil { _ = unsafe unlink(building) }
    return failure
  }

  /// What stands under a name.
  enum FileKind {
    case device, link, other
  }

  /// What the system says of a path, or of the link that stands there; nil if it says nothing.
  private static func facts(of path: String, follows: Bool = true) -> stat? {
    var facts = stat()
    return unsafe (follows ? stat(path, &facts) : lstat(path, &facts)) == 0 ? facts : nil
  }

  static func kind(of path: String) -> FileKind {
    guard let facts = facts(of: path, follows: false) else { return .other }
    switch facts.st_mode & S_IFMT {
    case S_IFCHR, S_IFBLK, S_IFIFO, S_IFSOCK: return .device
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// Whether two paths lead to one file, through links of either kind.
  static func isSameFile(_ left: String, _ right: String) -> Bool {
    guard let first = facts(of: left), let second = facts(of: right) else { return false }
    return (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)
  }

  /// The first of some paths that is there and may not be read, with the name of its owner.
  static func closedPlace(
    of paths: [String], _ mode: Int32 = R_OK
  ) -> (path: String, owner: String)? {
    for path in paths
    where unsafe access(path, mode) != 0 && [EACCES, EPERM].contains(errno) {
      if let facts = facts(of: path) { return (path, userName(facts.st_uid)) }
      // Of what lies in a closed folder nothing is known, not even the owner: the folder is closed.
      let folder = URL(filePath: path).deletingLastPathComponent().relativePath
      return (folder, facts(of: folder).map { userName($0.st_uid) } ?? "another user")
    }
    return nil
  }

  /// The first of some paths that is there and may not be written, with the name of its owner.
  static func lockedPlace(of paths: [String]) -> (path: String, owner: String)? {
    closedPlace(of: paths, W_OK)
  }

  /// The first of some paths that is there and belongs to somebody else, with its owner's name.
  static func foreignPlace(of paths: [String]) -> (path: String, owner: String)? {
    for path in paths {
      if let facts = facts(of: path), facts.st_uid != geteuid() {
        return (path, userName(facts.st_uid))
      }
    }
    return nil
  }

  /// Whether any of some paths lies on a file system that is mounted read-only.
  static func isReadOnly(_ paths: [String]) -> Bool {
    paths.contains { unsafe access($0, W_OK) != 0 && errno == EROFS }
  }

  /// Whether a path belongs to the user of this process.
  static func isOwn(_ path: String) -> Bool {
    facts(of: path)?.st_uid == geteuid()
  }

  /// Those of some paths that are this user's, and that others may write; what a link leads to is
  /// not meant.
  static func openPlaces(of paths: [String]) -> [String] {
    paths.filter { path in
      guard let facts = facts(of: path, follows: false) else { return false }
      return facts.st_mode & S_IFMT != S_IFLNK && facts.st_uid == geteuid()
        && facts.st_mode & 0o022 != 0
    }
  }

  /// The first of some paths whose owner may not write it.
  static func withoutWriting(_ paths: [String]) -> String? {
    paths.first { path in facts(of: path, follows: false).map { $0.st_mode & 0o200 == 0 } ?? false }
  }

  /// The name of the user to whom something belongs; nil if nothing is there.
  static func owner(of path: String) -> String? {
    facts(of: path, follows: false).map { userName($0.st_uid) }
  }

  private static func userName(_ user: uid_t) -> String {
    guard let entry = unsafe getpwuid(user), let name = unsafe entry.pointee.pw_name else {
      return "user \(user)"
    }
    return unsafe String(cString: name)
  }

  /// How many bytes a file has; nil if there is none.
  static func size(of path: String) -> Int? {
    facts(of: path).map { Int($0.st_size) }
  }

  /// Beside other temporary files; what a person types and reads may be in it.
  private static func writeLog(_ text: String) -> String? {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appending(path: "scenesim-bug-\(getpid()).log").path(percentEncoded: false)
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // A log that is not there must not be named; a second failure helps nobody.
    return (try? DescriptorSink(descriptor).write(Array(text.utf8))).map { path }
  }

  /// The bytes of a file, or of a stream that stands open under the path; at most so many, and a
  /// few more.
  ///
  /// - Returns: The error's number if there are none to read; `EINVAL` for a device, a named pipe or
  ///   a socket, which may never end.
  static func bytes(of path: String, limit: Int) -> Result<[UInt8], SystemFailure> {
    guard let facts = facts(of: path) else { return .failure(SystemFailure(code: errno)) }
    if facts.st_mode & S_IFMT == S_IFDIR { return .failure(SystemFailure(code: EISDIR)) }
    guard facts.st_mode & S_IFMT == S_IFREG || isDescriptor(path) else {
      return .failure(SystemFailure.noFile)
    }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return .failure(SystemFailure(code: errno)) }
    defer { close(descriptor) }
    return .success(readAll(of: descriptor, limit: limit))
  }

  /// Whether a path names what the process has open: `/dev/stdin`, or `<(…)` of a shell.
  static func isDescriptor(_ path: String) -> Bool {
    path == "/dev/stdin" || ["/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
  }

  private static func readAll(of descriptor: Int32, limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let chunk = readChunk(of: descriptor)
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  private static func readChunk() -> [UInt8] { readChunk(of: STDIN_FILENO) }

  /// What is there to read; nothing at the end and after an interruption.
  private static func readChunk(of descriptor: Int32) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    let count = unsafe read(descriptor, &chunk, chunk.count)
    return count > 0 ? Array(chunk[..<count]) : []
  }
}

private final class DescriptorSink: ByteSink {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func write(_ bytes: [UInt8]) throws(SinkFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
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
