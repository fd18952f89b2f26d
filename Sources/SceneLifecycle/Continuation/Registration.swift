/// A handler's registration: dropping it ends the handler.
///
/// It does not keep the registry alive. A handler that ends while an activity is being delivered
/// no longer gets its turn.
///
/// ```swift
/// var bag: [Registration] = []
/// scene.continuations.onOpenURL { url in browser.show(url) }.keep(in: &bag)
/// bag = []  // ends them
/// ```
public final class Registration {
  private var end: (() -> Void)?

  init(end: @escaping () -> Void) { self.end = end }

  deinit { end?() }

  /// Ends the handler now; a second call does nothing.
  public func cancel() {
    let end = end
    self.end = nil
    end?()
  }

  /// Puts the registration into a list that lives as long as the handler should.
  public func keep(in bag: inout [Registration]) { bag.append(self) }
}
