import Foundation
import RestorationTree
import SceneLifecycle
import SceneState
import Testing

struct RestorationCoderTests {
  private struct Country: Codable, Equatable {
    var name: String
    var capital: String
    var area: Decimal?
  }

  /// What is decoded from what was encoded, through the bytes of an archive.
  private func roundTrip<Result>(
    _ encode: @escaping (RestorationCoder) -> Void,
    _ decode: @escaping (RestorationCoder) -> Result
  ) throws -> (result: Result?, problems: [String]) {
    let log = TreeLog()
    let screen = ScreenNode("screen")
    screen.encode = encode
    let archive = try RestorationArchive(read: log.preserve(screen).bytes)
    let again = ScreenNode("screen")
    var result: Result?
    again.decode = { result = decode($0) }
    log.restore(archive, into: again)
    return (result, log.codes)
  }

  @Test func `any Codable value comes back as it was`() throws {
    let country = Country(
      name: "Peru", capital: "Lima", area: Decimal(string: "1285216.123456789012345678901"))
    let date = Date(timeIntervalSinceReferenceDate: 0.1)
    let seen = try roundTrip {
      $0.encode(country, forKey: "country")
      $0.encode(date, forKey: "date")
      $0.encode(Data([0, 255]), forKey: "data")
      $0.encode(UInt64.max, forKey: "large")
      $0.encode(-Double.infinity, forKey: "least")
      $0.encode(URL(string: "https://example.com/a"), forKey: "url")
    } _: {
      #expect($0.decode(Country.self, forKey: "country") == country)
      #expect($0.decode(Date.self, forKey: "date") == date)
      #expect($0.decode(Data.self, forKey: "data") == Data([0, 255]))
      #expect($0.decode(UInt64.self, forKey: "large") == .max)
      #expect($0.decode(Double.self, forKey: "least") == -.infinity)
      #expect($0.decode(URL.self, forKey: "url")?.path == "/a")
      #expect($0.keys == ["country", "data", "date", "large", "least", "url"])
    }
    #expect(seen.result != nil)
    #expect(seen.problems == [])
  }

  @Test func `a missing key is nil, and nil is a value`() throws {
    let seen = try roundTrip {
      $0.encode(Int?.none, forKey: "none")
    } _: {
      #expect($0.decode(Int.self, forKey: "other") == nil)
      #expect(!$0.contains("other"))
      #expect($0.contains("none"))
      #expect($0.decode(Int?.self, forKey: "none") == .some(nil))
      #expect($0.decode(Int?.self, forKey: "other") == nil)
    }
    #expect(seen.problems == [])
  }

  @Test func `a value of another type is nil and one problem`() throws {
    let seen = try roundTrip {
      $0.encode("five", forKey: "size")
    } _: {
      #expect($0.decode(Int.self, forKey: "size") == nil)
      #expect($0.decode(Int.self, forKey: "size") == nil)
      #expect($0.decode(String.self, forKey: "size") == "five")
    }
    #expect(seen.problems == ["value-not-readable"])
  }

  @Test func `dictionaries hold values of any type and other dictionaries`() throws {
    let seen = try roundTrip {
      $0.encodeDictionary(["name": "Peru", "capital": "Lima", "area": 7], forKey: "country")
      $0.encodeDictionary(forKey: "a/\"b") { outer in
        outer.encodeDictionary(
          ["c": [1, 2], "d": Date(timeIntervalSinceReferenceDate: 3)], forKey: "")
      }
    } _: {
      let country = $0.decodeDictionary(forKey: "country")
      #expect(country?.keys == ["area", "capital", "name"])
      #expect(country?.decode(Int.self, forKey: "area") == 7)
      #expect(country?.decode(String.self, forKey: "flag") == nil)
      #expect(
        $0.decode(Country.self, forKey: "country")
          == Country(name: "Peru", capital: "Lima", area: 7))
      let inner = $0.decodeDictionary(forKey: "a/\"b")?.decodeDictionary(forKey: "")
      #expect(inner?.decode([Int].self, forKey: "c") == [1, 2])
      #expect(inner?.decode(Date.self, forKey: "d")?.timeIntervalSinceReferenceDate == 3)
      #expect(inner?.decodeDictionary(forKey: "c") == nil)
      #expect($0.decodeDictionary(forKey: "none") == nil)
    }
    #expect(seen.problems == [])
  }

  @Test func `a Codable struct can be read as a dictionary, and a property list kept whole`() throws
  {
    let list: [String: ActivityValue] = ["at": .date(Date(timeIntervalSinceReferenceDate: 9))]
    let seen = try roundTrip {
      $0.encode(Country(name: "Peru", capital: "Lima"), forKey: "country")
      $0.encode(list, forKey: "list")
    } _: {
      let country = $0.decodeDictionary(forKey: "country")
      #expect(country?.decode(String.self, forKey: "name") == "Peru")
      #expect(country?.decode(Int.self, forKey: "name") == nil)
      #expect($0.decode([String: ActivityValue].self, forKey: "list") == list)
    }
    #expect(seen.problems == ["value-not-readable"])
  }

  @Test func `what cannot be encoded is left out and told`() throws {
    struct Endless: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(Endless())
      }
    }
    let seen = try roundTrip {
      $0.encode(Endless(), forKey: "deep")
      $0.encode(String(repeating: "x", count: 1 << 20), forKey: "large")
      $0.encode(1, forKey: "small")
    } _: {
      $0.keys
    }
    #expect(seen.result == ["small"])
    #expect(seen.problems == ["value-not-encodable", "value-too-large"])
  }

  @Test func `dictionaries end at 64 levels`() throws {
    func fill(_ coder: RestorationCoder, _ level: Int) {
      coder.encode(level, forKey: "level")
      guard level < 100 else { return }
      coder.encodeDictionary(forKey: "below") { fill($0, level + 1) }
    }
    let seen = try roundTrip {
      fill($0, 0)
    } _: { coder in
      var deepest = coder
      while let below = deepest.decodeDictionary(forKey: "below") { deepest = below }
      return deepest.decode(Int.self, forKey: "level")
    }
    #expect(seen.result == 63)
    #expect(seen.problems == ["value-not-encodable"])
  }

  @Test func `subclass and superclass share their keys, and a clash is told`() {
    final class Clashing: PlainNode {
      override func encodeRestorableState(with coder: RestorationCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode("mine", forKey: "text")
      }
    }
    let log = TreeLog()
    let detail = DetailNode("detail")
    detail.text = "Peru"
    detail.size = 5
    let again = DetailNode("detail")
    log.restore(log.preserve(detail), into: again)
    #expect(again.text == "Peru")
    #expect(again.size == 5)
    #expect(log.problems == [])
    #expect(log.preserve(Clashing("c/d")).nodes.first?.state == ["text": #""mine""#])
    #expect(log.codes == ["duplicate-key"])
    #expect(log.problems.first?.address == "A/c%2Fd/text")
  }

  @Test func `a coder that somebody keeps takes nothing more`() {
    let log = TreeLog()
    var kept: [RestorationCoder] = []
    let screen = ScreenNode("screen")
    screen.encode = { coder in
      kept.append(coder)
      coder.encodeDictionary(forKey: "d") { kept.append($0) }
    }
    let archive = log.preserve(screen)
    for coder in kept {
      coder.encode(1, forKey: "late")
      #expect(!coder.contains("late"))
      coder.encodeNode(screen, forKey: "node")
      #expect(coder.decodeNode(forKey: "node") == nil)
    }
    #expect(archive.nodes.first?.state == ["d": "{}"])
    #expect(log.problems == [])
  }
}
