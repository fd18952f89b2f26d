import Foundation
import SceneCommands
import SceneState
import Testing

/// Stores where nothing can be written: a medium that is mounted read-only, and files that only
/// their owner may read.
struct ReadOnlyPlaceTests {
  /// Each verb that reads, with what stands behind the store.
  private static let lines = [
    "ls", "ls A/", "tree", "scenes", "dump", "dump --mdb", "export", "stats", "check", "readers",
    "get A/draft", "blame A/draft", "diff STORE",
  ]

  private static let isRoot = geteuid() == 0

  /// Whether a mount of one's own can be made here.
  private static let canMount: Bool = {
    guard let tool = try? Executable.find() else { return false }
    return (try? tool.shell("\(mount("/tmp")) true"))?.code == 0
  }()

  /// A shell in a space of mounts of its own, in which a folder is read-only.
  private static func mount(_ folder: String) -> String {
    let space = isRoot ? "unshare -m" : "unshare -rm"
    let steps = "mount --bind \(folder) \(folder) && mount -o remount,ro,bind \(folder)"
    return "\(space) bash -c '\(steps) && \"$@\"' bash"
  }

  private static func store(_ folder: TemporaryFolder) throws -> String {
    let path = folder.file("demo.store")
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = nil
    let store = try SceneStore.open(URL(filePath: path), options: options)
    store.scene("A")[SceneKey("draft", default: "")] = "typed"
    store.close()
    return path
  }

  private func expectAnswers(
    _ path: String, refusingWritesWith code: Int32,
    _ shell: (String) throws -> (code: Int32, output: String, errors: String)
  ) throws {
    for line in Self.lines {
      var words = line.split(separator: " ").map(String.init)
      words.insert(path, at: 1)
      let command = words.map { $0 == "STORE" ? path : $0 }.joined(separator: " ")
      let result = try shell("store \(command)")
      // Where permissions are in the way somebody should do something.
      let isWarned = line == "check" && result.output.contains("no app can write it")
      #expect(result.code == (isWarned ? 1 : 0), "\(line): \(result)")
      #expect(result.errors.isEmpty, "\(line): \(result)")
      #expect(!result.output.isEmpty, "\(line)")
    }
    let set = try shell("store set \(path) A/draft other")
    #expect(set.code == code && set.output.isEmpty, "\(set)")
    #expect(!set.errors.contains("errno"), "\(set)")
    #expect(try shell("store get \(path) A/draft").output == "\"typed\"\n")
  }

  @Test(.enabled(if: canMount, "no read-only mount can be made here (unshare, mount --bind)"))
  func `every read verb answers from a medium that is mounted read-only`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let path = try Self.store(folder)
    try expectAnswers(path, refusingWritesWith: 4) {
      try tool.shell("\(Self.mount(folder.path)) $T \($0)")
    }
  }

  @Test(.enabled(if: canMount, "no read-only mount can be made here (unshare, mount --bind)"))
  func `where nothing can be written the way elsewhere is named`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let path = try Self.store(folder)
    for line in ["set \(path) A/draft x", "compact \(path)", "backup \(path) \(folder.path)-copy"] {
      let said = try tool.shell("\(Self.mount(folder.path)) $T store \(line)")
      #expect(said.code == 4, "\(line) \(said)")
      #expect(
        said.errors.contains("'\(path)' cannot be written: the file system is read-only"),
        "\(line) \(said)")
      #expect(said.errors.contains("next   scenesim store repair \(path) -o NEW-FOLDER\n"))
    }
    for verb in ["repair \(path) -o", "backup \(path)"] {
      let said = try tool.shell("$T store \(verb) /proc/abc")
      #expect(said.code == 4, "\(said)")
      #expect(said.errors.contains("cannot write '/proc/abc': there is no such file"), "\(said)")
      #expect(said.errors.contains("store \(verb) ANOTHER-PLACE\n"), "\(said)")
    }
  }

  @Test(.enabled(if: isRoot, "only root may write what is another user's"))
  func `root writes nobody else's store, and is told whose it is`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let path = try Self.store(folder)
    try #require(try tool.shell("chown -R 65534:65534 \(path)").code == 0)
    let set = try tool.shell("$T store set \(path) A/draft x")
    #expect(set.code == 77 && set.errors.contains("belongs to nobody"), "\(set)")
    #expect(set.errors.contains("next   scenesim store dump \(path) -o copy.jsonl\n"), "\(set)")
  }

  @Test func `whoever finds a lock taken is told to try again`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let path = try Self.store(folder)
    for (lock, line) in [("open", "ls \(path)"), ("writer", "set \(path) A/draft x")] {
      let said = try tool.shell("flock \(path)/\(lock).lock \"$T\" store \(line)")
      #expect(said.code == 4, "\(said)")
      #expect(said.errors.contains("the store is busy: "), "\(said)")
      #expect(said.errors.contains("hint   nothing was changed; try again when"), "\(said)")
    }
  }

  @Test func `every read verb answers its reader where nobody may write`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let path = try Self.store(folder)
    // Without locks, as on a medium that was written elsewhere; root may write anywhere, so the
    // reader is somebody else then.
    let made = try tool.shell(
      """
      cd \(folder.path) && rm -f demo.store/*.lock demo.store/lock.mdb && cp "$T" tool \
      \(Self.isRoot ? "&& chown -R 65534:65534 ." : "") && chmod 0400 demo.store/data.mdb \
      && chmod 0500 demo.store
      """)
    try #require(made.code == 0, "\(made.errors)")
    defer { _ = try? tool.shell("chmod 0700 \(path)") }
    let reader = Self.isRoot ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    let who = try tool.shell("\(reader) true")
    try #require(who.code == 0, "\(who.errors)")
    try expectAnswers(path, refusingWritesWith: 77) {
      try tool.shell("cd \(folder.path) && \(reader) ./tool \($0)")
    }
  }

  @Test func `a store of somebody else is told with its owner, at once, with 77`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let path = try Self.store(folder)
    // A folder that is closed to its owner is the same for those who are not root.
    let made = try tool.shell(
      "cd \(folder.path) && chmod 0755 . && cp \"$T\" tool && chmod 0\(Self.isRoot ? 7 : 0)00 \(path)"
    )
    try #require(made.code == 0, "\(made.errors)")
    defer { _ = try? tool.shell("chmod 0700 \(path)") }
    let reader = Self.isRoot ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    for line in Self.lines.dropLast() + ["watch", "set A/draft x", "rm A/draft", "find x"] {
      var words = line.split(separator: " ").map(String.init)
      words.insert("demo.store", at: 1)
      let said = try tool.shell(
        "cd \(folder.path) && \(reader) timeout 20 ./tool store \(words.joined(separator: " "))")
      #expect(said.code == 77, "\(line): \(said)")
      #expect(said.errors.contains("you may not read it [no-permission]"), "\(line): \(said)")
      #expect(said.errors.contains("'demo.store' belongs to "), "\(line): \(said)")
      guard Self.isRoot else { continue }
      #expect(said.errors.contains("scenesim store dump demo.store > dump.jsonl\n"), "\(said)")
    }
  }
}
