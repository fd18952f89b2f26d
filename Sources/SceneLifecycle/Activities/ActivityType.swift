/// An activity type's name together with the type of its payload, declared once.
///
/// The app lists it in its manifest (the counterpart of `NSUserActivityTypes`); a drag or
/// hand-off of a type that is not listed is refused.
///
/// ```swift
/// extension ActivityType where Payload == Character {
///   static var character: Self { .init("com.example.hawknotes.character") }
/// }
/// let activity = try UserActivity(.character, payload: tala)
/// ```
public struct ActivityType<Payload: Codable & Sendable>: Sendable {
  /// The name, by convention in reverse-DNS form.
  public let name: String

  /// Makes a type of a name; the payload's type comes from the context.
  public init(_ name: String) { self.name = name }
}

/// An activity type whose payload type is not known here, as a manifest lists it.
///
/// ```swift
/// let types: [any AnyActivityType] = [ActivityType.character, ActivityType.book]
/// ```
public protocol AnyActivityType: Sendable {
  /// The name of the activity type.
  var name: String { get }

  /// Checks that the activity's content is a payload of this type.
  /// - Throws: `ActivityError.invalidContent` with the field and the reason.
  func validate(_ activity: UserActivity) throws(ActivityError)
}

/// An activity type that tells the type of its payload, for those who make some up.
package protocol PayloadTyped {
  var payloadType: Any.Type { get }
}

extension ActivityType: PayloadTyped {
  package var payloadType: Any.Type { Payload.self }
}

extension ActivityType: AnyActivityType {
  /// Checks that the payload decodes and that no required name is missing in `userInfo`.
  /// - Throws: `ActivityError.invalidContent` with the field and the reason.
  public func validate(_ activity: UserActivity) throws(ActivityError) {
    _ = try activity.typedPayload(Payload.self)
    let missing = activity.requiredUserInfoKeys.sorted().first { activity.userInfo[$0] == nil }
    if let missing { throw .invalidContent(PayloadFailure.missing([missing])) }
  }
}
