/// How a store looks through its own file for damage while nothing is written.
///
/// It reads by itself and never through LMDB's map, a part at a time, on the thread that commits,
/// which exists from the first write on. Each part takes a read transaction of its own, so that the
/// file does not grow because of it. What another part was when it was read may have changed since.
///
/// ```swift
/// options.scrub = ScrubRule(pages: 256, interval: .seconds(5))
/// options.scrub = nil  // never
/// ```
public struct ScrubRule: Hashable, Sendable {
  /// How many pages are read at once, at least 2; a page has 4 KiB, and takes some microseconds.
  public var pages: Int
  /// How long to wait from one part to the next.
  public var interval: Duration
  /// How long to wait when all of the file was looked at.
  public var rest: Duration

  /// Makes a rule; without arguments 64 pages a second, and all of it once a day.
  public init(
    pages: Int = 64, interval: Duration = .seconds(1), rest: Duration = .seconds(86_400)
  ) {
    self.pages = max(pages, 2)
    self.interval = interval
    self.rest = rest
  }
}
