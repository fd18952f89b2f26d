public import FoundationEssentials
import SceneState

/// What a user does, as data: it moves between windows and devices, and restores a window.
///
/// A value: what is stored, dragged or advertised is a copy, and later changes do not touch it.
/// Mirrors `NSUserActivity`. An encoded activity has at most 256 KiB and 64 levels; one beyond
/// that can be built, but is refused where it is used (`ActivityError.tooLarge`, `.tooDeep`).
///
/// ```swift
/// var activity = UserActivity(activityType: "com.example.hawknotes.book", title: "Raven")
/// activity.addUserInfoEntries(["book": "raven", "page": 12])
/// activity.targetContentIdentifier = "book/raven"
/// scene.userActivity = activity
/// ```
public struct UserActivity: Hashable, Sendable {
  /// The name of the activity type, which the app declares in its manifest.
  public var activityType: String

  /// What people read where the activity is offered; nil if there is nothing to read.
  public var title: String?

  /// What the activity shows, compared with what windows show when one is chosen for it.
  public var targetContentIdentifier: String?

  /// The page that shows the same, also compared when a window is chosen; kept as absolute URL.
  public var webpageURL: URL? {
    didSet { webpageURL = webpageURL?.absoluteURL }
  }

  /// The content by name.
  public var userInfo: [String: ActivityValue] = [:]

  /// When it is of no use any more: an activity that was handed over is not restored after that.
  public var expirationDate: Date?

  /// The names without which the content is of no use; a payload check refuses to miss one.
  public var requiredUserInfoKeys: Set<String> = []

  /// Makes an activity without content.
  public init(activityType: String, title: String? = nil, targetContentIdentifier: String? = nil) {
    self.activityType = activityType
    self.title = title
    self.targetContentIdentifier = targetContentIdentifier
  }

  /// Adds entries to `userInfo`; where a name is there already, the new value counts.
  ///
  /// ```swift
  /// activity.addUserInfoEntries(["page": 13])
  /// ```
  public mutating func addUserInfoEntries(_ entries: [String: ActivityValue]) {
    userInfo.merge(entries) { $1 }
  }

  /// The type of activities that stand for a universal link: they go to URL handlers only.
  package static let webBrowsing = "NSUserActivityTypeBrowsingWeb"
}

extension UserActivity: Codable {
  private enum Field: String, CodingKey {
    case activityType, title, targetContentIdentifier, webpageURL, userInfo, requiredUserInfoKeys
    case expirationDate
  }

  /// Reads what `encode(to:)` wrote; fields that it does not know are left out.
  /// - Throws: `ActivityError.tooDeep`, `ActivityError.tooLarge`, or a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Field.self)
    activityType = try container.decode(String.self, forKey: .activityType)
    title = try container.decodeIfPresent(String.self, forKey: .title)
    targetContentIdentifier = try container.decodeIfPresent(
      String.self, forKey: .targetContentIdentifier)
    if let text = try container.decodeIfPresent(String.self, forKey: .webpageURL) {
      guard let url = URL(string: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .webpageURL, in: container, debugDescription: "not a URL")
      }
      webpageURL = url
    }
    if let content = try container.decodeIfPresent(ActivityValue.self, forKey: .userInfo) {
      guard case .map(let map) = content else {
        throw DecodingError.dataCorruptedError(
          forKey: .userInfo, in: container, debugDescription: "not a map")
      }
      userInfo = map
    }
    let names = try container.decodeIfPresent([String].self, forKey: .requiredUserInfoKeys)
    requiredUserInfoKeys = Set(names ?? [])
    expirationDate = try container.decodeIfPresent(Double.self, forKey: .expirationDate).map {
      Date(timeIntervalSince1970: $0)
    }
    try checkDepth()
  }

  /// Writes the activity without loss; empty fields are left out.
  /// - Throws: `ActivityError.tooDeep`, `ActivityError.tooLarge`, or what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try checkDepth()
    var container = encoder.container(keyedBy: Field.self)
    for (field, value) in fields { try container.encode(value, forKey: field) }
  }

  /// The activity as JSON with sorted names; nil for a date that JSON does not have.
  var json: [UInt8]? { JSONWriter.object(fields.map { ($0.rawValue, $1) }) }

  /// All that is not empty, in the order of the names.
  private var fields: [(Field, JSONField)] {
    let all: [(Field, JSONField?)] = [
      (.activityType, .text(activityType)),
      (.expirationDate, (expirationDate?.timeIntervalSince1970).map(JSONField.double)),
      (
        .requiredUserInfoKeys,
        requiredUserInfoKeys.isEmpty
          ? nil : .list(requiredUserInfoKeys.sorted().map(JSONField.text))
      ),
      (.targetContentIdentifier, targetContentIdentifier.map(JSONField.text)),
      (.title, title.map(JSONField.text)),
      (.userInfo, userInfo.isEmpty ? nil : ActivityValue.map(userInfo).json),
      (.webpageURL, (webpageURL?.absoluteString).map(JSONField.text)),
    ]
    return all.compactMap { field, value in value.map { (field, $0) } }
  }
}
