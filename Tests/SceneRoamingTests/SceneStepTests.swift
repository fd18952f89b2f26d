import Testing

@testable import SceneRoaming

struct SceneStepTests {
  private let step = SceneStep(
    isSnapshot: true,
    rows: [
      .init(table: .type, key: [1], bytes: Array("Int".utf8)),
      .init(table: .value, key: [0, 0, 0, 0, 1], bytes: []),
      .init(table: .setAside, key: [], bytes: nil),
    ])

  @Test func `a step reads as it was written`() {
    #expect(SceneStep(step.bytes) == step)
    let empty = SceneStep(isSnapshot: false, rows: [])
    #expect(SceneStep(empty.bytes) == empty)
  }

  @Test func `what is cut or longer is no step`() {
    let bytes = step.bytes
    for count in 0..<bytes.count { #expect(SceneStep(Array(bytes.prefix(count))) == nil) }
    #expect(SceneStep(bytes + [0]) == nil)
  }

  @Test func `pieces are no larger than asked for and come together again`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    for size in [1, 7, 500, 999, 1000, 1001] {
      let pieces = SceneStep.pieces(bytes, ofBytes: size)
      #expect(pieces.allSatisfy { $0.count <= size && !$0.isEmpty })
      #expect(pieces.flatMap(\.self) == bytes)
    }
  }

  @Test func `a snapshot leaves nothing of what was before`() {
    var content = SceneContent()
    content.apply(.init(isSnapshot: false, rows: [.init(table: .record, key: [], bytes: [1])]))
    #expect(content.record == [1])
    content.apply(.init(isSnapshot: true, rows: []))
    #expect(content == SceneContent())
  }
}
