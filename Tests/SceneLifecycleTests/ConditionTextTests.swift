@testable import SceneLifecycle
import Testing

struct ConditionTextTests {
  private static func matches(_ conditions: [String], _ text: String?) -> Bool {
    conditions.contains { FoldedText(text).verdict(on: $0).matches }
  }

  @Test(arguments: [
    ("Café", "cafe"), ("CAFE\u{301}", "cafe"), ("ÅNGSTRÖM", "angstrom"), ("ÑANDÚ", "nandu"),
    ("straße", "straße"), ("STRASSE", "strasse"), ("ẞ", "ß"), ("Σίσυφος", "σισυφος"),
    ("ΟΔΟΣ", "οδοσ"), ("Ø", "ø"), ("ı", "ı"), ("I", "i"), ("İ", "i"), ("Й", "и"),
    ("ǅ", "ǆ"), ("が", "か"), ("한", "\u{1112}\u{1161}\u{11AB}"), ("ﬁ", "ﬁ"), ("Ⅳ", "ⅳ"),
    ("नी", "न\u{940}"), ("", ""), ("\u{301}", ""), ("a\u{20DD}", "a\u{20DD}"),
  ])
  func `case and nonspacing marks are folded by the same rule everywhere`(
    text: String, folded: String
  ) {
    #expect(Array(ConditionText.folded(text).unicodeScalars) == Array(folded.unicodeScalars))
  }

  @Test(
    arguments: [
      (["*"], "anything", true), (["*"], "", true), (["*"], nil, true), ([""], "x", false),
      ([""], "", false), ([], "x", false), ([], nil, false), ([], "", false),
      (["tala"], "character/Tala", true), (["CHARACTER/"], "character/tala", true),
      (["rene"], "author/René", true), (["René"], "author/rene", true), (["b", "a"], "a", true),
      (["b"], "a", false), (["ab"], "a", false), (["a*"], "ab", false), (["a*"], "xA*", true),
      (["\u{301}"], "é", false), (["x"], nil, false), (["x", "*"], nil, true), ([" "], "a b", true),
      (["\n"], "a\r\nb", true), (["ss"], "ß", false), (["ß"], "ẞ", true),
    ] as [([String], String?, Bool)])
  func `a condition matches a text that contains it`(
    conditions: [String], text: String?, isMatch: Bool
  ) {
    #expect(Self.matches(conditions, text) == isMatch)
  }

  @Test func `only the default and the star match an event without a text`() {
    #expect(Self.matches(ActivationConditions().can, nil))
    #expect(!Self.matches(ActivationConditions().prefers, nil))
  }
}
