import Foundation
@testable import LMDB
@testable import SceneState
import Testing

/// A new window has its name for itself from the moment in which it is asked for, and before
/// anything of it is in the file.
@Suite struct NewNameTests {
  private let folder: StoreFolder
  private let options: SceneStore.Options
  private let me = SceneStore.processIdentity

  init() throws {
    folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.commitsByItself = false
    self.options = options
  }

  /// What another process does: the lock belongs to the open file.
  private func otherLock() throws -> FileLock {
    try FileLock(path: folder.store.path(percentEncoded: false) + "/use.lock")
  }

  private func isFree(_ name: String) throws -> Bool {
    let lock = try otherLock()
    let place = Environment.place(of: name)
    defer { lock.unlockByte(place) }
    return try lock.tryByte(place)
  }

  @Test func `a new name is locked until its row is in the file, and costs no commit`() throws {
    try folder.withStore(options) { store in
      let open = try store.core.connection.open()
      let before = try open.environment.read { $0.id }
      #expect(store.claim(["B"], as: me, .new) == [.waiting])
      #expect(try open.environment.read { $0.id } == before)
      #expect(try !isFree("B") && isFree("C"))
      #expect(store.owner(of: "B") == me && store.owners == ["B": me])
      store.openSession("B")
      #expect(try !isFree("B"))
      try store.flush()
      #expect(try isFree("B"))
      #expect(store.owner(of: "B") == me && store.owners == ["B": me])
      #expect(store.claim(["B"], as: me, .new) == [.exists])
      #expect(try isFree("B"))
    }
  }

  @Test func `a name that another process is about to use is taken`() throws {
    try folder.withStore(options) { store in
      let other = try otherLock()
      #expect(try other.tryByte(Environment.place(of: "B")))
      #expect(store.claim(["B"], as: me, .new) == [.inUse])
      #expect(store.claim(["B"], as: me, .existing) == [.inUse])
      #expect(store.owners.isEmpty)
      other.unlockByte(Environment.place(of: "B"))
      #expect(store.claim(["B"], as: me, .new) == [.waiting])
    }
    #expect(try isFree("B"))
  }

  @Test func `a name that is not used after all is free again`() throws {
    try folder.withStore(options) { store in
      #expect(store.claim(["B"], as: me, .new) == [.waiting])
      store.release("B")
      try store.flush()
      #expect(try isFree("B"))
      #expect(store.owners.isEmpty)
      #expect(store.claim(["C"], as: me, .new) == [.waiting])
      store.scene("C")[SceneKey("draft", default: "")] = "c"
      store.destroySession("C")
      store.release("C")
      try store.flush()
      #expect(try isFree("C"))
    }
    #expect(try isFree("B") && isFree("C"))
  }
}
