extension UserActivity {
  /// Makes an activity of a declared type with a payload.
  ///
  /// ```swift
  /// let activity = try UserActivity(
  ///   .character, payload: tala, title: tala.name, target: "character/tala")
  /// ```
  /// - Parameters:
  ///   - type: The declared activity type.
  ///   - payload: A value that encodes its fields by name.
  ///   - title: What people read where the activity is offered.
  ///   - target: What the activity shows, for choosing a window.
  /// - Throws: `ActivityError.invalidContent`, `.tooDeep`, `.tooLarge`.
  public init<Payload>(
    _ type: ActivityType<Payload>, payload: Payload, title: String? = nil, target: String? = nil
  ) throws(ActivityError) {
    self.init(activityType: type.name, title: title, targetContentIdentifier: target)
    try setTypedPayload(payload)
  }

  /// Merges the fields of a payload into `userInfo`; entries of other names stay.
  ///
  /// A field that is nil now takes its older entry away, so reading gives back what was set. If
  /// it throws, nothing is changed.
  ///
  /// ```swift
  /// try activity.setTypedPayload(Character(id: "tala", name: "Tala", book: .raven))
  /// ```
  /// - Throws: `ActivityError.invalidContent` if the payload does not encode its fields by name,
  ///   holds nil in a list or dictionary, or an integer beyond `Int`; `.tooDeep`; `.tooLarge`.
  public mutating func setTypedPayload(_ payload: some Encodable) throws(ActivityError) {
    let fields = try PayloadEncoder.fields(of: payload)
    var changed = self
    for name in fields.absent { changed.userInfo[name] = nil }
    changed.addUserInfoEntries(fields.values)
    try changed.checkLimits()
    self = changed
  }

  /// Reads `userInfo` as a payload; entries that the type does not know are passed over.
  ///
  /// Besides what the same type encoded it takes a whole number where a floating-point one is
  /// wanted, and texts that spell a URL, a date (RFC 3339) or data (base64).
  ///
  /// ```swift
  /// let character = try activity.typedPayload(Character.self)
  /// ```
  /// - Throws: `ActivityError.invalidContent` if `userInfo` is empty or does not fit, with the
  ///   field and the reason; `.tooDeep`; `.tooLarge`.
  public func typedPayload<Payload: Decodable>(
    _ type: Payload.Type
  ) throws(ActivityError) -> Payload {
    guard !userInfo.isEmpty else { throw .invalidContent(PayloadFailure.empty) }
    try checkDepth()
    do {
      return try PayloadDecoder(value: .map(userInfo), codingPath: []).decode(type)
    } catch {
      throw .invalidContent(PayloadFailure.text(error))
    }
  }
}
