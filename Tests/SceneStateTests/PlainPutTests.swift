import Foundation
import LMDB
import SceneState
import StoreTools
import Synchronization
import Testing

/// Values whose bytes nothing can keep from being made go into the store without objects of their
/// own; nobody can tell.
@Suite struct PlainPutTests {
  /// On both sides of where a value is encoded later, has pages of its own, and is cut.
  private static let sizes = [
    0, 1, 511, 512, 513, 1_900, 2_100, 4_047, 4_048, 4_049, 4_096, 5_071, 5_072, 5_073, 9_000,
  ]

  private static func data(_ size: Int, _ round: Int) -> Data {
    Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ round) })
  }

  private static func key(_ number: Int) -> SceneKey<Data> {
    SceneKey("data\(number)", default: Data([1]))
  }

  private let number = SceneKey("number", default: 0)
  private let text = SceneKey("text", default: "")
  private let maybe = SceneKey("maybe", default: Int?.some(3))
  private let list = SceneKey("list", default: [String]())
  private let other = SceneKey("other", default: [String]())

  @Test func `values of all sizes and kinds go in together, over longer and shorter ones`() throws {
    let folder = try StoreFolder()
    let sizes = Self.sizes
    for round in 0..<4 {
      try folder.withStore { store in
        store.tick {
          for scope in [store.scene("A"), store.scene("B").tab("t"), store.app] {
            for index in sizes.indices {
              let size = sizes[(index + round * 5) % sizes.count]
              scope[Self.key(index)] = Self.data(size, round)
            }
            scope[number] = round
            scope[text] = String(repeating: "ü", count: round * 400)
            scope[maybe] = round % 2 == 0 ? nil : round
            scope[list] = ["\(round)"]
          }
        }
      }
      try folder.withStore { store in
        for scope in [store.scene("A"), store.scene("B").tab("t"), store.app] {
          for index in sizes.indices {
            let size = sizes[(index + round * 5) % sizes.count]
            #expect(scope[Self.key(index)] == Self.data(size, round), "\(round) \(size)")
          }
          #expect(scope[number] == round && scope[text].utf8.count == round * 800)
          #expect(scope[maybe] == (round % 2 == 0 ? nil : round))
          #expect(scope[list] == ["\(round)"])
        }
      }
    }
    #expect(try StoreInspector.examine(folder.store.path).isSound)
  }

  @Test func `a commit that fails leaves all kinds of values waiting, and none is lost`() throws {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.commitsByItself = false
    let flag = Flag(isOn: true)
    options.commitHook = { point throws(LMDBError) in
      if point == .commit, flag.isOn { throw .diskFull }
    }
    try folder.withStore(options) { store in
      let scene = store.scene("A")
      scene[number] = 1
      scene[list] = ["x"]
      scene[Self.key(1)] = Self.data(900, 1)
      #expect(throws: SceneProblem.self) { try store.flush() }
      for problem in [scene.facts(of: number).problem, scene.facts(of: list).problem] {
        #expect(problem?.code == .storeNotUsable)
      }
      scene[number] = 2
      flag.isOn = false
      try store.flush()
      #expect(scene.facts(of: number).problem == nil)
    }
    try folder.withStore { store in
      let scene = store.scene("A")
      #expect(scene[number] == 2 && scene[list] == ["x"])
      #expect(scene[Self.key(1)] == Self.data(900, 1))
    }
  }

  @Test func `of a scene that gets full the last value is refused, whatever its kind`() throws {
    let options = SceneStore.Options(
      sceneBudget: 300, valueBudget: 100, commitDelay: .seconds(60))
    let store = SceneStore.temporary(options: options)
    let (scene, large) = (store.scene("A"), String(repeating: "x", count: 90))
    store.tick {
      scene[text] = large
      scene[list] = [large]
      scene[Self.key(0)] = Data(large.utf8)
      scene[other] = [large]
    }
    #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(store.reportedProblems.map(\.address) == ["A/other"])
    #expect(store.reportedProblems.map(\.code) == [.sceneTooLarge])
    #expect(scene.entries.map(\.key) == ["data0", "list", "text"])
  }

  @Test func `scenes that together write more than one may have are not refused`() throws {
    let options = SceneStore.Options(
      sceneBudget: 300, valueBudget: 200, commitDelay: .seconds(60))
    let store = SceneStore.temporary(options: options)
    for name in ["A", "B", "C"] {
      store.scene(SceneID(rawValue: name))[text] = String(repeating: "x", count: 190)
      store.scene(SceneID(rawValue: name))[number] = 7
    }
    try store.flush()
    #expect(store.reportedProblems.isEmpty)
    #expect(store.scene("C").entries.map(\.key) == ["number", "text"])
  }

  private final class Flag: Sendable {
    private let value: Mutex<Bool>
    init(isOn: Bool) { value = Mutex(isOn) }
    var isOn: Bool {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }
}
