#if GTK
  internal import Observation

  /// Runs a body now, and again after what it read by Observation has changed, until it is dropped.
  ///
  /// Several changes in one turn of the loop are one. Values of a scope are followed with
  /// `observeOnMain` as well.
  ///
  /// ```swift
  /// let following = Following { [weak label] in label?.text = navigator.path().last ?? "Start" }
  /// ```
  @MainActor public final class Following {
    private let body: @MainActor () -> Void

    /// Runs the body for the first time.
    public init(_ body: @escaping @MainActor () -> Void) {
      self.body = body
      run()
    }

    private func run() {
      withObservationTracking(body) { [weak self] in
        // What was read changes only after this; whoever changes it may be on another thread.
        Task { @MainActor in self?.run() }
      }
    }
  }
#endif
