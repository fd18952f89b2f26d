import FoundationEssentials
import HawkNotesApp
import SceneLifecycle
import SceneState

/// Opens the store; a store that cannot be used for now works in memory and says so.
func openStore(_ settings: Settings) throws(SceneProblem) -> SceneStore {
  guard let path = settings.storePath else { return SceneStore.open(appID: HawkNotes.id) }
  return try SceneStore.open(
    URL(filePath: path), options: SceneStore.Options(appID: HawkNotes.id))
}

/// Plays the lines of standard input.
@MainActor func playLines(_ desktop: Desktop) -> Ending {
  var session = LineSession(
    desktop, style: TerminalEdge.look().style, write: { TerminalEdge.write($0) },
    complain: { TerminalEdge.complain($0) })
  var buffer: [UInt8] = []
  while true {
    switch TerminalEdge.read() {
    case .stopped(let code): return code
    case .nothing: session.hearMachines()
    case .end:
      if !buffer.isEmpty, let code = session.play(String(decoding: buffer, as: UTF8.self)) {
        return code
      }
      return session.finish()
    case .bytes(let bytes):
      buffer += bytes
      while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        if let code = session.play(line.hasSuffix("\r") ? String(line.dropLast()) : line) {
          return code
        }
      }
    }
  }
}

/// Follows the keys of a terminal.
@MainActor func followKeys(_ desktop: Desktop) -> Ending {
  var session = KeySession(desktop)
  var reader = KeyReader()
  var shown = ""
  return TerminalEdge.withRawKeys {
    while true {
      let (style, rows) = TerminalEdge.look()
      // Home, each line to its end, then whatever is left below: nothing flickers.
      let screen = session.screen(style, rows: rows)
        .split(separator: "\n", omittingEmptySubsequences: true)
        .map { $0 + "\u{1B}[K\n" }.joined()
      // The window may have another size since, and another process other values.
      if screen != shown, let code = TerminalEdge.write("\u{1B}[H\(screen)\u{1B}[J") { return code }
      shown = screen
      switch TerminalEdge.read() {
      case .stopped(let code): return code
      case .end: return .success
      case .nothing: session.noticeOthers()
      case .bytes(let bytes):
        for key in reader.keys(in: bytes) {
          if let code = session.press(key) { return code }
        }
      }
    }
  }
}

@MainActor func run(_ settings: Settings) -> Ending {
  let store: SceneStore
  do throws(SceneProblem) { store = try openStore(settings) } catch {
    TerminalEdge.complain("error: \(error)\n")
    return .unusable
  }
  var log: EventLog?
  if let path = settings.logPath {
    guard let write = TerminalEdge.appending(to: path) else { return .unusable }
    log = EventLog(name: "Hawk Notes", device: "mac", write: write)
  }
  let machines: OtherMachines?
  do throws(Mistake) { machines = try OtherMachines.joined(by: store, settings) } catch {
    TerminalEdge.complain("error: \(error)\n")
    return .unusable
  }
  let desktop = Desktop(
    store: store, takesOver: settings.takesOver, log: log, machines: machines)
  let code = TerminalEdge.isInteractive ? followKeys(desktop) : playLines(desktop)
  do throws(SceneProblem) { try desktop.quit() } catch {
    TerminalEdge.complain("error: nothing was kept: \(error)\n")
    return code == .success ? .unusable : code
  }
  return code
}

TerminalEdge.prepareSignals()
do throws(Mistake) {
  let settings = try Settings(Array(CommandLine.arguments.dropFirst()))
  if settings.wantsHelp {
    TerminalEdge.leave(TerminalEdge.write(Settings.help) ?? .success)
  }
  TerminalEdge.leave(run(settings))
} catch {
  TerminalEdge.complain("error: \(error); 'HawkNotes --help' tells more\n")
  TerminalEdge.leave(.wrongUsage)
}
