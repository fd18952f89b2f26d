import Foundation
import SceneLifecycle
import SceneState
import StoreFormat

extension FuzzTarget {
  /// What a typed payload is read as.
  private struct Sample: Codable, Hashable, Sendable {
    var id: String
    var count: Int?
    var when: Date?
    var place: URL?
    var ratio: Double?
    var parts: [Sample]?
    var names: [String: Int]?
  }

  private static let sampleType = ActivityType<Sample>("com.example.sample")
  private static let sampleKey = SceneKey("sample", default: Sample(id: ""))
  private static let jsonTag = CodingCatalog.all.first { $0.name == "json" }?.tag ?? 0

  /// Activities with their payloads, and stored values of every coding.
  static let payload = FuzzTarget(
    name: "payload",
    run: { input in
      if let activity = UserActivity(encoded: input) {
        _ = try? activity.typedPayload(Sample.self)
        _ = try? sampleType.validate(activity)
        let again = activity.encoded
        if !again.isEmpty, UserActivity(encoded: again) != activity {
          return "an activity is not what its own bytes say"
        }
      }
      guard let tag = input.first else { return nil }
      let rest = Array(input.dropFirst())
      // The inspector shows whatever is stored as text.
      _ = CodingCatalog.jsonText(tag: tag, payload: rest)
      let value = EncodedValue(tag: jsonTag, payload: input)
      if let decoded = try? sampleKey.coding.decode(value),
        let encoded = try? sampleKey.coding.encode(decoded),
        (try? sampleKey.coding.decode(encoded)) != decoded
      {
        return "a value is not what its own bytes say"
      }
      return nil
    },
    make: { random in
      if random.oneIn(8) { return [UInt8(random.number(below: 20))] + random.bytes(9) }
      let sample = jsonValue(&random, depth: 0)
      guard random.oneIn(2) else { return random.damaged(Array(sample.utf8)) }
      let activity =
        "{\"activityType\":\"com.example.sample\",\"userInfo\":{\"id\":\"\(random.text())\","
        + "\"parts\":\(sample),\"count\":\(jsonValue(&random, depth: 4))},"
        + "\"requiredUserInfoKeys\":[\"id\"]}"
      return random.damaged(Array(activity.utf8))
    })

  private static func jsonValue(_ random: inout FuzzRandom, depth: Int) -> String {
    if random.oneIn(60) { return String(repeating: "[", count: random.number(below: 4_000)) }
    if random.oneIn(60) {
      let deep = random.number(below: 600)
      return String(repeating: "{\"a\":", count: deep) + "1" + String(repeating: "}", count: deep)
    }
    switch random.number(below: depth < 5 ? 9 : 6) {
    case 0: return "\"\(random.text())\""
    case 1: return String(Int64(truncatingIfNeeded: random.next()))
    case 2: return random.pick(["1e400", "-0", "0.1", "99999999999999999999", "1E-9", "NaN", "-"])
    case 3: return random.pick(["true", "false", "null", "\"\\ud800\"", "\"\\u0000\""])
    case 4: return "{\"id\":\"\(random.text())\",\"id\":\"twice\"}"
    case 5: return "\"2026-11-21T22:00:00Z\""
    case 6, 7:
      let parts = (0..<random.number(below: 4)).map { _ in jsonValue(&random, depth: depth + 1) }
      return "[" + parts.joined(separator: ",") + "]"
    default:
      let names = ["id", "count", "when", "place", "ratio", "parts", "names", "\(random.next())"]
      let parts = (0..<random.number(below: 5)).map { _ in
        "\"\(random.pick(names))\":" + jsonValue(&random, depth: depth + 1)
      }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }
}
