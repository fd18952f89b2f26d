/// A program that shows a long answer page by page.
package struct Pager {
  /// What is shown is written here; whoever leaves before the end misses the rest.
  package let sink: any ByteSink
  /// Says that this was all, and waits until the person has read it.
  package let finish: () -> Void

  package init(sink: any ByteSink, finish: @escaping () -> Void) {
    self.sink = sink
    self.finish = finish
  }

  /// Shows short answers as they are, keeps colours, and leaves them on the screen.
  static let usual = "less -FRX"

  /// Lets what is written disappear once nobody reads any more: leaving a pager is no failure.
  final class Patient: ByteSink {
    private let sink: any ByteSink
    private var isOver = false

    init(_ sink: any ByteSink) { self.sink = sink }

    func write(_ bytes: [UInt8]) throws(SinkFailure) {
      guard !isOver else { return }
      do throws(SinkFailure) { try sink.write(bytes) } catch {
        guard error == .closed else { throw error }
        isOver = true
      }
    }
  }
}
