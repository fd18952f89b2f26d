import Testing

/// Each rule against a text that breaks it and one that does not.
struct TidyRuleTests {
  private func findings(_ rule: TidyRule, _ files: [String: String]) -> [String] {
    rule.check(files.map { SourceText(path: $0.key, text: $0.value) }).map(\.description).sorted()
  }

  private func lines(_ count: Int) -> String {
    (0..<count).map { "let a\($0) = \($0)\n" }.joined()
  }

  @Test func `a file of 400 lines passes, one of 401 does not`() {
    #expect(findings(.fileLength, ["Sources/A/A.swift": lines(400)]).isEmpty)
    #expect(
      findings(.fileLength, ["Sources/A/A.swift": lines(401)])
        == ["Sources/A/A.swift:401: error: 401 lines, the limit is 400; split the file"])
  }

  @Test func `a function of 60 lines passes, one of 61 does not`() {
    let short = "struct A {\n  func f() {\n\(lines(58))  }\n}\n"
    let long = "struct A {\n  func f() {\n\(lines(59))  }\n}\n"
    #expect(findings(.functionLength, ["Sources/A/A.swift": short]).isEmpty)
    #expect(
      findings(.functionLength, ["Sources/A/A.swift": long])
        == ["Sources/A/A.swift:2: error: 'func' has 61 lines, the limit is 60"])
  }

  @Test func `a requirement without a body has no length`() {
    let text = "protocol P {\n  func f()\n  func g() -> Int\n}\nstruct A {\n\(lines(80))}\n"
    #expect(findings(.functionLength, ["Sources/A/A.swift": text]).isEmpty)
  }

  @Test func `a signature over several lines belongs to its function`() {
    let head = "func f<T>(\n  _ a: T\n) throws(E)\n  -> T\nwhere T: P\n{\n"
    let text = head + lines(60) + "}\n"
    #expect(findings(.functionLength, ["Sources/A/A.swift": text]).count == 1)
    #expect(findings(.functionLength, ["Sources/A/A.swift": head + lines(10) + "}\n"]).isEmpty)
  }

  @Test func `tabs and trailing spaces are found`() {
    #expect(findings(.whitespace, ["README.md": "plain\n  indented\n"]).isEmpty)
    #expect(
      findings(.whitespace, ["README.md": "a\tb\nc \n"]) == [
        "README.md:1: error: a tab; use spaces",
        "README.md:2: error: space at the end of the line",
      ])
  }

  @Test(arguments: [
    ("Sources/SceneState/A.swift", "print(1)"),
    ("Sources/SceneState/A.swift", "let now = Date()"),
    ("Sources/LMDB/A.swift", "let id = UUID()"),
    ("Tests/LMDBTests/A.swift", "final class A: @unchecked Sendable {}"),
    ("Sources/LMDB/A.swift", "let a = try! f()"),
    ("Sources/LMDB/A.swift", "let lock = NSLock()"),
    ("Sources/LMDB/A.swift", "func f() { fatalError() }"),
    ("Sources/LMDB/A.swift", "let flags = MDB_NOTLS | MDB_WRITEMAP"),
    ("Sources/LMDB/A.swift", "unsafe mdb_env_copy2(a, b, 0)"),
    ("Sources/LMDB/A.swift", "let a = \"\\(print(1))\""),
  ])
  func `a banned word is found`(path: String, code: String) {
    #expect(findings(.bannedWords, [path: code]).count == 1)
  }

  @Test(arguments: [
    ("Sources/SceneCommands/A.swift", "print(1)"),
    ("Sources/SceneState/A.swift", "// print(1)"),
    ("Sources/SceneState/A.swift", "let text = \"print(1)\""),
    ("Sources/SceneState/A.swift", "blueprint(1)"),
    ("Sources/LMDB/Environment/MemoryFile.swift", "let flags = MDB_NOLOCK"),
    ("Tests/LMDBTests/A.swift", "let now = Date()"),
    (
      "Sources/SceneState/A.swift",
      "@available(*, unavailable, message: \"\")\npublic init() { fatalError() }"
    ),
  ])
  func `a banned word elsewhere is none`(path: String, code: String) {
    #expect(findings(.bannedWords, [path: code]).isEmpty)
  }

  @Test func `an error that is dropped without a reason is found`() {
    let code = "let a = try? f()"
    let path = "Sources/A/A.swift"
    #expect(
      findings(.droppedErrors, [path: "let entry: StoredEntry?\n\(code)\n"])
        == ["\(path):2: error: 'try?' without a comment that says why"])
    #expect(findings(.droppedErrors, [path: "// Nobody misses it.\n\n\n\(code)\n"]).isEmpty)
    #expect(findings(.droppedErrors, [path: "// Too far.\n\n\n\n\(code)\n"]).count == 1)
    #expect(findings(.droppedErrors, ["Tests/A/A.swift": code]).isEmpty)
  }

  @Test func `a private type is found where another module takes the whole apart`() {
    let path = "Sources/A/A.swift"
    func text(_ head: String) -> String { "\(head) {\n  private enum Place {\n  }\n}\n" }
    #expect(
      findings(.partsForOthers, [path: text("package struct A: ~Copyable")])
        == ["\(path):2: error: a private type inside one without copies; leave 'private' out"])
    #expect(findings(.partsForOthers, [path: text("package struct A")]).isEmpty)
    #expect(findings(.partsForOthers, [path: text("struct A: ~Copyable")]).isEmpty)
    #expect(
      findings(.partsForOthers, [path: "package struct A: ~Copyable {\n}\n" + text("enum B")])
        .isEmpty)
  }

  @Test func `an open task is found, a longer word is not`() {
    let word = "TO" + "DO"
    #expect(findings(.openTasks, ["Sources/A/A.swift": "// \(word)s"]).isEmpty)
    #expect(findings(.openTasks, ["Sources/A/A.swift": "// \(word): later"]).count == 1)
  }

  @Test func `an import against the arrows is found`() {
    let path = "Sources/SceneState/A.swift"
    #expect(findings(.importMap, [path: "internal import LMDB\nimport Foundation\n"]).isEmpty)
    #expect(
      findings(.importMap, [path: "\npublic import struct SceneSimulator.Trace\n"])
        == ["\(path):2: error: 'SceneState' must not know 'SceneSimulator'"])
    #expect(findings(.importMap, ["Sources/LMDB/A.swift": "import Foundation"]).count == 1)
  }

  @Test(arguments: [
    ("Sources/SceneScenarios/Steps/OpenStep.swift", "StepCatalog", "OpenStep"),
    ("Sources/SceneCommands/Commands/RunCommand.swift", "CommandCatalog", "RunCommand"),
    ("Sources/SceneState/Codings/BoolCoding.swift", "CodingCatalog", "BoolCoding"),
  ])
  func `a type that its catalogue does not list is found`(
    path: String, catalogue: String, type: String
  ) {
    let place = "Sources/X/\(catalogue).swift"
    let code = "enum \(type) { static let tag = 1 }"
    #expect(findings(.catalogues, [path: code, place: "[\(type).self]"]).isEmpty)
    #expect(
      findings(.catalogues, [path: code, place: "// \(type)\n[Other\(type).self]"])
        == ["\(path):1: error: '\(type)' is missing in \(catalogue)"])
  }

  @Test func `a coding without a tag needs no catalogue`() {
    #expect(findings(.catalogues, ["Sources/SceneState/Codings/AnyCoding.swift": ""]).isEmpty)
  }

  @Test func `a scenario without a comment in line 1 is found`() {
    let path = "Tests/SceneScenariosTests/Samples/a.scene.yaml"
    #expect(findings(.scenarioTitle, [path: "# A draft stays\nscenesim: 1\n"]).isEmpty)
    #expect(findings(.scenarioTitle, [path: "scenesim: 1\n"]).count == 1)
  }

  @Test func `a Markdown file needs exactly one title`() {
    #expect(findings(.markdownTitle, ["README.md": "# A\n```\n# not one\n```\n"]).isEmpty)
    #expect(findings(.markdownTitle, ["README.md": "text\n"]).count == 1)
    #expect(findings(.markdownTitle, ["README.md": "# A\n# B\n"]).count == 1)
  }

  @Test func `a path of one machine is found`() {
    let path = "/" + "home/ann/project"
    #expect(findings(.machinePaths, ["README.md": "app/home/ann, /tmp/demo"]).isEmpty)
    #expect(findings(.machinePaths, ["README.md": "see \(path)"]).count == 1)
  }

  @Test func `a stray folder at the top level is found`() {
    #expect(findings(.topLevel, ["Sources/A.swift": "", ".ci/run.md": ""]).isEmpty)
    #expect(findings(.topLevel, ["notes/a.md": "# A"]).count == 1)
  }
}
