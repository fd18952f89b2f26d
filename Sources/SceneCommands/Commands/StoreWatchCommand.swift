import SceneScenarios
import SceneState
import SceneReports

enum StoreWatchCommand {
  static let command = Command(
    "store", "watch", abstract: "print each change that another process makes, as it happens",
    operands: "[STORE] [ADDR] [-- CMD…]", operandCount: .range(0...2),
    options: [
      StoreSource.option,
      .value("count", "N", "end after so many changes"),
      .flag("full", "never cut a value"),
    ] + ClusterPlace.options,
    takesCommandLine: true
  ) { invocation, console in
    let source = try StoreSource(invocation, console: console, needsAddress: false)
    let pattern: AddressPattern =
      if let address = source.address { try AddressPattern(address) } else { .everything }
    let limit = try invocation.number("count", least: 1)
    let output = WatchOutput(invocation, console)
    var watch = StoreWatch(source, pattern)
    // What may not be looked at would be waited for for ever.
    if source.cluster == nil { try StoreSource.checkPermission(source.directory) }
    // What is there already is no change.
    _ = try watch.next()
    if let obstacle = watch.obstacle, source.cluster == nil { throw obstacle }
    watch.shortfall?.tell(of: source.directory, console)
    // No app writes to it as it is; a repair makes another one.
    if watch.isDamaged, source.cluster == nil { return .no }
    if !invocation.has("quiet") {
      let name = SafeText.escaped(source.directory)
      console.complain(
        watch.isThere ? "watching \(name); Ctrl-C ends\n" : "waiting for \(name); Ctrl-C ends\n")
    }
    var told = 0
    while true {
      for change in try watch.next() {
        try output.tell(change)
        try WatchCommand(words: invocation.commandLine, console: console).run(change, source)
        told += 1
        if told == limit { return .success }
      }
      console.surroundings.clock.wait(for: StoreWait.interval(of: source))
      try console.checkInterruption()
      // Nobody may ever write again to a pipe that nobody reads.
      if console.surroundings.outputIsGone() { throw CommandFailure.readerGone }
    }
  }
}

/// How a watch tells a change: a line, and out with it at once.
private struct WatchOutput {
  let format: OutputFormat
  let text: ChangeText
  let console: Console

  init(_ invocation: Invocation, _ console: Console) {
    format = invocation.format
    text = ChangeText(console, invocation)
    self.console = console
  }

  func tell(_ change: ListedChange) throws(CommandFailure) {
    switch format {
    case .table:
      let transaction = change.transaction.map { "txn \($0)" } ?? ""
      try console.write(
        DisplayWidth.padded(transaction, to: 8) + "  " + text.line(change, addressWidth: 24) + "\n")
    case .plain: try console.write(change.plain + "\n")
    case .json, .jsonl: try console.write(change.json)
    }
    try console.flush()
  }
}

/// The command that is run for each change.
private struct WatchCommand {
  /// Longer values are left out: the system limits what a process can be given.
  private static let valueByteLimit = 96 * 1024

  let words: [String]
  let console: Console

  func run(_ change: ListedChange, _ source: StoreSource) throws(CommandFailure) {
    guard let program = words.first else { return }
    var environment = console.surroundings.environment
    environment["SCENESIM_STORE"] = source.directory
    environment["SCENESIM_OP"] = change.operation.rawValue
    environment["SCENESIM_ADDR"] = change.address
    environment["SCENESIM_OLD"] = passed(change.old)
    environment["SCENESIM_NEW"] = passed(change.new)
    environment["SCENESIM_TXN"] = change.transaction.map { String($0) } ?? ""
    switch console.surroundings.runProgram(words, environment) {
    case .exited(0): return
    case .exited(let code):
      console.complain("'\(SafeText.escaped(program))' ended with code \(code)\n")
    case .failed(let code):
      throw CommandFailure(
        .unusable, "cannot run '\(program)': \(SystemText.reason(code))", code: "not-run")
    }
  }

  private func passed(_ json: String?) -> String {
    guard let json, json.utf8.count <= Self.valueByteLimit else { return "" }
    return json
  }
}
