import Foundation
import LMDB
import SceneState
import Testing

/// How often a store makes the disk write, counted by the system call tracer.
@Suite struct DurabilityFlushCountTests {
  /// What the store did while it was traced; each has a folder of its own.
  private enum Work: String, CaseIterable {
    case nothing, unchanged, coalesced, flushed, flushedTwice, manyFlushed

    /// The flushes that it may cost.
    var flushes: Int {
      switch self {
      case .nothing, .unchanged: 0
      case .coalesced: 1
      case .flushed, .flushedTwice, .manyFlushed: 2
      }
    }
  }

  private static let tracer = "/usr/bin/strace"
  private static let note = SceneKey("note", default: "")

  /// Tracing a process beside all other tests is at the mercy of the machine's load, so this one
  /// runs alone: `Scripts/test --thorough` sets the variable.
  private static let isAskedFor =
    ProcessInfo.processInfo.environment["SCENE_STORAGE_COUNT_FLUSHES"] != nil

  @Test(
    .enabled(if: isAskedFor, "runs alone, in Scripts/test --thorough"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: tracer), "needs strace"),
    .timeLimit(.minutes(30)))
  func `a coalesced commit is one flush, a flush is two, and no change is none`() async throws {
    let folder = try DurabilityFolder()
    let path = folder.path
    // The tracer attaches to a process of its own, where nothing else is going on.
    let result = await #expect(
      processExitsWith: .exitCode(0), observing: [\.standardOutputContent]
    ) { [path = path as String] in
      var stores: [Work: SceneStore] = [:]
      for work in Work.allCases {
        let store = try SceneStore.open(URL(filePath: "\(path)/\(work.rawValue)"))
        store.scene("A")[Self.note] = "before"
        try store.flush()
        stores[work] = store
      }
      try Self.attachTracer(writing: path + "/trace")
      for work in Work.allCases { try Self.perform(work, try #require(stores[work])) }
      acknowledge("traced", Int(getpid()))
      exit(0)
    }
    let pid = try #require(result?.standardOutputContent.acknowledged("traced").first)
    let trace = try Self.finishedTrace(path + "/trace", of: pid)
    let lines = trace.split(separator: "\n").filter { !$0.contains("resumed>") }
    for work in Work.allCases {
      let flushes = lines.filter { $0.contains("/\(work.rawValue)/") }
      #expect(flushes.count == work.flushes, "\(work): \(flushes)")
    }
  }

  private static func perform(_ work: Work, _ store: SceneStore) throws {
    let scope = store.scene("A")
    switch work {
    case .nothing: break
    case .unchanged:
      scope[note] = "before"
      try store.flush()
    case .coalesced:
      store.tick { for number in 1...100 { scope[note] = "after \(number)" } }
      while try store.inspect().entries.map(\.json) != ["\"after 100\""] { usleep(1000) }
    case .flushed:
      // In a tick, so that the committer cannot come between the write and the flush.
      try store.tick {
        scope[note] = "after"
        try store.flush()
      }
    case .flushedTwice:
      try perform(.flushed, store)
      try store.flush()
    case .manyFlushed:
      try store.tick {
        for number in 1...100 { store.scene("B").tab(TabID(rawValue: "\(number)"))[note] = "x" }
        try store.flush()
      }
    }
  }

  /// What the tracer wrote; it may still be writing when the process has ended.
  private static func finishedTrace(_ path: String, of pid: Int) throws -> String {
    for _ in 0..<2000 {
      let trace = try String(contentsOfFile: path, encoding: .utf8)
      if trace.contains("\(pid) +++ exited with 0") { return trace }
      usleep(10_000)
    }
    Issue.record("the tracer did not end")
    return ""
  }

  /// Starts the tracer on this process and waits until it has every thread.
  private static func attachTracer(writing path: String) throws {
    let tracer = Process()
    tracer.executableURL = URL(filePath: Self.tracer)
    tracer.arguments = [
      "-f", "-y", "-e", "trace=fsync,fdatasync,msync,sync_file_range", "-o", path,
      "-p", "\(getpid())",
    ]
    // A file and no pipe: the tracer outlives this process, and a broken pipe would end it early.
    let words = path + ".words"
    try Data().write(to: URL(filePath: words))
    tracer.standardError = try FileHandle(forWritingTo: URL(filePath: words))
    try tracer.run()
    var said = ""
    for _ in 0..<1000 where !said.contains("attached") && tracer.isRunning {
      usleep(5000)
      said = try String(contentsOfFile: words, encoding: .utf8)
    }
    // A machine may forbid to trace; then this counts nothing and must not pass.
    try #require(said.contains("attached"), "\(said)")
  }
}
