import SceneScenarios
import Testing

struct PlainScalarTests {
  private func content(_ scalar: String) throws -> Node.Content? {
    let file = SourceFile(path: "a.scene.yaml", text: "a: \(scalar)\n")
    return try ScenarioReader.read(file)["a"]?.content
  }

  @Test(
    arguments: [
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null), ("~", .null), ("", .null),
      ("0", .int(0)), ("-0", .int(0)), ("-12", .int(-12)),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
      ("1.5", .double(1.5)), ("-0.25", .double(-0.25)), ("1e3", .double(1000)),
      ("1.5E-2", .double(0.015)), ("2e+1", .double(20)), ("551500.0", .double(551_500)),
    ] as [(String, Node.Content)])
  func `words and numbers of the profile have their meaning`(
    scalar: String, expected: Node.Content
  ) throws {
    #expect(try content(scalar) == expected)
  }

  @Test(arguments: [
    "007", "+1", "1_000", "0x1f", ".5", "5.", ".inf", ".nan", "1:30", "1e", "1.e5", "--1",
    "True", "NULL", "yes", "no", "on", "off", "9223372036854775808", "1e999", "1.2.3", "-.5",
    "2026-01-01", "٣",
  ])
  func `everything else is text`(scalar: String) throws {
    #expect(try content(scalar) == .text(scalar))
  }

  @Test(arguments: ["true", "null", "~", "", "1", "1.5"])
  func `quotes make a text`(scalar: String) throws {
    #expect(try content("\"\(scalar)\"") == .text(scalar))
    #expect(try content("'\(scalar)'") == .text(scalar))
  }

  @Test func `keys are always text`() throws {
    let file = SourceFile(path: "a.scene.yaml", text: "null: 1\n1: 2\ntrue: 3\n~: 4\n")
    let keys = try ScenarioReader.read(file).map?.map(\.key.name)
    #expect(keys == ["null", "1", "true", "~"])
  }
}
