import Synchronization

/// Where the handler of ``SceneScope/observe(_:deliver:_:)`` runs.
///
/// ```swift
/// let subscription = scope.observe(Keys.draft, deliver: .post { job in loop.add(job) }) { text in
///   entry.setText(text)
/// }
/// ```
public struct NoticeDelivery: Sendable {
  private let post: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

  /// On the writing thread, after the write (or the tick), with no lock held; on that of another
  /// writer if that one is telling of this value just now.
  public static var atOnce: Self { Self(post: nil) }

  /// Through a loop of your own, for example `g_idle_add`.
  public static func post(
    _ post: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) -> Self {
    Self(post: post)
  }

  func run(_ job: @escaping @Sendable () -> Void) {
    if let post { post(job) } else { job() }
  }
}

/// A standing request to be told of changes; dropping it ends the notices.
///
/// ```swift
/// subscription.cancel()
/// ```
public struct Subscription: ~Copyable, Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }

  /// Ends the notices now; a posted one that has not run yet will not run.
  public consuming func cancel() {}

  /// Keeps it as long as an array does, which cannot hold what has one owner.
  ///
  /// ```swift
  /// scope.observe(Keys.draft) { text in show(text) }.keep(in: &bag)
  /// ```
  public consuming func keep(in bag: inout [KeptSubscription]) {
    bag.append(KeptSubscription(self))
  }
}

/// A subscription with several owners; the notices end when the last one lets go of it.
///
/// ```swift
/// var bag: [KeptSubscription] = []
/// ```
public final class KeptSubscription: Sendable {
  private let subscription: Mutex<Subscription?>

  /// Takes a subscription over.
  public init(_ subscription: consuming Subscription) {
    self.subscription = Mutex(subscription)
  }

  /// Ends the notices now, whoever else keeps it.
  public func end() { subscription.withLock { $0 = nil } }
}
