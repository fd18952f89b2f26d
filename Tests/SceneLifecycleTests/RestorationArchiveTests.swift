import Foundation
import SceneLifecycle
import SceneState
import Testing

struct RestorationArchiveTests {
  private let archive = RestorationArchive(
    appVersion: 3,
    nodes: [
      .init(path: ["root"], className: "App.Root"),
      .init(
        path: ["root", "länder/x"], className: "App.List", restorationClass: "App.Maker",
        state: ["position": #"{"top":"Lima \"x\""}"#]),
    ])

  @Test func `an archive comes back from its bytes, and from inside another record`() throws {
    #expect(try Self.read(archive.bytes) == archive)
    let record = JSONField.map(["archive": archive.json, "other": .int(1)])
    guard case .map(let fields)? = JSONField(bytes: record.bytes), let field = fields["archive"]
    else {
      Issue.record("the record cannot be read")
      return
    }
    #expect(try RestorationArchive(json: field) == archive)
    #expect(archive.paths == ["root", "root/länder%2Fx"])
  }

  @Test func `the bytes have a fixed form`() {
    let text = String(decoding: archive.bytes, as: UTF8.self)
    #expect(
      text == #"{"format":1,"nodes":[{"class":"App.Root","path":["root"]},"#
        + #"{"class":"App.List","made-by":"App.Maker","path":["root","länder/x"],"#
        + #""state":{"position":"{\"top\":\"Lima \\\"x\\\"\"}"}}],"version":3}"#)
  }

  @Test(arguments: [
    ("[]", ArchiveDamage.field("format")),
    (#"{"format":0}"#, .field("format")),
    (#"{"format":2}"#, .newerFormat(2)),
    (#"{"format":1}"#, .field("version")),
    (#"{"format":1,"version":1.5}"#, .field("version")),
    (#"{"format":1,"version":1,"nodes":{}}"#, .field("nodes")),
    (#"{"format":1,"version":1,"nodes":[1]}"#, .field("nodes[0]")),
    (#"{"format":1,"version":1,"nodes":[{"path":["a"]}]}"#, .field("nodes[0].class")),
    (#"{"format":1,"version":1,"nodes":[{"class":"C","path":[]}]}"#, .field("nodes[0].path")),
    (#"{"format":1,"version":1,"nodes":[{"class":"C","path":["a",1]}]}"#, .field("nodes[0].path")),
    (#"{"format":1,"version":1,"nodes":[{"class":"C","path":[""]}]}"#, .field("nodes[0].path")),
    (
      #"{"format":1,"version":1,"nodes":[{"class":"C","path":["a"],"made-by":1}]}"#,
      .field("nodes[0].made-by")
    ),
    (
      #"{"format":1,"version":1,"nodes":[{"class":"C","path":["a"],"state":{"k":1}}]}"#,
      .field("nodes[0].state.k")
    ),
    (
      #"{"format":1,"version":1,"nodes":[{"class":"C","path":["a"]},{"class":"C","path":["a"]}]}"#,
      .field("nodes[1].path")
    ),
  ])
  func `damaged bytes give a reason`(text: String, damage: ArchiveDamage) {
    #expect(throws: damage) { try Self.read(Array(text.utf8)) }
    #expect(!damage.description.isEmpty)
  }

  @Test func `no flipped or missing byte traps`() throws {
    let bytes = archive.bytes
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        if let read = try? Self.read(damaged) { #expect(!read.paths.contains("")) }
      }
      #expect(try Self.read(Array(bytes.prefix(index))) == nil)
    }
  }

  @Test func `bytes that are deep or no text are refused before they are read`() throws {
    let deep = String(repeating: "[", count: 100_000)
    for bytes in [[], Array("{".utf8), Array(deep.utf8), [0x22, 0xFF, 0x22]] {
      #expect(try Self.read(bytes) == nil)
    }
  }

  /// The archive of the bytes, as it is read out of a record; nil if they are no JSON.
  private static func read(_ bytes: [UInt8]) throws -> RestorationArchive? {
    try JSONField(bytes: bytes).map { try RestorationArchive(json: $0) }
  }
}
