package import SceneReports
package import SceneRoaming
package import SceneScenarios

/// All a command sees of the outside: two outputs, one input, the environment and the terminal.
///
/// Commands never touch the process itself, so tests run them in process.
package final class Console {
  /// What the process or a test provides.
  package struct Surroundings {
    /// The variables; nil for those of the process, which are looked up one by one.
    package var givenEnvironment: [String: String]? = [:]
    package var environment: [String: String] {
      get { givenEnvironment ?? ProcessEdge.environment }
      set { givenEnvironment = newValue }
    }
    package var outputIsTerminal = false
    package var errorsIsTerminal = false
    package var inputIsTerminal = false
    /// Columns that the terminal has now, if there is one: whoever types may make it wider.
    package var terminalWidth: () -> Int? = { nil }
    /// Lines of the terminal, if there is one.
    package var terminalHeight: Int?
    /// Opens the program that shows long answers; gets its command line.
    package var openPager: (String) -> Pager? = { _ in nil }
    /// The words this process was started with; nil where it is none of its own.
    package var words: [String]?
    /// Runs another program with these words and variables, and waits for its end.
    package var runProgram: ([String], [String: String]) -> ProgramOutcome = { _, _ in .exited(0) }
    /// Whether whoever read the answer has gone, found without writing.
    package var outputIsGone: () -> Bool = { false }
    /// All of the input, or its beginning of so many bytes.
    package var readInput: (Int) -> [UInt8] = { _ in [] }
    /// Says whether nothing but computing goes on, so that a signal can end the process at once.
    package var setComputing: (Bool) -> Void = { _ in }
    /// The next line of the input without its end; nil at the end.
    package var readLine: () -> String? = { nil }
    /// Gives every key at once; nil where nobody types.
    package var keys: KeyTerminal?
    package var clock = ConsoleClock()
    /// The time on the wall, to tell how old something is.
    package var secondsSince2001: () -> Double = { 0 }
    /// Keeps what the authors need to know about a bug; gives back where, nil if it cannot.
    package var writeLog: (String) -> String? = { _ in nil }
    /// How many things can be done at the same time; nil for what the system says when asked.
    package var processorCount: Int? = 1
    /// Connections to the cluster that a command names; nil for those of libcurl.
    package var clusterConnection: (@Sendable () -> sending any ClusterConnection)?
    /// The apps written in Swift that scenarios may name.
    package var apps = KnownApps()

    package init() {}

    func variable(_ name: String) -> String? {
      givenEnvironment.map { $0[name] } ?? ProcessEdge.variable(name)
    }

    func now() -> Duration { clock.now() }
  }

  /// Bytes collected before they are written, so that a long list is not a system call per row.
  private static let bufferLimit = 32 * 1024

  package let surroundings: Surroundings
  private var output: any ByteSink
  private let errors: any ByteSink
  private var buffer: [UInt8] = []
  private var color = ColorChoice.auto
  private(set) var isPlain = false
  /// Whether tables and marks are asked for, and not something for programs.
  private var isTable = true
  /// The command line of the program that shows the answer, while nothing was shown yet.
  var waitingPager: String?
  var pager: Pager?
  /// Whether the moving line stands on the terminal.
  var hasProgress = false
  private var outputPath: String?
  /// Whether nothing may be asked or read from the terminal.
  private(set) var asksNothing = false
  /// Whether files and stores stay as they are.
  private(set) var isDryRun = false
  /// Whether the file of `-o` is for its owner only.
  var keepsOutputPrivate = false
  /// Whether only what went wrong is said.
  private(set) var isQuiet = false

  package init(
    output: any ByteSink, errors: any ByteSink, surroundings: Surroundings = Surroundings()
  ) {
    self.output = output
    self.errors = errors
    self.surroundings = surroundings
  }

  /// Takes over what the command line says about output.
  func adopt(_ invocation: Invocation) {
    color = invocation.color
    isPlain = invocation.format == .plain
    isTable = invocation.format == .table
    asksNothing = invocation.has("no-input")
    isDryRun = invocation.dryRun
    isQuiet = invocation.has("quiet")
    outputPath = invocation.value("output").flatMap { $0 == "-" ? nil : $0 }
  }

  /// The file of `-o`, for a command that makes it itself; the answer goes to standard output then.
  func claimOutputPath() -> String? {
    defer { outputPath = nil }
    return outputPath
  }

  // MARK: Output

  /// Adds text to the answer.
  package func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)) }

  /// Adds sentences of our own to the answer, in ASCII where nothing else is wanted.
  func writeWords(_ text: String) throws(CommandFailure) {
    try write(symbols.isASCII ? ASCIIText.of(text) : text)
  }

  /// Adds bytes to the answer.
  package func write(_ bytes: [UInt8]) throws(CommandFailure) {
    buffer += bytes
    if outputPath == nil, buffer.count >= Self.bufferLimit { try flush() }
  }

  /// Hands over what was written so far; called after each finished part of a long answer.
  package func flush() throws(CommandFailure) {
    guard outputPath == nil, !buffer.isEmpty else { return }
    clearProgress()
    let bytes = buffer
    buffer = []
    if let opened = openedPager(for: bytes) { output = Pager.Patient(opened.sink) }
    do { try output.write(bytes) } catch {
      switch error {
      case .closed: throw .readerGone
      case .failed(let errno):
        throw CommandFailure(
          .unusable, "standard output cannot be written: \(SystemText.reason(errno))",
          code: "not-written")
      }
    }
  }

  /// Finishes the answer: the rest goes out, or into the file of `-o`.
  func finish() throws(CommandFailure) {
    guard let outputPath else { return try flush() }
    try save(buffer, to: outputPath, keepsOutputPrivate ? .replacingPrivately : .replacing)
    buffer = []
  }

  /// Writes talk, which never goes into the answer.
  ///
  /// A closed stderr is nobody's problem.
  package func complain(_ text: String) {
    clearProgress()
    send(text)
  }

  func send(_ text: String) {
    try? errors.write(Array(text.utf8))  // There is no place left to report this.
  }

  // MARK: Looks

  package var symbols: Symbols { isPlain || !hasUnicodeLocale ? .plain : .unicode }
  package var paint: Paint { Paint(isOn: isColored(terminal: surroundings.outputIsTerminal)) }

  /// How reports on standard output look.
  package var reportStyle: ReportStyle {
    var style = ReportStyle()
    style.symbols = symbols
    style.paint = paint
    style.width = width
    style.isASCII = !hasUnicodeLocale || isPlain
    style.hasTabs = isPlain
    // Only a person can use them, and whatever reads a pipe wants to compare.
    style.showsTimes = isTable && outputPath == nil && surroundings.outputIsTerminal
    return style
  }

  package var errorPaint: Paint { Paint(isOn: isColored(terminal: surroundings.errorsIsTerminal)) }

  /// Columns a table should fit in; nil if nothing limits them.
  package var width: Int? {
    if outputPath != nil { return nil }
    if let columns = surroundings.variable("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return columns
    }
    return surroundings.outputIsTerminal ? surroundings.terminalWidth() : nil
  }

  package func variable(_ name: String) -> String? {
    surroundings.variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  package func checkInterruption() throws(CommandFailure) {
    if surroundings.clock.isInterrupted() { throw .interrupted }
  }

  /// Does what only computes: a signal ends the process at once, for nothing is left half done.
  func computing<Result>(_ body: () -> Result) throws(CommandFailure) -> Result {
    surroundings.setComputing(true)
    defer { surroundings.setComputing(false) }
    // What came a moment before has only been noted.
    try checkInterruption()
    return body()
  }

  private func isColored(terminal: Bool) -> Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto:
      if isPlain || outputPath != nil || variable("NO_COLOR") != nil { return false }
      if let force = variable("FORCE_COLOR") { return force != "0" }
      return terminal && variable("TERM") != "dumb"
    }
  }

  /// POSIX looks at these three in this order; the first that is set decides.
  private var hasUnicodeLocale: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { self.variable($0) }.first ?? "C"
    // NB: not `contains`: its search makes a table first.
    let folded = Array(locale.utf8).map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }.filter { $0 != 0x2D }
    return folded.indices.contains { folded[$0...].starts(with: "utf8".utf8) }
  }
}
