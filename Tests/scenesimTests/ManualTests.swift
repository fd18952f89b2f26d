import SceneCommands
import Testing

struct ManualTests {
  @Test func `the manual has every command, option, variable and exit code`() {
    // Dashes are escaped, so that they are copied as they are.
    let page = Harness().run("manual").output.replacing("\\-", with: "-")
      .replacing("\\&", with: "")
    for command in CommandCatalogue.all {
      #expect(page.contains("\n.Cm \(command.name)\n"))
      for option in command.options { #expect(page.contains("Fl -\(option.name)")) }
    }
    for code in ExitCode.allCases { #expect(page.contains("\n.It \(code.rawValue)\n")) }
    #expect(page.contains(".It Ev NO_COLOR"))
  }

  @Test func `mandoc reads the manual without a warning and shows it`() throws {
    let tool = try Executable.find()
    // On a machine without mandoc the page was at least made above.
    guard try tool.shell("command -v mandoc").code == 0 else { return }
    let folder = try TemporaryFolder()
    let path = folder.file("scenesim.1")
    #expect(try tool.shell("$T manual -o \(path)").code == 0)
    let lint = try tool.shell("mandoc -Tlint -W warning \(path)")
    #expect(lint.output.isEmpty && lint.code == 0)
    let shown = try tool.shell("mandoc -Tascii \(path) | col -b").output
    #expect(shown.contains("SCENESIM(1)"))
    for command in CommandCatalogue.all {
      for example in command.examples where !example.line.contains("…") {
        let words = example.line.split(separator: " ").prefix(3).joined(separator: " ")
        #expect(shown.contains(words), "\(words)")
      }
    }
  }
}
