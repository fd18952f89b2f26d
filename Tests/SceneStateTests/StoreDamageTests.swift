import LMDB
import SceneState
import StoreFormat
import Testing

/// Damaged files in great numbers: the gate refuses them, or what it lets through betrays nobody.
@Suite struct StoreDamageTests {
  @Test func `the sample is sound and has what can be damaged`() throws {
    let sample = try DamagedStoreSample.shared.get()
    let verdict = DataFile(bytes: sample.bytes).storeVerdict()
    #expect(verdict.isSound, "\(verdict.findings)")
    #expect(sample.rows["values"]?.count ?? 0 > 30)
    #expect(sample.rows["sessions"]?.count == 6, "one of them was discarded")
    #expect(sample.betrayal(of: DataFile(bytes: sample.bytes)) == nil)
    #expect(verdict.newest?.freePages ?? 0 > 0)
  }

  @Test(arguments: 0...1)
  func `no flipped bit of a first page gives another state of the store`(page: Int) throws {
    let sample = try DamagedStoreSample.shared.get()
    var bytes = sample.bytes
    let newest = try #require(DataFile(bytes: bytes).snapshots.first)
    var accepted = 0
    for bit in 0..<152 * 8 {
      let place = page * DamagedStoreSample.pageBytes + bit / 8
      bytes[place] ^= 1 << UInt8(bit % 8)
      let file = DataFile(bytes: bytes)
      if file.storeVerdict().isSound {
        accepted += 1
        if let betrayal = sample.betrayal(of: file) {
          Issue.record("page \(page), byte \(bit / 8), bit \(bit % 8): \(betrayal)")
        }
      }
      bytes[place] ^= 1 << UInt8(bit % 8)
    }
    // Nobody reads a larger map, and of the older first page what it says of its trees.
    #expect(accepted < (page == newest.metaPage ? 120 : 900))
  }

  @Test(arguments: Damage.allCases)
  func `damage of a kind is refused or does no harm`(damage: Damage) throws {
    let sample = try DamagedStoreSample.shared.get()
    var refused = 0
    // Most single bits are those of payloads, which the gate does not look at.
    for seed in 1...UInt64(damage == .bit ? 500 : 110) {
      var numbers = DamageNumbers(seed: seed)
      var bytes = sample.bytes
      damage.apply(to: &bytes, &numbers)
      let file = DataFile(bytes: bytes)
      guard file.storeVerdict().isSound else {
        refused += 1
        continue
      }
      if let betrayal = sample.betrayal(of: file) {
        Issue.record("\(damage) with seed \(seed): \(betrayal)")
      }
    }
    #expect(refused > 1, "the damage is too mild to prove anything")
  }

  @Test func `without the gate damage would be met`() throws {
    let sample = try DamagedStoreSample.shared.get()
    var betrayals = 0
    for seed in 1...UInt64(15) {
      for damage in Damage.allCases {
        var numbers = DamageNumbers(seed: seed)
        var bytes = sample.bytes
        damage.apply(to: &bytes, &numbers)
        if sample.betrayal(of: DataFile(bytes: bytes)) != nil { betrayals += 1 }
      }
    }
    #expect(betrayals > 3)
  }
}
