/// Why an activity cannot be made, read or taken.
///
/// ```swift
/// do { try activity.setTypedPayload(character) } catch { print(error) }
/// ```
public enum ActivityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The content is empty or does not fit the payload's type; the text says where and why.
  case invalidContent(String)
  /// The encoded activity has that many bytes (or more), beyond the limit of 256 KiB.
  case tooLarge(Int)
  /// Collections are nested deeper than 64 levels.
  case tooDeep
  /// The app does not declare the activity type.
  case notDeclared(String)

  /// One sentence.
  public var description: String {
    switch self {
    case .invalidContent(let reason): "the activity's content does not fit: \(reason)"
    case .tooLarge(let size): "the activity has \(size) bytes; the limit is \(ActivityLimits.size)"
    case .tooDeep: "the activity is nested deeper than \(ActivityLimits.depth) levels"
    case .notDeclared(let type): "the app does not declare the activity type '\(type)'"
    }
  }
}
