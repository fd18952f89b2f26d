import Foundation
import SceneLifecycle
import Testing

struct TypedPayloadTests {
  /// A payload with everything that Codable types are made of.
  private struct Everything: Codable, Hashable {
    var bool = true
    var int = Int.min
    var small = UInt8.max
    var large = UInt64(Int64.max)
    var half: Float16 = 0.5
    var double = -0.0
    var infinite = Double.infinity
    var float: Float = 0.1
    var text = "e\u{301}"
    var data = Data([1, 2])
    var date = Date(timeIntervalSinceReferenceDate: 1.25)
    var url = URL(filePath: "/a b")
    var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var book = Book.swift
    var missing: String?
    var present: Book? = .hawk
    var list = [1, 2]
    var set: Set<Int> = [3]
    var lists = [["a"], []]
    var map = ["k": ["n": 1]]
    var byNumber = [7: "seven"]
    var choice = Choice.named(book: .raven, page: 3)
    var characters = [BookCharacter.tala]
    var anything: ActivityValue = ["$x": [1, 2.0]]

    enum Choice: Codable, Hashable { case none, named(book: Book, page: Int?) }
  }

  private func reason(_ body: () throws(ActivityError) -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      if case .invalidContent(let reason) = error { return reason }
      return "\(error)"
    }
  }

  private func reason<P: Decodable>(
    _ type: P.Type, of userInfo: [String: ActivityValue]
  ) -> String? {
    reason { () throws(ActivityError) in _ = try UserActivity(userInfo).typedPayload(type) }
  }

  private func reason(setting payload: some Encodable) -> String? {
    reason { () throws(ActivityError) in
      var activity = UserActivity(activityType: "a")
      try activity.setTypedPayload(payload)
    }
  }

  @Test func `a payload comes back equal, also after a trip through bytes`() throws {
    let type = ActivityType<Everything>("everything")
    let activity = try UserActivity(type, payload: Everything(), title: "All", target: "all/1")
    #expect(try activity.typedPayload(Everything.self) == Everything())
    let again = try #require(UserActivity(encoded: activity.encoded))
    #expect(again == activity)
    #expect(try again.typedPayload(Everything.self).double.sign == .minus)
    #expect(try again.typedPayload(Everything.self) == Everything())
    #expect(activity.title == "All")
    #expect(activity.targetContentIdentifier == "all/1")
    #expect(activity.activityType == "everything")
  }

  @Test func `fields become entries of the kind they are`() throws {
    let activity = try UserActivity(ActivityType<Everything>("e"), payload: Everything())
    #expect(activity.userInfo["data"] == .data(Data([1, 2])))
    #expect(activity.userInfo["date"] == .date(Date(timeIntervalSinceReferenceDate: 1.25)))
    #expect(activity.userInfo["url"] == .url(URL(filePath: "/a b")))
    #expect(activity.userInfo["book"] == "swift")
    #expect(activity.userInfo["characters"] == [["id": "tala", "name": "Tala", "book": "raven"]])
    #expect(activity.userInfo["missing"] == nil)
  }

  @Test func `setting merges by name, keeps others and takes away what is nil now`() throws {
    struct Note: Codable, Equatable {
      var id: Int
      var text: String?
      var page: Int?
    }
    var activity = UserActivity(["scroll": 0.5, "id": "old"])
    try activity.setTypedPayload(Note(id: 1, text: "a", page: 2))
    #expect(activity.userInfo == ["scroll": 0.5, "id": 1, "text": "a", "page": 2])
    try activity.setTypedPayload(Note(id: 2, text: nil, page: nil))
    #expect(activity.userInfo == ["scroll": 0.5, "id": 2])
    #expect(try activity.typedPayload(Note.self) == Note(id: 2, text: nil, page: nil))
    activity.addUserInfoEntries(["id": 3, "new": true])
    #expect(activity.userInfo == ["scroll": 0.5, "id": 3, "new": true])
  }

  @Test func `classes with a superclass come back`() throws {
    class Animal: Codable { var legs = 4 }
    final class Hawk: Animal {
      var name = "Hawk"
      private enum Key: CodingKey { case name }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(String.self, forKey: .name)
        try super.init(from: try container.superDecoder())
      }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try super.encode(to: container.superEncoder())
      }
    }
    let hawk = Hawk()
    hawk.legs = 2
    var activity = UserActivity(activityType: "a")
    try activity.setTypedPayload(hawk)
    #expect(activity.userInfo == ["name": "Hawk", "super": ["legs": 2]])
    #expect(try activity.typedPayload(Hawk.self).legs == 2)
  }

  @Test func `nested containers come back`() throws {
    struct Nest: Codable, Equatable {
      var values = [1, 2]
      private enum Key: CodingKey { case outer, inner, list }
      init() {}
      init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Key.self)
        let inner = try outer.nestedContainer(keyedBy: Key.self, forKey: .outer)
        var list = try inner.nestedUnkeyedContainer(forKey: .list)
        values = []
        while !list.isAtEnd {
          var pair = try list.nestedUnkeyedContainer()
          values.append(try pair.decode(Int.self))
        }
      }
      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .outer)
        var list = inner.nestedUnkeyedContainer(forKey: .list)
        for value in values {
          var pair = list.nestedUnkeyedContainer()
          try pair.encode(value)
        }
      }
    }
    var activity = UserActivity(activityType: "a")
    try activity.setTypedPayload(Nest())
    #expect(activity.userInfo == ["outer": ["list": [[1], [2]]]])
    #expect(try activity.typedPayload(Nest.self) == Nest())
  }

  @Test func `entries that the type does not know are passed over`() throws {
    let activity = UserActivity(["id": "tala", "name": "Tala", "book": "raven", "later": [1]])
    #expect(try activity.typedPayload(BookCharacter.self) == .tala)
  }

  @Test func `what a scenario can write is taken for what it stands for`() throws {
    struct Plain: Codable, Equatable {
      var number: Double, url: URL, date: Date, data: Data, low: Double
    }
    let activity = UserActivity([
      "number": 2, "url": "quotes://quote/4", "date": "2001-01-01T00:00:01.5Z", "data": "AQI=",
      "low": "-inf",
    ])
    let plain = try activity.typedPayload(Plain.self)
    #expect(plain.number == 2)
    #expect(plain.url.absoluteString == "quotes://quote/4")
    #expect(plain.date == Date(timeIntervalSinceReferenceDate: 1.5))
    #expect(plain.data == Data([1, 2]))
    #expect(plain.low == -.infinity)
  }

  @Test func `a payload without named fields is refused`() {
    #expect(reason(setting: 7) == "a payload has named fields, which 'int' has not")
    #expect(reason(setting: [1]) == "a payload has named fields, which '[int]' has not")
    #expect(reason(setting: Book.hawk) == "a payload has named fields, which 'Book' has not")
    #expect(reason(setting: Date(timeIntervalSinceReferenceDate: 0)) != nil)
    #expect(reason(setting: String?.none) == "a payload has named fields, which 'string?' has not")
    #expect(reason(setting: ["a": 1]) == nil)
  }

  @Test func `what would be lost is refused`() {
    struct Large: Encodable { var number = UInt64.max }
    #expect(
      reason(setting: ["in": [Large()]])
        == "field 'in.0.number': 18446744073709551615 is beyond the range of int")
    let wide = reason(setting: ["number": Int128(1)])
    #expect(wide?.contains("Int128") == true)
    #expect(
      reason(setting: ["list": [1, nil]]) == "field 'list.1': a list or dictionary cannot hold nil")
    #expect(
      reason(setting: ["map": ["a": Int?.none]])
        == "field 'map.a': a list or dictionary cannot hold nil")
  }

  @Test func `an empty content is never a payload`() {
    struct Nothing: Codable { var note: String? }
    #expect(reason(Nothing.self, of: [:]) == "it has none")
    #expect(reason(Nothing.self, of: ["other": 1]) == nil)
  }

  @Test func `a content that does not fit says where and why`() {
    #expect(
      reason(BookCharacter.self, of: ["id": "tala", "name": "Tala"]) == "no field 'book'")
    #expect(
      reason(BookCharacter.self, of: ["id": "tala", "name": 7, "book": "raven"])
        == "field 'name': found int, wanted string")
    #expect(
      reason([String: [BookCharacter]].self, of: ["all": [["id": "tala", "name": "Tala"]]])
        == "no field 'all.0.book'")
    #expect(
      reason([String: [BookCharacter]].self, of: ["all": [1]])
        == "field 'all.0': found int, wanted {string: ActivityValue}")
    let unknown = reason(BookCharacter.self, of: ["id": "tala", "name": "Tala", "book": "owl"])
    #expect(unknown?.hasPrefix("field 'book': ") == true)
    #expect(unknown?.contains("owl") == true)
    #expect(reason([String: UInt8].self, of: ["a": 256]) == "field 'a': found int, wanted uint8")
    #expect(reason([String: Int].self, of: ["a": 1.0]) == "field 'a': found double, wanted int")
    #expect(reason([String: Bool].self, of: ["a": 1]) == "field 'a': found int, wanted bool")
    #expect(reason(String.self, of: ["a": 1]) == "found map, wanted string")
    #expect(reason([Int].self, of: ["a": 1]) == "found map, wanted [ActivityValue]")
    #expect(
      reason([String: Double].self, of: ["a": .int(.max)]) == "field 'a': found int, wanted double")
  }

  @Test func `a missing value of a type that is one other value ends with an error`() {
    struct Wrapper: Decodable {
      var inner: String
      init(from decoder: any Decoder) throws {
        inner = try decoder.singleValueContainer().decode(String.self)
      }
    }
    struct Holder: Decodable {
      private enum Key: CodingKey { case gone }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        _ = try Wrapper(from: container.superDecoder(forKey: .gone))
      }
    }
    #expect(reason(Holder.self, of: ["a": 1]) == "field 'gone': found nothing, wanted string")
  }

  @Test func `a list read past its end ends with an error`() {
    struct Pair: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        _ = (try list.decode(Int.self), try list.decode(Int.self))
      }
    }
    #expect(
      reason([String: Pair].self, of: ["p": [1]])
        == "field 'p.1': found nothing, wanted ActivityValue")
  }

  @Test func `a declared type checks payload and required names`() throws {
    var activity = try UserActivity(.character, payload: .tala)
    try ActivityType.character.validate(activity)
    activity.requiredUserInfoKeys = ["id", "version"]
    #expect(throws: ActivityError.invalidContent("no field 'version'")) {
      try ActivityType.character.validate(activity)
    }
    activity.userInfo = ["version": 1]
    let types: [any AnyActivityType] = [ActivityType.character]
    #expect(types.map(\.name) == ["com.example.hawknotes.character"])
    #expect(throws: ActivityError.invalidContent("no field 'id'")) {
      for type in types { try type.validate(activity) }
    }
  }

  @Test func `the page of an activity is kept as an absolute URL`() throws {
    var activity = UserActivity(activityType: "a")
    activity.webpageURL = URL(string: "b", relativeTo: URL(string: "https://example.com/a/"))
    #expect(activity.webpageURL?.relativeString == "https://example.com/a/b")
    #expect(UserActivity(encoded: activity.encoded) == activity)
  }
}
