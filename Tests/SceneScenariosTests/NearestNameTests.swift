import SceneScenarios
import Testing

struct NearestNameTests {
  @Test(arguments: [
    ("opne", ["open", "close"], ["open"]),
    ("lunch", ["launch", "link"], ["launch"]),
    ("backgruond", ["background", "foreground"], ["background"]),
    ("Kill", ["kill"], ["kill"]),
    ("tag", ["tab", "tags", "in"], ["tab", "tags"]),
    ("in", ["if", "id", "at"], ["id", "if"]),
    ("xyz", ["open", "close"], []),
    ("open", ["open"], []),
    ("abcd", ["abce", "abcf", "abcg", "abch"], ["abce", "abcf", "abcg"]),
    ("abcd", ["abxf", "abce"], ["abce"]),
    ("", ["a", "b"], []),
  ])
  func `names within two edits are found, nearest first`(
    name: String, names: [String], expected: [String]
  ) {
    #expect(NearestName.suggestions(for: name, among: names) == expected)
  }
}
