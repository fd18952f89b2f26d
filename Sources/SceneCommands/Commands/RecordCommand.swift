import SceneScenarios

enum RecordCommand {
  static let command = Command(
    "record", abstract: "make a scenario of the event log of an app, for a bug report",
    operands: "LOG", operandCount: .range(1...1),
    onlyAnswer: "a scenario"
  ) { invocation, console in
    let path = invocation.value("output").flatMap { $0 == "-" ? nil : console.claimOutputPath() }
    if let path { try OutputFile.checkIsNew(path) }
    let log = try ScenarioFiles.read(
      invocation.operands.first ?? "-", limit: ScenarioRecording.byteLimit, console: console)
    let recording: ScenarioRecording
    let result = try console.computing {
      Result { () throws(MistakesFound) in try ScenarioRecording(log) }
    }
    do throws(MistakesFound) { recording = try result.get() } catch {
      console.complain(error.diagnostics, in: log)
      return .invalidInput
    }
    if !invocation.has("quiet") { console.complain(recording.warnings, in: log) }
    guard let path else {
      try console.write(recording.bytes)
      return .success
    }
    if try console.save(recording.bytes, to: path, .creating) { console.tellWritten(path) }
    return .success
  }
}
