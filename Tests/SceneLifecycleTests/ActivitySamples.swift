import Foundation
import SceneLifecycle

/// Payload types and values that several tests of activities use.
enum Book: String, Codable, Sendable { case hawk, raven, swift }

struct BookCharacter: Codable, Hashable, Sendable {
  var id: String
  var name: String
  var book: Book

  static let tala = BookCharacter(id: "tala", name: "Tala", book: .raven)
}

extension ActivityType where Payload == BookCharacter {
  static var character: Self { .init("com.example.hawknotes.character") }
}

extension ActivityValue {
  /// Values of every case and at every edge that is known to be lossy somewhere.
  static let samples: [ActivityValue] = [
    true, false, 0, 1, -1, .int(.max), .int(.min), 2.0, 1.5, -0.0, 0.1, 1e22, 9.007199254740993e15,
    .double(.greatestFiniteMagnitude), .double(.leastNonzeroMagnitude), .double(.infinity),
    .double(-.infinity), .double(.nan), .double(.signalingNaN), .double(-.nan),
    .double(Double(bitPattern: 0x7FF8_0000_0000_002A)), .double(9.3e18), .double(1.9e19),
    "", "nan", "Tala", "e\u{301}", "\u{e9}", "\u{0}\n\"\\/\u{2028}", "👩‍👧", "$double",
    .data(Data()), .data(Data([0, 255, 10])), .date(Date(timeIntervalSinceReferenceDate: 0)),
    .date(Date(timeIntervalSinceReferenceDate: 753_456_789.123_456_7)),
    .date(.distantPast), .date(Date(timeIntervalSinceReferenceDate: -0.0)),
    .date(Date(timeIntervalSinceReferenceDate: .nan)),
    .url(URL(filePath: "/a b/ü")), .url(URL(filePath: "./c")), [], [:], [[], [:], [[1]]], ["": 1],
    ["$double": 2],
    ["$data": "AA=="], ["$": 1], ["$$": 1, "$$$a": 2], ["$url": ["$date": "x"]],
    ["list": [1, 2.0, "3"], "map": ["deep": ["er": true]]],
  ]

  static func nested(_ depth: Int, in value: ActivityValue = 1) -> ActivityValue {
    (0..<depth).reduce(value) { value, index in index % 2 == 0 ? .list([value]) : ["in": value] }
  }
}

extension UserActivity {
  /// An activity with nothing but this content.
  init(_ userInfo: [String: ActivityValue]) {
    self.init(activityType: "com.example.test")
    self.userInfo = userInfo
  }
}
