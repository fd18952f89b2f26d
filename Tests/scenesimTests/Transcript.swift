import Foundation
import SceneState
import SceneCommands
import Synchronization
import Testing

/// A Markdown page whose console sessions are run and compared.
///
/// In a block marked `console`, a line `$ scenesim …` is run in process; the lines up to the next
/// one are what it says, answer and complaints; a last line `(exit N)` stands for a code.
struct Transcript {
  /// A command line and what came of it.
  struct Session: Equatable {
    let line: String
    let said: String

    /// Whether this was said, where `…` stands for anything.
    func matches(_ now: String) -> Bool {
      // Operands of help have the same sign; there it stands for itself.
      let operand = ("PATH…", "PATH\u{1}")
      let said = said.replacing(operand.0, with: operand.1)
      let now = now.replacing(operand.0, with: operand.1)
      let pieces = said.components(separatedBy: "…")
      guard pieces.count > 1, let first = pieces.first, let last = pieces.last else {
        return said == now
      }
      guard now.hasPrefix(first) else { return false }
      var rest = now.dropFirst(first.count)
      for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
        guard let found = rest.range(of: piece) else { return false }
        rest = rest[found.upperBound...]
      }
      return rest.hasSuffix(last)
    }
  }

  let name: String
  let sessions: [Session]
  /// The page with what the commands say now.
  private(set) var updated = ""

  static var folder: String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts").path()
  }

  static var names: [String] {
    let found = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (found ?? []).filter { $0.hasSuffix(".md") }.sorted()
  }

  /// Reads the page and plays its sessions with `play`.
  init(_ name: String, play: (String) -> String) throws {
    let text = try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
    self.init(name, text: text, play: play)
  }

  init(_ name: String, text: String, play: (String) -> String) {
    self.name = name
    var sessions: [Session] = []
    var open: (line: String, said: String, now: String)?
    var isConsole = false
    var page = ""
    func close() {
      if let open {
        let session = Session(line: open.line, said: open.said)
        sessions.append(session)
        // What is left out on the page stays left out.
        page += open.said.contains("…") && session.matches(open.now) ? open.said : open.now
      }
      open = nil
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("```") {
        close()
        isConsole = line == "```console"
        page += line + "\n"
      } else if isConsole, line.hasPrefix("$ ") {
        close()
        open = (String(line.dropFirst(2)), "", play(String(line.dropFirst(2))))
        page += line + "\n"
      } else if let current = open {
        open = (current.line, current.said + line + "\n", current.now)
      } else {
        page += line + "\n"
      }
    }
    close()
    self.sessions = sessions
    updated = page
  }
}

/// The place transcripts play in: sample scenarios, a store left by one of them, an empty folder.
struct TranscriptStage {
  let folder: TemporaryFolder
  private var replacements: [(name: String, path: String)]
  private let clusters = ClusterStages()

  private func cluster(in folder: TemporaryFolder) throws -> ClusterStage {
    if let made = clusters.made { return made }
    let stage = try ClusterStage(in: folder)
    clusters.made = stage
    return stage
  }

