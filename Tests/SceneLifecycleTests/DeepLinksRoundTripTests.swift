import Foundation
import SceneLifecycle
import SceneState
import Testing

struct DeepLinksRoundTripTests {
  private static let links = DeepLinks {
    Place("s://home", tab: "home")
    Place("s://item/{a}", tab: "home", path: ["item/{a}"])
    Place("s://item/{a}/{b}", tab: "home", path: ["item/{a}", "{b}"])
    Place("s://find?q={a}&in={b}#{c}", tab: "find", path: ["{a}", "in {b} {c}"])
    Place("s://{a}/same/{a}", tab: "same", path: ["{a}{a}"])
    Place("s://x{a}y/{b}", tab: "mixed", path: ["{b}", "x{a}y", "{b}"])
  }

  /// The paths of the places with texts for their parts.
  private static func place(
    _ index: Int, _ generator: inout PlaceGenerator
  ) -> (tab: TabID, path: [String]) {
    let (a, b, c) = (generator.part(), generator.part(), generator.part())
    return [
      ("home", ["item/\(a)"]), ("home", ["item/\(a)", b]), ("find", [a, "in \(b) \(c)"]),
      ("same", [a + a]), ("mixed", [b, "x\(a)y", b]),
    ][index]
  }

  private func bytes(_ path: [String]) -> [[UInt8]] { path.map { Array($0.utf8) } }

  @Test(arguments: 0..<5)
  func `place to URL to place is exact whatever the parts are`(index: Int) throws {
    var generator = PlaceGenerator(seed: UInt64(index))
    for _ in 0..<400 {
      let (tab, path) = Self.place(index, &generator)
      let url = try #require(Self.links.url(tab: tab, path: path), "\(path)")
      let place = try Self.links.place(for: url)
      #expect(place.tab == tab)
      #expect(bytes(place.path) == bytes(path))
      #expect(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(url)")
      // Foundation may write a URL otherwise, but never so that it means something else.
      let parsed = try #require(URL(string: url), "\(url)")
      #expect(bytes(try Self.links.place(for: parsed.absoluteString).path) == bytes(path))
    }
  }

  @Test func `every URL that opens has a canonical one that opens the same`() throws {
    var generator = PlaceGenerator(seed: 99)
    var opened = 0
    for _ in 0..<2000 {
      let start = generator.element(of: ["s://item/", "S://find?q=", "s://", "s://x"])
      let url =
        start + generator.part() + generator.element(of: ["", "/same/", "y/", "&in=b#"])
        + generator.part()
      guard let place = try? Self.links.place(for: url) else { continue }
      opened += 1
      guard let canonical = Self.links.url(tab: place.tab, path: place.path) else {
        // Only the pattern that repeats a part can give one path by two ways.
        #expect(place.tab == "same" || place.tab == "find", "\(url)")
        continue
      }
      #expect(bytes(try Self.links.place(for: canonical).path) == bytes(place.path))
      #expect(Self.links.url(tab: place.tab, path: place.path) == canonical)
    }
    #expect(opened > 100)
  }
}
