import Foundation
import Glibc
import Observation
import Synchronization
import Testing

@testable import SceneState
@testable import StoreFormat

/// What a value needs in memory beside itself, and what scenes share.
@Suite struct CellMemoryTests {
  private let count = SceneKey("count", default: 0)
  private let title = SceneKey("title", default: "")
  private let page = SceneKey("page", default: Data())

  private func table<Result: Sendable>(
    _ scope: SceneScope, _ body: @Sendable (ValueTable) -> Result
  ) -> Result {
    scope.handle.state.withLock { body($0.table) }
  }

  @Test func `a cell has no more than its value and eleven words`() throws {
    let store = SceneStore.temporary()
    // The standard library's own, which no module shows. A block of memory tells less: it may be
    // larger than what was asked for.
    let name = "$ss36_class_getInstancePositiveExtentSizeySiyXlXpF"
    let symbol = try unsafe #require(dlsym(nil, name))
    let instanceSize = unsafe unsafeBitCast(
      symbol, to: (@convention(c) (UnsafeRawPointer) -> Int).self)
    func size<Value>(_ key: SceneKey<Value>) -> Int {
      let type: AnyClass = type(of: store.scene("A").cell(for: key))
      return unsafe instanceSize(unsafeBitCast(type, to: UnsafeRawPointer.self))
    }
    #expect((1...104).contains(size(count)))
    #expect((1...104).contains(size(title)))
    #expect((1...104).contains(size(page)))
    #expect(MemoryLayout<ValueTable.Row>.stride <= 40)
  }

  @Test func `the cells of all scenes share declaration and address`() {
    let store = SceneStore.temporary()
    let scopes = (0..<50).map { store.scene(SceneID(rawValue: "s\($0)")).tab("hawk") }
    for (number, scope) in scopes.enumerated() { scope[count] = number }
    let first = scopes[0].cell(for: count)
    for (number, scope) in scopes.enumerated() {
      let cell = scope.cell(for: count)
      #expect(cell.key === count.declaration)
      #expect(cell.entry.name === first.entry.name)
      #expect(cell.slot === first.slot)
      #expect(scope[count] == number)
    }
  }

  @Test func `the count of changes begins anew after its last number`() throws {
    let folder = try StoreFolder()
    let texts = try folder.withStore { store in
      let (scope, other) = (store.scene("A"), SceneKey("draft", default: ["a"]))
      scope[other] = ["b"]
      scope.cell(for: title).state.withLock { $0.revision = .max }
      scope.cell(for: other).state.withLock { $0.revision = .max }
      (scope[title], scope[other]) = ("new", ["c"])
      try store.flush()
      scope.reset(other)
      return (scope[title], scope[other])
    }
    #expect(texts == ("new", ["a"]))
    try folder.withStore { #expect($0.scene("A")[title] == "new") }
  }

  @Test func `keys made where they are used share the value and the first default`() {
    let scope = SceneStore.temporary().scene("A")
    scope[SceneKey("size", default: 1)] = 5
    #expect(scope[SceneKey("size", default: 1)] == 5)
    #expect(scope.store.reportedProblems.isEmpty)
    scope.reset(SceneKey("size", default: 2))
    #expect(scope[SceneKey("size", default: 3)] == 1)
    #expect(Set(scope.store.reportedProblems.map(\.code)) == [.defaultDiffers])
  }

  @Test func `what the scan copied goes when it was read, and large values are not kept`() throws {
    let folder = try StoreFolder()
    let large = Data(repeating: 7, count: SceneHandle.Stored.copiedBytes + 1)
    let keys = (0..<20).map { SceneKey("text\($0)", default: "") }
    try folder.withStore { store in
      let scope = store.scene("A").tab("hawk")
      for key in keys { scope[key] = String(repeating: key.name, count: 10) }
      scope[page] = large
    }
    try folder.withStore { store in
      let scope = store.scene("A").tab("hawk")
      #expect(scope[count] == 0)
      let connected = table(scope) { $0.unread.capacity }
      #expect(connected > 1000)
      #expect(connected < 2 * SceneHandle.Stored.copiedBytes)
      for key in keys.dropLast() {
        #expect(scope[key] == String(repeating: key.name, count: 10))
      }
      // One that nobody reads keeps little more than itself.
      #expect(table(scope) { $0.unread.capacity } <= connected / 4)
      #expect(scope[keys[19]] == String(repeating: "text19", count: 10))
      #expect(table(scope) { $0.unread.capacity } == 0)
      #expect(scope[page] == large)
    }
  }

  @Test func `values read again after another process wrote are not kept twice`() throws {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.commitsByItself = false
    let store = try folder.open(options)
    defer { store.close() }
    let scope = store.scene("A")
    (scope[title], scope[count]) = ("ours", 1)
    try store.flush()
    let address = try #require(scope.valueAddress(of: "title"))
    let theirs = EncodedValue(tag: 5, payload: Array("theirs".utf8))
    try store.writeAsForeigner(address, theirs, appVersion: 1)
    store.refresh()
    #expect((scope[title], scope[count]) == ("theirs", 1))
    #expect(table(scope) { $0.unread.capacity } == 0)
  }

  @Test func `entries that came and went leave no rows behind`() throws {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.commitsByItself = false
    let store = try folder.open(options)
    defer { store.close() }
    let scope = store.scene("A")
    scope[count] = 1
    try store.flush()
    for round in 0..<100 {
      let address = try #require(scope.valueAddress(of: "item\(round)"))
      for value in [EncodedValue(tag: 5, payload: [65]), nil] {
        try store.writeAsForeigner(address, value, appVersion: 1)
        store.refresh()
      }
    }
    #expect(table(scope) { $0.rows.count } < 60)
    #expect(scope[count] == 1)
    #expect(scope[SceneKey("item7", default: "none")] == "none")
  }

  @Test func `addresses that nobody has any more are dropped`() {
    let all = EntryNames()
    func name(_ key: String) -> EntryName { all.name(.root, key, EntryHash(.root, key)) }
    for round in 0..<40 {
      let names = (0..<500).map { name("gone\(round)-\($0)") }
      #expect(Set(names.map(ObjectIdentifier.init)).count == 500)
      #expect(names[7] === name("gone\(round)-7"))
    }
    #expect(all.table.withLock { $0.names.count } < 2_000)
  }

  @Test func `a closed store gives up its cells, and later ones are observed each for itself`() {
    let store = SceneStore.temporary()
    let scope = store.scene("A")
    let keys = (0..<70).map { SceneKey("number\($0)", default: 0) }
    scope[keys[0]] = 1
    store.close()
    #expect(!table(scope) { $0.hasCells })
    let told = Counter()
    withObservationTracking {
      _ = scope[keys[1]]
    } onChange: {
      told.add()
    }
    for key in keys[2...] { scope[key] = 2 }
    #expect(told.value == 0)
    scope[keys[1]] = 3
    #expect(told.value == 1)
  }
}
