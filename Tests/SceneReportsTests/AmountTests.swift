import SceneReports
import Testing

struct AmountTests {
  @Test(arguments: [
    (0, "0 B"), (1023, "1023 B"), (1024, "1 KiB"), (16_384, "16 KiB"), (1_572_864, "1.5 MiB"),
    (1 << 30, "1 GiB"), (1 << 44, "16384 GiB"),
  ])
  func `sizes are in binary units`(bytes: Int, text: String) {
    #expect(Amount.bytes(bytes) == text)
  }

  @Test func `durations and counts are short`() {
    #expect(Amount.duration(.milliseconds(3)) == "3 ms")
    #expect(Amount.duration(.milliseconds(1240)) == "1.2 s")
    #expect(Amount.count(1, "run") == "1 run")
    #expect(Amount.count(2, "entry", plural: "entries") == "2 entries")
  }
}
