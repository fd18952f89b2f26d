import Foundation
import SceneState
import Testing

/// Runs the built tool as a process of its own.
struct Executable {
  let path: String

  /// Next to the test bundle, where the build puts both.
  static func find() throws -> Executable {
    let arguments = CommandLine.arguments.first ?? ""
    let candidates = [Bundle.main.bundlePath, (arguments as NSString).deletingLastPathComponent]
    let path = candidates.map { $0 + "/scenesim" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    return Executable(path: try #require(path, "no scenesim in \(candidates)"))
  }

  /// Runs a shell line in which `$T` is the tool.
  func shell(_ line: String) throws -> (code: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", line]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["T": path, "LANG": "C.UTF-8"], uniquingKeysWith: { $1 })
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: said, as: UTF8.self),
      String(decoding: complained, as: UTF8.self)
    )
  }
}

struct ExecutableTests {
  @Test func `the process ends with the code of the command`() throws {
    let tool = try Executable.find()
    #expect(try tool.shell("$T version").code == 0)
    let wrong = try tool.shell("$T versoin")
    #expect(wrong.code == 2)
    #expect(wrong.output.isEmpty)
    #expect(wrong.errors.contains("did you mean version?"))
    #expect(try tool.shell("$T version -o /no/such/folder/file").code == 4)
  }

  @Test func `a closed pipe ends the process with 141 and no word`() throws {
    let tool = try Executable.find()
    let result = try tool.shell("{ sleep 0.2; $T help; echo code $? >&2; } | true")
    #expect(result.errors == "code 141\n")
  }

  @Test func `an interrupted run ends with 130 and no word`() throws {
    let tool = try Executable.find()
    let result = try tool.shell(
      "$T run - < <(exec sleep 3) & p=$!; sleep 0.5; kill -INT $p; wait $p; echo code $?")
    #expect(result.output == "code 130\n")
    #expect(result.errors.isEmpty)
  }

