import Foundation
import SceneLifecycle
import Testing

struct ActivityEncodingTests {
  @Test func `every value comes back equal`() throws {
    for value in ActivityValue.samples {
      let activity = UserActivity(["value": value, "again": [value], "named": ["it": value]])
      let again = UserActivity(encoded: activity.encoded)
      #expect(again == activity, "\(value)")
      #expect(again?.encoded == activity.encoded, "\(value)")
    }
  }

  @Test func `random values come back equal`() throws {
    var random = SystemLikeGenerator(seed: 42)
    for _ in 0..<300 {
      let activity = UserActivity(["value": random.value(depth: 4)])
      #expect(UserActivity(encoded: activity.encoded) == activity)
    }
  }

  @Test func `every field comes back equal`() throws {
    var activity = UserActivity(
      activityType: "com.example.book", title: "Der Rabe \u{0}", targetContentIdentifier: "b/1")
    activity.webpageURL = URL(string: "https://example.com/b?q=%C3%BC#top")
    activity.userInfo = ["a": 1]
    activity.requiredUserInfoKeys = ["b", "a"]
    #expect(UserActivity(encoded: activity.encoded) == activity)
    #expect(UserActivity(encoded: UserActivity(activityType: "").encoded)?.activityType == "")
  }

  @Test(arguments: [
    "https://münchen.example/ü?q=a b#%41", "quotes://quote/a%2Fb", "mailto:a@b.example", "x", "?q",
    "HTTP://EXAMPLE.com:80", "file:///a//b/../c", "data:text/plain,%00",
  ])
  func `every URL comes back equal`(_ text: String) throws {
    let url = try #require(URL(string: text))
    let activity = UserActivity(["url": .url(url)])
    #expect(UserActivity(encoded: activity.encoded) == activity)
  }

  @Test func `the encoded form is JSON with sorted names`() {
    var activity = UserActivity([
      "z": 1, "b": 2.0, "c": -0.0, "d": .double(.nan), "e": 0.5, "f": .data(Data([1])), "$g": [],
      "h": .date(Date(timeIntervalSinceReferenceDate: 7)), "i": ["$url": "x"],
    ])
    activity.userInfo["u"] = URL(string: "a:b").map { .url($0) }
    activity.requiredUserInfoKeys = ["z", "b"]
    #expect(
      String(decoding: activity.encoded, as: UTF8.self)
        == #"{"activityType":"com.example.test","requiredUserInfoKeys":["b","z"],"userInfo":{"#
        + #""$$g":[],"b":{"$double":2},"c":{"$double":"-0.0"},"d":{"$double":"nan"},"e":0.5,"#
        + #""f":{"$data":"AQ=="},"h":{"$date":7},"i":{"$$url":"x"},"u":{"$url":"a:b"},"z":1}}"#)
  }

  @Test func `fields of newer versions are left out`() {
    let json = #"{"activityType":"a","later":{"x":[1]},"userInfo":{"b":1}}"#
    let activity = UserActivity(encoded: Array(json.utf8))
    #expect(activity?.activityType == "a")
    #expect(activity?.userInfo == ["b": 1])
  }

  @Test(arguments: [
    "", "{}", "[]", "null", #"{"activityType":1}"#, #"{"activityType":"a","userInfo":[]}"#,
    #"{"activityType":"a","userInfo":{"$double":1}}"#,
    #"{"activityType":"a","userInfo":{"b":null}}"#,
    #"{"activityType":"a","userInfo":{"b":[null]}}"#,
    #"{"activityType":"a","userInfo":{"b":{"$data":"?"}}}"#,
    #"{"activityType":"a","userInfo":{"b":{"$date":"soon"}}}"#,
    #"{"activityType":"a","userInfo":{"b":{"$double":[]}}}"#,
    #"{"activityType":"a","userInfo":{"b":{"$double":"nan:x"}}}"#,
    #"{"activityType":"a","userInfo":{"b":{"$url":1}}}"#,
    #"{"activityType":"a","webpageURL":""}"#, #"{"activityType":"a""#,
  ])
  func `what is no activity is refused`(_ json: String) {
    #expect(UserActivity(encoded: Array(json.utf8)) == nil)
  }

  @Test(arguments: [0.5, -0.0, 3, .infinity, .nan, Double(bitPattern: 0x7FF8_0000_0000_0001)])
  func `what is stored is what JSONEncoder writes`(_ double: Double) throws {
    var activity = UserActivity(
      activityType: "a/b", title: "ti\"tle\u{1}", targetContentIdentifier: "é")
    activity.webpageURL = URL(string: "https://example.com/a?b=c")
    activity.expirationDate = Date(timeIntervalSince1970: 12.5)
    activity.requiredUserInfoKeys = ["z", "a"]
    activity.userInfo = [
      "$x": .double(double), "b": [1, true, "t/x"], "d": .data(Data([1, 2])),
      "m": ["k": .date(Date(timeIntervalSinceReferenceDate: 2))], "u": .url(URL(filePath: "/x")),
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(activity.encoded == Array(try encoder.encode(activity)))
    #expect(UserActivity(encoded: activity.encoded)?.encoded == activity.encoded)
  }

  @Test func `activities encode inside other values, whatever the strategies`() throws {
    struct Box: Codable, Equatable { var myActivity: UserActivity }
    let box = Box(
      myActivity: UserActivity([
        "snake_name": .date(Date(timeIntervalSinceReferenceDate: 0.1)), "camelName": ["$x": 2.0],
      ]))
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .iso8601
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    let plain = Box(myActivity: UserActivity(["snake_name": 1, "camelName": [2]]))
    #expect(try JSONDecoder().decode(Box.self, from: JSONEncoder().encode(box)) == box)
    #expect(try decoder.decode(Box.self, from: encoder.encode(plain)) == plain)
    #expect(try decoder.decode(Box.self, from: encoder.encode(box)) == box)
  }

  @Test func `a copy does not follow later changes`() {
    var activity = UserActivity(["page": 1])
    let item = DragItem(activity)
    activity.userInfo["page"] = 2
    #expect(item.activity.userInfo == ["page": 1])
  }
}

/// Makes the same values for the same seed.
private struct SystemLikeGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func value(depth: Int) -> ActivityValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &self) {
    case 0: .bool(Bool.random(using: &self))
    case 1: .int(Int(truncatingIfNeeded: next()))
    case 2: .double(Double(bitPattern: next()))
    case 3: .double(Double(Int.random(in: -9...9, using: &self)))
    case 4: .string(text())
    case 5: .data(Data((0..<Int.random(in: 0...9, using: &self)).map { UInt8($0) }))
    case 6: .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: next())))
    case 7: .list((0..<Int.random(in: 0...4, using: &self)).map { _ in value(depth: depth - 1) })
    default:
      .map(
        Dictionary(
          (0..<Int.random(in: 0...4, using: &self)).map { _ in (text(), value(depth: depth - 1)) },
          uniquingKeysWith: { $1 }))
    }
  }

  private mutating func text() -> String {
    let alphabet = ["$", "$double", "$data", "\u{301}", "a", "\"", "\\", "é", "\u{0}", "𝄞", "/"]
    return (0..<Int.random(in: 0...3, using: &self)).compactMap { _ in
      alphabet.randomElement(using: &self)
    }.joined()
  }
}
