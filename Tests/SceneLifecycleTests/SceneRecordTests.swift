import Foundation
import SceneLifecycle
import Testing

struct SceneRecordTests {
  private let now = Date(timeIntervalSinceReferenceDate: 1000)

  @Test func `a record comes back as it was written`() {
    var record = SceneRecord(created: now)
    record.title = "The Good Hawk"
    record.selectedTab = "hawk"
    record.state = .background
    record.isOnScreen = true
    record.isFront = true
    record.activation = 7
    record.openedBy = "user"
    #expect(SceneRecord(bytes: record.bytes, now: .distantPast) == record)
  }

  @Test func `fields of newer versions stay when a record is rewritten`() throws {
    let newer =
      #"{"mood":{"at":["left",0.5,true,null,18446744073709551615]},"scene":"main"}"#
    var record = SceneRecord(bytes: Array(newer.utf8), now: now)
    #expect(!record.isPartial)
    record.title = "Changed"
    let text = String(decoding: record.bytes, as: UTF8.self)
    #expect(text.contains(#""mood":{"at":["left",0.5,true,null,18446744073709551615]}"#))
    #expect(text.contains(#""title":"Changed""#))
  }

  @Test(arguments: ["", "[]", "{", #"{"state":"sleeping"}"#, #"{"front":"yes"}"#])
  func `a record that cannot be read is partial, never an error`(text: String) {
    let record = SceneRecord(bytes: Array(text.utf8), now: now)
    #expect(record.isPartial)
    #expect(record.scene == "main")
    #expect(record.created == now)
  }
}
