import Foundation
import SceneCommands
import SceneState
import Synchronization
import Testing

/// `watch` and `get --wait` beside other processes.
struct StoreWatchTests {
  private typealias Event = @Sendable () throws -> Void

  private let draft = SceneKey("draft", default: "")

  private func write(_ path: String, _ texts: [String: String]) throws {
    let store = try SceneStore.open(URL(filePath: path))
    for (scene, text) in texts.sorted(by: { $0.key < $1.key }) {
      store.scene(SceneID(rawValue: scene))[draft] = text
    }
    try store.flush()
    store.close()
  }

  /// Runs a watch in process; what happens between two looks is done instead of sleeping.
  private func watch(
    _ arguments: [String], _ events: [Event],
    prepare: @escaping (inout Console.Surroundings) -> Void = { _ in }
  ) -> Harness.Result {
    var harness = Harness()
    let rest = Box(events)
    harness.prepare = { surroundings in
      surroundings.clock.isInterrupted = { rest.isOver }
      surroundings.clock.sleep = { _ in rest.next() }
      prepare(&surroundings)
    }
    return harness.run(["store", "watch"] + arguments)
  }

  /// The events of a watch, one for each time it sleeps, and one more sleep to see the last.
  private final class Box: Sendable {
    private let events: Mutex<[Event]>
    private let ended = Mutex(false)
    private let sleeps = Mutex(0)

    init(_ events: [Event]) { self.events = Mutex(events) }

    var isOver: Bool { ended.withLock { $0 } }

    /// A wait is three short sleeps, so that Ctrl-C is noticed; only the first has an event.
    func next() {
      let count = sleeps.withLock { number in
        number += 1
        return number
      }
      guard count % 3 == 1 else { return }
      guard let event = events.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
        return ended.withLock { $0 = true }
      }
      #expect(throws: Never.self) { try event() }
    }
  }

  @Test func `every change is a line, and Ctrl-C ends it without a word`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    try write(path, ["A": "one"])
    let result = watch(
      [path, "--plain"],
      [
        { try write(path, ["A": "two"]) }, { try write(path, ["A": "two", "B": "new"]) }, {},
        {
          let store = try SceneStore.open(URL(filePath: path))
          store.scene("A").reset(draft)
          try store.flush()
          store.close()
        }, {},
      ])
    #expect(result.code == .interrupted)
    #expect(result.errors == "watching \(path); Ctrl-C ends\n")
    let rows = result.output.split(separator: "\n").map { $0.split(separator: "\t").dropLast() }
    #expect(
      rows == [
        ["change", "value", "A/draft", "\"one\"", "\"two\""], ["add", "scene", "B", "-", "-"],
        ["add", "value", "B/draft", "-", "\"new\""],
        ["remove", "value", "A/draft", "\"two\"", "-"],
      ])
  }

  @Test func `what nobody can write to is told, and not waited for`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let file = folder.file("letter")
    for place in [path + "/data.mdb", file] {
      try Data("text".utf8).write(to: URL(filePath: place))
    }
    for (place, words) in [
      (path, "'\(path)': data.mdb is a text, "),
      (file, "is not a scene store, but a"),
    ] {
      let result = watch([place, "--plain"], [])
      #expect(result.code == .unusable && result.errors.contains(words), "\(result)")
      #expect(!result.errors.contains("waiting for "), "\(result)")
    }
    let none = watch([folder.file("none.store")], [])
    #expect(none.errors.contains("waiting for ") && !none.errors.contains("error"), "\(none)")
  }

  @Test func `it waits for a store, and goes on with another file in its place`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    let result = watch(
      [path, "A/", "--plain", "-q"],
      [
        { try write(path, ["A": "one"]) }, {},
        {
          try write(folder.file("other.store"), ["Z": "x", "A": "two"])
          try FileManager.default.moveItem(atPath: path, toPath: folder.file("old.store"))
        }, {},
        { try FileManager.default.moveItem(atPath: folder.file("other.store"), toPath: path) }, {},
        { try write(path, ["A": "three"]) }, {},
      ])
    let values = result.output.split(separator: "\n").filter { $0.contains("\tvalue\t") }
      .map { $0.split(separator: "\t").prefix(5).joined(separator: " ") }
    #expect(
      values == [
        "add value A/draft - \"one\"", "change value A/draft \"one\" \"two\"",
        "change value A/draft \"two\" \"three\"",
      ])
  }

  @Test func `a program is run for each change and told what it is`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    try write(path, ["A": "one"])
    let told = folder.file("told")
    let result = watch(
      [
        path, "--count", "1", "--json", "--", "sh", "-c",
        "echo $SCENESIM_OP $SCENESIM_ADDR $SCENESIM_OLD $SCENESIM_NEW $SCENESIM_TXN \"$1\" > \(told)",
        "x", "--y z",
      ], [{ try write(path, ["A": "two"]) }],
      prepare: {
        $0.environment = ProcessInfo.processInfo.environment
        $0.runProgram = { words, environment in
          let process = Process()
          process.executableURL = URL(filePath: "/usr/bin/env")
          process.arguments = words
          process.environment = environment
          guard (try? process.run()) != nil else { return .failed(2) }
          process.waitUntilExit()
          return .exited(process.terminationStatus)
        }
      })
    #expect(result.code == .success)
    let line = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(line["op"] as? String == "change")
    let number = try #require(line["txn"] as? Int)
    let text = try String(contentsOfFile: told, encoding: .utf8)
    #expect(text == "change A/draft \"one\" \"two\" \(number) --y z\n")
  }

  @Test func `a real process sees what another one writes, and ends when nobody reads it`()
    throws
  {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    try write(path, ["A": "one"])
    let waiting = Process()
    waiting.executableURL = URL(filePath: "/bin/bash")
    waiting.arguments = [
      "-c",
      """
      "$0" store watch "$1" --plain 2> "$2/ready" | head -n 1 > "$2/first"
      echo "${PIPESTATUS[0]}" > "$2/code"
      """, tool.path, path, folder.path,
    ]
    try waiting.run()
    let getting = Process()
    getting.executableURL = URL(filePath: tool.path)
    getting.arguments = ["store", "get", path, "B/draft", "-w", "--raw", "-o", folder.file("got")]
    try getting.run()
    // The watch says when it has begun.
    while (try? String(contentsOfFile: folder.file("ready"), encoding: .utf8))?.isEmpty ?? true {
      usleep(10_000)
    }
    try write(path, ["A": "two", "B": "there"])
    waiting.waitUntilExit()
    getting.waitUntilExit()
    let first = try String(contentsOfFile: folder.file("first"), encoding: .utf8)
    #expect(first.hasPrefix("add\tscene\tB") || first.hasPrefix("change\tvalue\tA/draft"))
    let code = try String(contentsOfFile: folder.file("code"), encoding: .utf8)
    #expect(code == "141\n")
    #expect(try String(contentsOfFile: folder.file("got"), encoding: .utf8) == "there")
  }
}
