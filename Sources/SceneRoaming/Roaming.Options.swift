package import FoundationEssentials

extension Roaming {
  /// How a store is carried; all have a default.
  public struct Options: Sendable {
    /// How long ``Roaming/bring(_:)`` waits for the machine that has the scene, 10 s.
    public var patience: Duration
    /// How long a machine that is cut off counts as the one that has a scene, 10 s.
    public var leaseSeconds: Int
    /// Whether values may travel in plain text to other machines; no.
    public var allowsPlainText: Bool
    /// What this machine shows the cluster, and by what it knows it; nothing.
    public var credentials: Credentials
    /// What hides values and names from whoever runs the cluster; nothing.
    ///
    /// The newest key, which stands last, seals; all of them open. Every machine of a user needs
    /// the oldest one, by which names are hidden, and those that still seal something.
    public var sealedBy: [SealingKey]
    /// How much of a scene one request carries: base64 and the rest stay below etcd's 1.5 MiB.
    package var partBytes = 384 << 10
    /// A longer chain of steps is replaced by a snapshot.
    package var chainLimit = 16
    /// What time it is, for the records of scenes that arrive.
    package var now: @Sendable () -> Date = { .now }
    /// A name that nobody else has: 32 hexadecimal digits.
    package var makeName: @Sendable () -> String = {
      let digits = String(UInt128.random(in: 0...UInt128.max), radix: 16)
      return String(repeating: "0", count: 32 - digits.count) + digits
    }
    /// Called at each point, for tests.
    package var hook: @Sendable (CarrierPoint) -> Void = { _ in }

    /// Makes options.
    public init(
      patience: Duration = .seconds(10), leaseSeconds: Int = 10, allowsPlainText: Bool = false,
      credentials: Credentials = Credentials(), sealedBy: [SealingKey] = []
    ) {
      (self.patience, self.leaseSeconds) = (patience, leaseSeconds)
      (self.credentials, self.sealedBy) = (credentials, sealedBy)
      self.allowsPlainText = allowsPlainText
    }
  }
}