  /// A page that makes the demo store itself begins without it.
  init(hasStore: Bool = true) throws {
    folder = try TemporaryFolder()
    let samples = Self.testsFolder + "/SceneScenariosTests/Samples"
    let scenarios = folder.file("scenarios")
    try FileManager.default.createDirectory(
      atPath: scenarios, withIntermediateDirectories: true)
    let sample = "01-shared-key.scene.yaml"
    try FileManager.default.copyItem(
      atPath: "\(samples)/\(sample)", toPath: "\(scenarios)/\(sample)")
    try FileManager.default.copyItem(
      atPath: "\(samples)/\(sample)", toPath: folder.file("my.scene.yaml"))
    let notes = "name: Notes\nstorage: { text: string }\n"
    try Data(notes.utf8).write(to: URL(filePath: folder.file("notes.yaml")))
    let steps = "launch: A\nset: { text: hello }\nsett: { text: bye }\nundo\nhistory\n"
    try Data(steps.utf8).write(to: URL(filePath: folder.file("steps.txt")))
    try FileManager.default.copyItem(
      atPath: "\(samples)/02-drag-new-window.scene.yaml", toPath: folder.file("drag.scene.yaml"))
    try FileManager.default.copyItem(
      atPath: "\(samples)/04-deep-link.scene.yaml", toPath: folder.file("links.scene.yaml"))
    let text = try String(contentsOfFile: "\(samples)/\(sample)", encoding: .utf8)
    let wrong = text.replacingOccurrences(
      of: "draft-elsewhere: \"\"", with: "draft-elsewhere: Tala")
    try Data(wrong.utf8).write(to: URL(filePath: folder.file("wrong.scene.yaml")))
    try FileManager.default.copyItem(
      atPath: "\(Transcript.folder)/events.jsonl", toPath: folder.file("events.jsonl"))
    try Data(Self.untidy.utf8).write(to: URL(filePath: folder.file("untidy.scene.yaml")))
    let misspelt = text.replacingOccurrences(of: "- select: raven", with: "- selct: raven")
      .replacingOccurrences(of: "select: swift", with: "select: swfit")
      .replacingOccurrences(of: "\ncases:", with: "\nvars: { tala: Tala }\ncases:")
    try Data(misspelt.utf8).write(to: URL(filePath: folder.file("misspelt.scene.yaml")))
    let names = [
      "scenarios", "my.scene.yaml", "misspelt.scene.yaml", "untidy.scene.yaml", "wrong.scene.yaml",
      "drag.scene.yaml", "links.scene.yaml", "run.jsonl", "out.html", "drag.html", "pictures",
      "pages", "places.svg",
      "demo.store", "before.store", "events.jsonl", "bug.scene.yaml",
      "none.store", "version.txt",
      "new.store", "out.trace", "first", "first.scene.yaml", "second", "notes.yaml", "steps.txt",
      "dragged-note", "places",
      "scenesim.schema.json", "app.schema.json",
      "scenesim.1", "dump.jsonl", "copy.store", "notes.snap", "late.snap", "again.store",
      "small.store",
      "repaired.store", "hawk.html", "tabs.store", "first.store", "other.store", "third.store",
      "desk.store", "loaded.store", "bugs", "part1", "part2", "found",
    ]
    replacements =
      names.map { [folder] in ($0, folder.file($0)) } + [("Tests", Self.testsFolder)]
    if hasStore { _ = play("scenesim run scenarios/\(sample) --case 2 --store demo.store") }
  }

  /// Writes the files that a page shows: YAML whose first line is a comment with their name.
  mutating func write(filesOf page: String) throws {
    for block in page.matches(of: /```yaml\n(# ([a-z-]+\.yaml)\n(?s:.*?))```/) {
      let (_, text, name) = block.output
      try Data(text.utf8).write(to: URL(filePath: folder.file(String(name))))
      replacements.append((String(name), folder.file(String(name))))
    }
  }

  private static let untidy = """
    # A file in a hurry
    scenesim: 1
    scenario:   A draft
    app:
        storage: {draft: string,count:   int}


    steps:
    - launch   # the first window
    - set: {draft: "Tala",count: 2,}
    # and now
    -
      expect: { A:   {values: {draft: Tala}}}
    """

  private static var testsFolder: String {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return (tests.path() as NSString).standardizingPath
  }

