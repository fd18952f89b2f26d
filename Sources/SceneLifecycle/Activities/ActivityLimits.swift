import FoundationEssentials
import SceneState

/// How much an activity may hold, and the checks that cost no more than the content itself.
enum ActivityLimits {
  /// Collections inside each other, `userInfo` counted.
  static let depth = 64
  /// Bytes of the encoded activity.
  static let size = 256 * 1024

  /// Walks level by level, without recursion, and stops as soon as a limit is passed.
  ///
  /// `outer` collections surround the values. The size is a lower bound here: it stops a content
  /// that would take long to encode, also one whose parts are shared and thus cost no memory.
  static func checkDepth(of values: [ActivityValue], outer: Int = 0) throws(ActivityError) {
    var level = values
    var depth = outer
    var size = 0
    while !level.isEmpty {
      var next: [ActivityValue] = []
      var hasCollections = false
      for value in level {
        size += value.leastSize
        switch value {
        case .list(let list):
          hasCollections = true
          size += list.count
          guard size <= Self.size else { throw .tooLarge(size) }
          next += list
        case .map(let map):
          hasCollections = true
          size += map.count
          guard size <= Self.size else { throw .tooLarge(size) }
          next += map.values
        default: break
        }
        guard size <= Self.size else { throw .tooLarge(size) }
      }
      if hasCollections {
        depth += 1
        guard depth <= Self.depth else { throw .tooDeep }
      }
      level = next
    }
  }
}

extension ActivityValue {
  /// What a scalar takes at least when it is encoded.
  fileprivate var leastSize: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .data(let data): data.count
    case .url(let url): url.absoluteString.utf8.count
    case .bool, .int, .double, .date, .list, .map: 1
    }
  }
}

extension UserActivity {
  /// Checks depth and encoded size.
  /// - Throws: `ActivityError.tooDeep`, `ActivityError.tooLarge`.
  package func checkLimits() throws(ActivityError) { _ = try checkedEncoding() }

  /// The activity as JSON with sorted names; equal activities give equal bytes.
  ///
  /// Empty if the activity is beyond the limits: check them where it comes in.
  package var encoded: [UInt8] { (try? checkedEncoding()) ?? [] }

  /// Reads what `encoded` gave; nil for anything else, also for an activity beyond the limits.
  package init?(encoded bytes: [UInt8]) {
    // Around `userInfo` is the activity itself, inside it may be a tag.
    guard bytes.count <= ActivityLimits.size,
      let json = JSONField(bytes: bytes, depthLimit: ActivityLimits.depth + 2),
      let fields = ActivityValue(json),
      // Whoever reads a record tells that a part of it cannot be read.
      let activity = try? UserActivity(from: PayloadDecoder(value: fields, codingPath: []))
    else { return nil }
    self = activity
  }

  private func checkedEncoding() throws(ActivityError) -> [UInt8] {
    try checkDepth()
    guard let bytes = json else { throw .tooDeep }
    guard bytes.count <= ActivityLimits.size else { throw .tooLarge(bytes.count) }
    return bytes
  }

  func checkDepth() throws(ActivityError) {
    try ActivityLimits.checkDepth(of: Array(userInfo.values), outer: 1)
  }
}
