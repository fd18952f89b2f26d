import Foundation
import Testing

/// The browser on this machine, and what it found.
enum Browser {
  struct Finding: Decodable {
    let check: Int
    let problem: String?
  }

  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized

  /// Why there is nothing to look with; nil if there is.
  static let missing: String? = {
    let names = ["chromium", "chromium-browser", "google-chrome"]
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let hasBrowser = folders.contains { folder in
      names.contains { FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)") }
    }
    if !hasBrowser { return "no Chromium here; Scripts/install adds it" }
    guard let found = try? run(["playwright"]), found.code == 0 else {
      return "no Python with Playwright here; Scripts/install adds it"
    }
    return nil
  }()

  /// All checks in one process with one browser.
  static let findings = Result { () throws -> [Finding] in
    let stage = try BrowserStage()
    // For those who look into a check that fails.
    if let copy = ProcessInfo.processInfo.environment["SCENESIM_BROWSER_FOLDER"] {
      try FileManager.default.copyItem(atPath: stage.folder.path, toPath: copy)
    }
    let script = package.appending(path: "Tests/scenesimTests/Browser/checks.py").path()
    let result = try run(["playwright", script, stage.folder.path])
    let decoder = JSONDecoder()
    return try result.output.split(separator: "\n").map {
      try decoder.decode(Finding.self, from: Data($0.utf8))
    }
  }

  private static func run(_ arguments: [String]) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = package.appending(path: "Scripts/python-with")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PYTHONDONTWRITEBYTECODE": "1"]
    ) { $1 }
    let output = Pipe()
    process.standardOutput = output
    if arguments.count == 1 { process.standardError = FileHandle.nullDevice }
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }
}

/// The twenty checks of reports in a real browser.
struct BrowserTests {
  static let checks = [
    "opens from a file, asks for nothing, complains about nothing",
    "the list of steps, its numbers and groups are those of the run",
    "keys, clicks and the filter lead to the right step, and the focus can be seen",
    "addresses lead to steps, forth and back, and wrong ones to the first",
    "every picture has the windows, tabs, front and shelf of its step",
    "every table is what `store ls` says, with its marks, also without scripts",
    "a failing run opens at the failure, in the words of the terminal",
    "hostile texts are shown as texts",
    "nothing is too wide, too small or over each other at any width",
    "light, dark and chosen colours can be read, and states told apart without",
    "a screen reader hears names, roles, and each step once",
    "nothing moves for those who want no motion",
    "all steps are printed",
    "a thousand steps in eight windows are quick, small and light",
    "cases switch without losing the step",
    "before, after and both show what they say",
    "copy buttons give the exact text",
    "equal runs and saved traces give equal bytes",
    "pictures stand alone",
    "the links of an index survive a move",
  ]

  @Test(
    .enabled(if: Browser.missing == nil, Comment(rawValue: Browser.missing ?? "")),
    arguments: Array(zip(1..., checks)))
  func `a report in Chromium`(number: Int, check: String) throws {
    let findings = try Browser.findings.get()
    let finding = try #require(findings.first { $0.check == number }, "\(check): not looked at")
    #expect(finding.problem == nil, "\(number) \(check)")
  }

  /// What is skipped elsewhere must not be skipped where nobody looks.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["CI"] != nil, "not in CI"))
  func `CI has a browser`() {
    #expect(Browser.missing == nil)
  }
}
