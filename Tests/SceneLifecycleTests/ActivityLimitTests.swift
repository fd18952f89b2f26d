import Foundation
import SceneLifecycle
import SceneState
import Testing

struct ActivityLimitTests {
  // NB: freeing a long chain recurses, so the deep ones are never freed.
  private static let deep = ActivityValue.nested(10_000)
  private static let sameDeep = ActivityValue.nested(10_000)

  private func deepActivity() -> UserActivity { UserActivity(["deep": Self.deep]) }

  @Test func `64 levels are taken and come back, 65 are refused`() throws {
    // `userInfo` is the first of them.
    let fits = UserActivity(["a": .nested(63, in: 0.5)])
    try fits.checkLimits()
    #expect(UserActivity(encoded: fits.encoded) == fits)
    let tagged = UserActivity(["a": .nested(63, in: 2.0)])
    #expect(UserActivity(encoded: tagged.encoded) == tagged)
    let tooDeep = UserActivity(["a": .nested(64)])
    #expect(throws: ActivityError.tooDeep) { try tooDeep.checkLimits() }
    #expect(tooDeep.encoded.isEmpty)
    #expect(throws: ActivityError.tooDeep) {
      try UserActivity(["a": .nested(63, in: [])]).checkLimits()
    }
  }

  @Test func `a value ten thousand deep is refused wherever it is used`() throws {
    let activity = deepActivity()
    #expect(throws: ActivityError.tooDeep) { try activity.checkLimits() }
    #expect(activity.encoded.isEmpty)
    #expect(throws: ActivityError.tooDeep) { try activity.typedPayload([String: [Int]].self) }
    #expect(throws: ActivityError.tooDeep) { try JSONEncoder().encode(activity) }
    #expect(throws: ActivityError.tooDeep) { try JSONEncoder().encode(Self.deep) }
    var other = activity
    #expect(throws: ActivityError.tooDeep) { try other.setTypedPayload(BookCharacter.tala) }
    #expect(throws: ActivityError.tooDeep) { try other.setTypedPayload(["a": Self.deep]) }
    #expect(throws: ActivityError.tooDeep) {
      try ActivityType.character.validate(activity)
    }
  }

  @Test func `a payload is as deep as its activity may be`() throws {
    var activity = UserActivity(activityType: "a")
    try activity.setTypedPayload(["a": ActivityValue.nested(63)])
    #expect(activity.userInfo == ["a": .nested(63)])
    #expect(try activity.typedPayload([String: ActivityValue].self) == activity.userInfo)
    #expect(throws: ActivityError.tooDeep) {
      try activity.setTypedPayload(["a": ActivityValue.nested(64)])
    }
  }

  @Test func `values ten thousand deep can be compared and hashed`() {
    #expect(Self.deep == Self.sameDeep)
    #expect(Self.deep.hashValue == Self.sameDeep.hashValue)
    #expect(deepActivity() == UserActivity(["deep": Self.sameDeep]))
  }

  @Test func `bytes nested too deep are refused before they are decoded`() {
    for depth in [63, 64, 66, 10_000] {
      let json =
        #"{"activityType":"a","userInfo":{"b":"# + String(repeating: "[", count: depth)
        + String(repeating: "]", count: depth) + "}}"
      #expect((UserActivity(encoded: Array(json.utf8)) != nil) == (depth == 63), "\(depth)")
    }
  }

  @Test func `the platform's decoder refuses deep input, too`() {
    let json = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    #expect(throws: ActivityError.tooDeep) {
      try JSONDecoder().decode(ActivityValue.self, from: Data(json.utf8))
    }
    let shallower =
      #"{"activityType":"a","userInfo":{"b":"#
      + String(repeating: "[", count: 80) + String(repeating: "]", count: 80) + "}}"
    #expect(throws: ActivityError.tooDeep) {
      try JSONDecoder().decode(UserActivity.self, from: Data(shallower.utf8))
    }
  }

  @Test func `256 KiB are taken and come back, one byte more is refused`() throws {
    var activity = UserActivity(["text": ""])
    let room = 256 * 1024 - activity.encoded.count
    activity.userInfo["text"] = .string(String(repeating: "a", count: room))
    #expect(activity.encoded.count == 256 * 1024)
    #expect(UserActivity(encoded: activity.encoded) == activity)
    activity.userInfo["text"] = .string(String(repeating: "a", count: room + 1))
    #expect(throws: ActivityError.tooLarge(256 * 1024 + 1)) { try activity.checkLimits() }
    #expect(activity.encoded.isEmpty)
    activity.userInfo = [:]
    activity.title = String(repeating: "a", count: 300_000)
    #expect(throws: ActivityError.self) { try activity.checkLimits() }
  }

  @Test func `a content of shared parts is refused without writing it out`() {
    let bomb = (0..<60).reduce(ActivityValue.int(1)) { value, _ in [value, value] }
    #expect {
      try UserActivity(["bomb": bomb]).checkLimits()
    } throws: { error in
      if case .tooLarge(let size)? = error as? ActivityError { size > 256 * 1024 } else { false }
    }
  }

  @Test func `a payload that is too large leaves the activity as it was`() throws {
    var activity = UserActivity(["page": 1])
    let large = ["text": String(repeating: "a", count: 300_000)]
    #expect(throws: ActivityError.self) { try activity.setTypedPayload(large) }
    #expect(activity.userInfo == ["page": 1])
  }

  @Test func `each error says what is the matter`() {
    #expect(ActivityError.tooDeep.description == "the activity is nested deeper than 64 levels")
    #expect(
      ActivityError.tooLarge(300_000).description
        == "the activity has 300000 bytes; the limit is 262144")
    #expect(
      ActivityError.notDeclared("a.b").description
        == "the app does not declare the activity type 'a.b'")
    #expect(
      ActivityError.invalidContent("no field 'book'").description
        == "the activity's content does not fit: no field 'book'")
  }
}