  @Test func `a second interruption ends what cannot stop, without leaving a store`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let text = String(repeating: "a", count: 60)
    let scenario = """
      scenesim: 1
      scenario: A pattern that takes for ever
      app: { storage: { draft: string } }
      steps:
        - launch: A
        - set: { draft: "\(text)!" }
        - expect: { A: { values: { draft: { $matches: "^(a+)+$" } } } }
      """
    try Data(scenario.utf8).write(to: URL(filePath: folder.file("slow.scene.yaml")))
    let result = try tool.shell(
      """
      $T run \(folder.file("slow.scene.yaml")) & p=$!
      until grep -q memfd:scene-storage /proc/$p/maps; do sleep 0.05; done
      sleep 0.5; kill -INT $p; sleep 0.2; kill -INT $p 2>/dev/null; wait $p; echo code $?
      """)
    #expect(result.output == "code 130\n" && result.errors.isEmpty)
  }

  @Test func `a full disk is told`() throws {
    let tool = try Executable.find()
    let result = try tool.shell("$T help > /dev/full")
    #expect(result.code == 4)
    #expect(result.errors.contains("the disk is full"))
  }

  @Test func `a file size limit is an error, not a signal`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let result = try tool.shell("ulimit -f 0; $T help > \(folder.file("out"))")
    #expect(result.code == 4)
    #expect(result.errors.contains("larger than allowed"))
  }

  /// The sample that writes most; every step of it commits.
  private static let sample = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "SceneScenariosTests/Samples/02-drag-new-window.scene.yaml").path()

  @Test(arguments: [1, 8, 16, 24, 40, 48])
  func `a store that may not grow is an error with code 4, and it stays sound`(
    kibibytes: Int
  ) throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let store = folder.file("demo.store")
    let limited = try tool.shell(
      "(ulimit -f \(kibibytes); $T run \(Self.sample) --case 1 --store \(store)); echo code $?")
    #expect(limited.output.hasSuffix("code 4\n"), "\(limited)")
    #expect(limited.output.contains("the store cannot be used"))
    #expect(limited.output.contains("[store-not-usable]"))
    #expect(limited.errors.isEmpty)
    // What is there opens again: all of a commit or nothing of it.
    try SceneStore.open(URL(filePath: store)).withValue { store in
      #expect(store.reportedProblems == [])
      store.scene("after")[SceneKey("draft", default: "")] = "goes on"
      try store.flush()
    }
    let listed = try tool.shell("$T store ls \(store) --format jsonl")
    #expect(listed.code == 0)
    #expect(listed.output.contains("goes on"))
  }

  @Test(.enabled(if: Self.canMount, "needs the right to mount a file system of its own"))
  func `a full disk changes nothing of a store that is compacted there`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let (disk, whole) = (folder.file("disk"), folder.file("whole.store"))
    #expect(try tool.shell("$T run \(Self.sample) --case 1 --store \(whole)").code == 0)
    let result = try tool.shell(
      """
      unshare -rm sh -c 'mkdir \(disk) && mount -t tmpfs -o size=900k none \(disk) && \
      cp -rp \(whole) \(disk)/demo.store && for verb in compact "purge --force"; do \
      "$T" store $verb \(disk)/demo.store; echo code $?; done; ls \(disk)/demo.store'
      """)
    #expect(result.output.split(separator: "\n").filter { $0 == "code 4" }.count == 2, "\(result)")
    #expect(
      result.errors.contains("no room in '\(disk)/demo.store': the disk is full"), "\(result)")
    #expect(result.errors.contains("hint   nothing was changed; make room"), "\(result)")
    #expect(!result.output.contains("rebuild.tmp"), "\(result)")
  }

  @Test(.enabled(if: Self.canMount, "needs the right to mount a file system of its own"))
  func `where there is no room for a store nothing of it is left, and df finds the disk`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let (disk, dump) = (folder.file("disk"), folder.file("dump.jsonl"))
    let whole = folder.file("whole.store")
    #expect(try tool.shell("$T run \(Self.sample) --case 1 --store \(whole)").code == 0)
    #expect(try tool.shell("$T store dump \(whole) -o \(dump)").code == 0)
    let result = try tool.shell(
      """
      unshare -rm sh -c 'mkdir \(disk) && mount -t tmpfs -o size=4k none \(disk) && \
      cat /dev/zero > \(disk)/fill 2>/dev/null; \
      "$T" run \(Self.sample) --case 1 --store \(disk)/run.store -q; \
      "$T" store load \(disk)/new.store \(dump); ls \(disk)'
      """)
    #expect(result.output.hasSuffix("\nfill\n"), "\(result)")
    #expect(result.errors.contains("next   df -h \(disk)\n"), "\(result)")
  }

  @Test(.enabled(if: Self.canMount, "needs the right to mount a file system of its own"))
  func `a store without lock files is read where there is no room for them`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let (disk, whole) = (folder.file("disk"), folder.file("whole.store"))
    #expect(try tool.shell("$T run \(Self.sample) --case 1 --store \(whole)").code == 0)
    let result = try tool.shell(
      """
      unshare -rm sh -c 'mkdir \(disk) && mount -t tmpfs -o size=900k none \(disk) && \
      mkdir -m 700 \(disk)/a && cp -p \(whole)/data.mdb \(disk)/a && \
      cat /dev/zero > \(disk)/fill 2>/dev/null; for verb in ls check dump; do \
      "$T" store $verb \(disk)/a; echo code $?; done; ls \(disk)/a'
      """)
    #expect(result.output.split(separator: "\n").filter { $0 == "code 0" }.count == 2, "\(result)")
    #expect(result.output.contains("no app can open it: the disk is full"), "\(result)")
    #expect(result.errors.isEmpty && result.output.contains("draft"), "\(result)")
  }

  @Test(
    .enabled(if: Self.canMount, "needs the right to mount a file system of its own"),
    arguments: [8, 500, 1040])
  func `a full disk is an error with code 4 and no crash`(kibibytes: Int) throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let disk = folder.file("disk")
    let whole = folder.file("whole.store")
    #expect(try tool.shell("$T run \(Self.sample) --case 1 --store \(whole)").code == 0)
    let result = try tool.shell(
      """
      unshare -rm sh -c 'mkdir \(disk) && mount -t tmpfs -o size=\(kibibytes)k none \(disk) && \
      "$T" run \(Self.sample) --case 1 --store \(disk)/demo.store; echo code $?; \
      cat /dev/zero > \(disk)/fill 2>/dev/null; \
      "$T" run \(Self.sample) --case 1 --store \(disk)/other.store; echo code $?; \
      "$T" store repair \(whole) -o \(disk)/new.store; echo code $?; \
      "$T" store backup \(whole) \(disk)/copy.snap; echo code $?'
      """)
    #expect(result.output.split(separator: "\n").filter { $0 == "code 4" }.count == 4, "\(result)")
    #expect(result.output.contains("the disk is full"))
    #expect(result.output.contains("make room at '\(disk)/other.store', or name another --store"))
    for (goal, next) in [
      ("new.store", "repair \(whole) -o ANOTHER-PLACE"), ("copy.snap", "backup \(whole) ANOTHER"),
    ] {
      #expect(result.errors.contains("no room for '\(disk)/\(goal)'"), "\(result)")
      #expect(result.errors.contains("next   scenesim store \(next)"), "\(result)")
    }
  }

  private static let canMount: Bool = {
    let probe = try? Executable.find().shell("unshare -rm mount -t tmpfs none /mnt")
    return probe?.code == 0
  }()
}

extension SceneStore {
  /// Closes the store after a body.
  fileprivate func withValue(_ body: (SceneStore) throws -> Void) throws {
    defer { close() }
    try body(self)
  }
}
