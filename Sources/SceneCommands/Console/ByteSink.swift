/// Where output bytes go.
package protocol ByteSink: AnyObject {
  func write(_ bytes: [UInt8]) throws(SinkFailure)
}

/// Why output could not be written.
package enum SinkFailure: Error, Hashable, Sendable {
  case closed
  case failed(errno: Int32)
}

/// Collects output, for tests and for `-o FILE`.
package final class MemorySink: ByteSink {
  package private(set) var bytes: [UInt8] = []
  private let limit: Int?

  /// With a limit the sink behaves like a pipe whose reader left after that many bytes.
  package init(closesAfter limit: Int? = nil) { self.limit = limit }

  package func write(_ bytes: [UInt8]) throws(SinkFailure) {
    if let limit, self.bytes.count + bytes.count > limit { throw .closed }
    self.bytes += bytes
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
