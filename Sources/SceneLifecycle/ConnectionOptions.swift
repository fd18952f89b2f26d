/// Why a scene connects.
public struct ConnectionOptions: Sendable {
  /// Whether the session existed before, so that stored values may be there.
  public let isRestoring: Bool

  package init(isRestoring: Bool) { self.isRestoring = isRestoring }
}