  /// Plays a line and gives back what it says, with the stage's paths as they were written.
  func play(_ line: String) -> String {
    var words = Self.words(of: line).dropFirst()
    var harness = Harness()
    if let mark = words.firstIndex(of: "<"), words.indices.contains(mark + 1) {
      let input = try? String(contentsOfFile: located(words[mark + 1]), encoding: .utf8)
      harness.input = input ?? ""
      words = words[..<mark]
    }
    makeEarlierStore(for: line)
    if line.contains("etcd://") {
      guard let cluster = try? cluster(in: folder) else { return "no cluster" }
      harness.prepare = cluster.prepare
    } else if words.starts(with: ["store", "watch"]) {
      harness.prepare = changeWhileWatched()
    }
    // Nobody sits at a terminal, which the usual editors need.
    harness.environment["EDITOR"] = "true"
    if words.contains("--kills") { harness.prepare = Self.processesOfTheTool }
    // A kind of diagram and a verb are no files, though other pages have some of the name.
    let isWord = ["diagram", "roam"].contains(words.first)
    let result = harness.run(
      zip(0..., words).map { isWord && $0 == 1 ? $1 : located($1) })
    var said = result.output + result.errors
    if !said.isEmpty, !said.hasSuffix("\n") { said += "\n" }
    if result.code != .success { said += "(exit \(result.code.rawValue))\n" }
    said = said.replacingOccurrences(of: folder.path + "/", with: "")
    said.replace(/[0-9]+ a second/, with: "1000 a second")
    // How large the file is depends on the machine's pages, its limit on its address space.
    said.replace(/file [0-9.]+ .?i?B of [0-9.]+ .?i?B/, with: "file 60 KiB of 1 GiB")
    said.replace(/the file has [0-9.]+ .?i?B of the/, with: "the file has 60 KiB of the")
    said.replace(/file( +)[0-9.]+ .?i?B, [^\n]* of the map/) {
      "file\($0.output.1)60 KiB, under 0.1 % of the map"
    }
    said.replace(/used( +)[0-9.]+ .?i?B/) { "used\($0.output.1)12 KiB" }
    said.replace(/free( +)[0-9]+ pages?, [^\n]*/) { "free\($0.output.1)8 pages, 32 KiB" }
    said.replace(/(\.store|\.snap)  [0-9.]+ [KMG]?i?B/) { "\($0.output.1)  32 KiB" }
    said.replace(/→ [0-9.]+ [KMG]?i?B/) { _ in "→ 32 KiB" }
    said.replace(/"(beforeBytes|afterBytes)":[0-9]+/) { "\"\($0.output.1)\":1" }
    said.replace(/"(fileBytes|limitBytes|usedBytes|pageBytes|freePages)":[0-9]+/) {
      "\"\($0.output.1)\":1"
    }
    return said
  }

  /// The demo store as it was in the middle of its scenario, for lines that name it.
  private func makeEarlierStore(for line: String) {
    let path = folder.file("before.store")
    guard line.contains("before.store"), !FileManager.default.fileExists(atPath: path) else {
      return
    }
    _ = Harness().run(
      "run", folder.file("my.scene.yaml"), "--case", "2", "--until", "12", "--store", path)
  }

  /// Somebody writes while a watch sleeps for the first time, and Ctrl-C ends it after the second.
  private func changeWhileWatched() -> (inout Console.Surroundings) -> Void {
    let sleeps = Mutex(0)
    let count: @Sendable () -> Int = {
      sleeps.withLock { number in
        number += 1
        return number
      }
    }
    let path = folder.file("demo.store")
    let isOver = Mutex(false)
    return { surroundings in
      surroundings.clock.isInterrupted = { isOver.withLock { $0 } }
      surroundings.clock.sleep = { _ in
        let number = count()
        if number > 2 { isOver.withLock { $0 = true } }
        // A page without a store has nothing to watch.
        guard number == 1, let store = try? SceneStore.open(URL(filePath: path)) else { return }
        let draft = SceneKey("draft", default: "", scope: .tab("hawk"))
        store.scene("A")[draft] = store.scene("A")[draft] + "!"
        try? store.flush()  // The page shows what came of it.
        store.close()
      }
    }
  }

  /// A process that kills itself is one of the tool, not of the tests.
  private static func processesOfTheTool(_ surroundings: inout Console.Surroundings) {
    surroundings.runProgram = { words, environment in
      do {
        let process = Process()
        process.executableURL = URL(filePath: try Executable.find().path)
        process.arguments = Array(words.dropFirst())
        process.environment = environment
        try process.run()
        process.waitUntilExit()
        let code = process.terminationStatus
        return .exited(process.terminationReason == .uncaughtSignal ? 128 + code : code)
      } catch {
        Issue.record(error)
        return .exited(1)
      }
    }
  }

  private func located(_ word: String) -> String {
    for (name, path) in replacements where word == name || word.hasPrefix(name + "/") {
      return path + word.dropFirst(name.count)
    }
    // A folder in `--report svg=pictures`.
    if word.hasPrefix("svg=") || word.hasPrefix("html=") {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      return "\(parts[0])=\(located(parts[1]))"
    }
    return word
  }

  /// Words as a shell splits them; only single quotes are known.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      if character == "'" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == " ", !isQuoted {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }
}
