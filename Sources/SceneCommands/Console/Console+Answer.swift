import SceneReports
import SceneScenarios

/// How an answer is written: as lines for people and for `cut`, as JSON for programs.
extension Console {
  /// Adds a value on a line of its own.
  func write(_ json: JSON) throws(CommandFailure) { try write(json.line + "\n") }

  func write(lines: some Sequence<String>) throws(CommandFailure) {
    for line in lines { try write(line + "\n") }
  }

  /// A table as wide as the terminal, or as its widest cells if nothing may be cut.
  func lines(of table: TextTable, isFull: Bool = false) -> [String] {
    table.lines(width: isFull ? nil : width, ellipsis: symbols.ellipsis, paint: paint)
  }

  /// Says what is wrong in a file, each at its place.
  func complain(_ mistakes: [Diagnostic], in source: SourceFile) {
    for mistake in mistakes {
      complain(DiagnosticRenderer.text(mistake, source: source, color: errorPaint.isOn))
    }
  }

  /// Answers with rows in the format that is asked for.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - schema: The name of the object of `--json`, such as `store.diff`.
  ///   - facts: What that object has in front of the rows.
  ///   - name: What the rows are called in it.
  ///   - rows: The rows for programs, one a line of `--format jsonl`.
  ///   - plain: The lines of `--plain`.
  ///   - table: The lines for people.
  ///   - footer: What stands below them unless the command is to be quiet.
  /// - Throws: If the answer cannot be written.
  func answer<Plain: Sequence<String>>(
    _ invocation: Invocation, _ schema: String,
    _ facts: @autoclosure () -> [JSON.Member] = [], rows name: String,
    _ rows: @autoclosure () -> [JSON], plain: @autoclosure () -> Plain,
    table: @autoclosure () -> [String], footer: @autoclosure () -> String? = nil
  ) throws(CommandFailure) {
    switch invocation.format {
    case .table:
      try write(lines: table())
      if !isQuiet, let footer = footer() { try write(footer + "\n") }
    case .plain: try write(lines: plain())
    case .jsonl: for row in rows() { try write(row) }
    case .json:
      let head = JSON.Member("schema", .string("scenesim.\(schema)/1"))
      try write(.object([head] + facts() + [.init(name, .list(rows()))]))
    }
  }
}
