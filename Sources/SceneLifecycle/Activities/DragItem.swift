/// What a drag carries: the activity that opens or continues where it is dropped.
///
/// It plays the part of `NSItemProvider`. Dropped at the edge of the screen it opens one new
/// window with the activity; dropped on a window it continues there; cancelled, nothing happens.
///
/// ```swift
/// let item = DragItem(try UserActivity(.character, payload: tala, target: "character/tala"))
/// ```
public struct DragItem: Hashable, Sendable {
  /// The activity that is dragged.
  public let activity: UserActivity

  /// Makes an item of an activity; it is a copy, later changes do not reach it.
  public init(_ activity: UserActivity) { self.activity = activity }
}
