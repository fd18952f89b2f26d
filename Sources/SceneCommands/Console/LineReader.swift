/// Cuts what arrives in chunks into lines, each as soon as it is there.
package final class LineReader {
  /// The next chunk; an empty one is the end, or an interruption.
  private let nextChunk: () -> [UInt8]
  private var rest: [UInt8] = []

  package init(_ nextChunk: @escaping () -> [UInt8]) { self.nextChunk = nextChunk }

  /// The next line without its end; nil at the end.
  package func next() -> String? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        defer { rest = Array(rest[(end + 1)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let chunk = nextChunk()
      if chunk.isEmpty {
        defer { rest = [] }
        return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
      }
      rest += chunk
    }
  }
}
