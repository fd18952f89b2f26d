/// A value as bytes, and which coding they are in.
package struct EncodedValue: Hashable, Sendable {
  package var tag: UInt8
  package var payload: [UInt8]

  package init(tag: UInt8, payload: [UInt8]) {
    (self.tag, self.payload) = (tag, payload)
  }
}
