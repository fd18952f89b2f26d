import FoundationEssentials
package import SceneState

package struct LaunchRequest {
  /// The window to be in front; it opens if no session bears the identifier.
  package var id: SceneID?
  package var activities: [UserActivity]
  package var urls: [String]
  package var source: ExternalSource?
  /// The name of a window that opens for what comes from outside.
  package var opens: SceneID?
  /// Whether windows come back; else all sessions are destroyed as those are that may not.
  package var restores = true

  package init(
    id: SceneID? = nil, activities: [UserActivity] = [], urls: [String] = [],
    source: ExternalSource? = nil, opens: SceneID? = nil
  ) {
    self.id = id
    self.activities = activities
    self.urls = urls
    self.source = source
    self.opens = opens
  }

  var external: External {
    External(
      activities: activities, url: urls.first, source: source,
      ignored: Array(urls.dropFirst(activities.isEmpty ? 1 : 0)))
  }
}

/// What a new window is for.
package struct OpenRequest {
  package var id: SceneID?
  package var scene: String?
  package var value: [UInt8]?
  package var url: String?
  package var activities: [UserActivity] = []
  package var source: ExternalSource?

  package init(id: SceneID? = nil) { self.id = id }

  var external: External { External(activities: activities, url: url, source: source) }

  /// A value as JSON with sorted keys; nil if it cannot be encoded.
  package static func encoded(_ value: any Encodable) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A list of one: not every encoder takes a plain text or number on its own.
    guard let data = try? encoder.encode([AnyEncodable(value)]), data.count > 2 else { return nil }
    return [UInt8](data.dropFirst().dropLast())
  }

  private struct AnyEncodable: Encodable {
    let value: any Encodable

    init(_ value: any Encodable) { self.value = value }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }
}

/// What comes to a scene from outside while it connects.
struct External {
  var activities: [UserActivity] = []
  var url: String?
  var source: ExternalSource?
  var ignored: [String] = []

  /// Whether something from outside decides what is shown.
  var isEmpty: Bool { activities.isEmpty && url == nil }

  /// The text that routing compares.
  var text: String? {
    guard let activity = activities.first else { return url }
    return activity.comparedText
  }
}

extension UserActivity {
  /// The text that routing compares: the target, else the web page.
  package var comparedText: String? { targetContentIdentifier ?? webpageURL?.absoluteString }
}
