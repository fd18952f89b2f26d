import SceneCommands
import SceneState
import StoreFormat
import Testing

/// What `store repair` makes of rows about the whole store, which have no checksum.
struct StoreRepairCommandTests {
  @Test func `a type's row with a damaged number is left out, and comes back under its own`() throws
  {
    let right = InfoKey.type(TypeName.number(of: "string"))
    var wrong = right
    wrong[8] = UInt8(ascii: "]")
    let sample = try SampleStore.demo()
    try sample.put([("info", right, nil), ("info", wrong, Array("string".utf8))])
    let key = String(decoding: wrong, as: UTF8.self)
    let check = Harness().run("store", "check", sample.path)
    #expect(check.code == .no && check.output.contains("the row '\(key)' cannot be right"))
    let goal = sample.folder.file("new.store")
    let repair = Harness().run("store", "repair", sample.path, "-o", goal)
    #expect(repair.code == .no)
    #expect(repair.output.contains("left out   '\(key)', which contradicts itself\n"))
    #expect(
      repair.output.hasSuffix("4 values saved; something may be lost: 1 row contradicts itself\n"))
    let after = Harness().run("store", "check", goal)
    #expect(after.code == .success, "\(after)")
    let list = Harness().run("store", "ls", goal, "--plain").output
    let sound = try SampleStore.demo()
    #expect(list == Harness().run("store", "ls", sound.path, "--plain").output)
  }

  @Test func `numbers of another size are left out, and named for programs`() throws {
    let sample = try SampleStore.demo()
    try sample.put([("info", InfoKey.appVersion, [1, 2, 3])])
    let goal = sample.folder.file("new.store")
    let repair = Harness().run("store", "repair", sample.path, "-o", goal, "--json")
    #expect(repair.output.contains(#""leftOut":["app-version"]"#), "\(repair)")
    #expect(Harness().run("store", "check", goal).code == .success)
  }

  @Test func `a name that is nowhere any more keeps no value from being read`() throws {
    let right = InfoKey.type(TypeName.number(of: "[string]"))
    let sample = try SampleStore.demo()
    try sample.put([("info", right, nil), ("info", Array("typo".utf8), Array("[string]".utf8))])
    let check = Harness().run("store", "check", sample.path)
    #expect(check.code == .success, "\(check)")
    #expect(
      check.output.contains(
        "note    values     A/raven/path: 1 value of a type whose name is lost (number "))
    #expect(
      Harness().run("store", "get", sample.path, "A/raven/path").output
        == "[\"character/tala\"]\n")
  }
}
