import FoundationEssentials
import SceneState

/// A JSON object on one line whose members keep their order.
struct EventLine: Sendable {
  private var members: [String] = []

  init() {}

  /// The line of an event that happens now.
  init(_ event: String, at moment: Date) {
    add("at", moment)
    add("event", event)
  }

  /// The whole line with its newline.
  var text: String { json + "\n" }

  var json: String { "{" + members.joined(separator: ",") + "}" }

  mutating func add(_ name: String, json: String) {
    members.append("\(JSONText.string(name)):\(json)")
  }

  mutating func add(_ name: String, _ text: String?) {
    if let text { add(name, json: JSONText.string(text)) }
  }

  mutating func add(_ name: String, _ number: Int) { add(name, json: String(number)) }

  mutating func add(_ name: String, _ moment: Date) {
    let milliseconds = (moment.timeIntervalSinceReferenceDate * 1000).rounded(.down)
    add(name, RFC3339.text(secondsSince2001: milliseconds / 1000))
  }

  mutating func add(_ name: String, _ texts: [String]) {
    add(name, json: "[" + texts.map { JSONText.string($0) }.joined(separator: ",") + "]")
  }

  mutating func add(_ name: String, _ lines: [EventLine]) {
    add(name, json: "[" + lines.map(\.json).joined(separator: ",") + "]")
  }

  /// Adds an activity; titles are for people and stay out.
  mutating func add(_ name: String, _ activity: UserActivity?, without redacted: Set<String>) {
    guard let activity else { return }
    var line = EventLine()
    line.add("type", activity.activityType)
    let kept = activity.userInfo.filter { !redacted.contains($0.key) }
    if !kept.isEmpty { line.add("payload", json: ActivityValue.map(kept).eventJSON) }
    let hidden = activity.userInfo.keys.filter { redacted.contains($0) }.sorted()
    if !hidden.isEmpty { line.add("redacted", hidden) }
    line.add("target", activity.targetContentIdentifier)
    line.add("webpage", activity.webpageURL?.absoluteString)
    add(name, json: line.json)
  }
}

extension ActivityValue {
  /// The value as JSON: dates as RFC 3339 text, bytes in base64.
  fileprivate var eventJSON: String {
    switch self {
    case .bool(let bool): return String(bool)
    case .int(let int): return String(int)
    case .double(let double): return JSONText.number(double)
    case .string(let text): return JSONText.string(text)
    case .data(let data): return JSONText.string(data.base64EncodedString())
    case .date(let date):
      let seconds = date.timeIntervalSinceReferenceDate
      return RFC3339.text(secondsSince2001: seconds).map { JSONText.string($0) }
        ?? JSONText.number(seconds)
    case .url(let url): return JSONText.string(url.absoluteString)
    case .list(let list): return "[" + list.map(\.eventJSON).joined(separator: ",") + "]"
    case .map(let map):
      let fields = map.keys.sorted().compactMap { name in
        map[name].map { "\(JSONText.string(name)):\($0.eventJSON)" }
      }
      return "{" + fields.joined(separator: ",") + "}"
    }
  }
}
