import Foundation
import SceneLifecycle
import SceneState
import Testing

/// Queries whose items may stand in any order, and links in other cases.
struct QuerySetTests {
  private let links = DeepLinks(ignoringCase: true) {
    Place(
      "wiki://places?{lat?}&{lon?}&{name}", tab: "map", path: ["place/{name}", "at/{lat},{lon}"])
    Place("wiki://search?q={text}", path: ["search/{text}"])
  }

  private func path(_ url: String) -> [String]? { try? links.place(for: url).path }

  @Test func `items stand in any order, others are nobody's business`() {
    #expect(path("wiki://places?name=Oslo&lon=1&lat=2") == ["place/Oslo", "at/2,1"])
    #expect(path("wiki://places?x=1&name=Oslo&&y") == ["place/Oslo"])
    #expect(path("wiki://places?name=A&name=B") == ["place/A"])
    #expect(path("wiki://places?name=A%26B%3D1") == ["place/A&B=1"])
  }

  @Test func `a plus sign is a blank in items in any order, and nowhere else`() {
    #expect(path("wiki://places?na%6De=New+York%2B") == ["place/New York+"])
    #expect(links.url(tab: "map", path: ["place/a b+"]) == "wiki://places?name=a%20b%2B")
    #expect(path("wiki://search?q=a+b") == ["search/a+b"])
  }

  @Test func `what is needed is needed, and an empty item is none`() {
    for url in [
      "wiki://places", "wiki://places?lat=1", "wiki://places?name=", "wiki://places?name",
    ] {
      #expect(path(url) == nil, "\(url)")
    }
    #expect(path("wiki://places?name=Oslo#top") == nil)
  }

  @Test func `the URL of a path has the order of the pattern and leads back`() throws {
    for (path, url) in [
      (["place/Oslo", "at/2,1"], "wiki://places?lat=2&lon=1&name=Oslo"),
      (["place/São Paulo"], "wiki://places?name=S%C3%A3o%20Paulo"),
    ] {
      #expect(links.url(tab: "map", path: path) == url)
      #expect(try links.place(for: url).path == path)
    }
    #expect(links.url(tab: "map", path: ["at/2,1"]) == nil)
  }

  @Test func `scheme, host and path are met in any case, parts and queries as they are`() {
    #expect(path("WIKI://PLACES?name=Oslo") == ["place/Oslo"])
    #expect(path("wiki://Places?Name=Oslo") == nil)
    #expect(path("Wiki://Search?q=Ab") == ["search/Ab"])
    let strict = DeepLinks { Place("wiki://places?{name}", path: ["{name}"]) }
    #expect((try? strict.place(for: "wiki://Places?name=x")) == nil)
  }

  @Test func `a set that needs less hides one that needs more`() throws {
    let shadowed = try DeepLinks(checks: ["n": "^1$"]) {
      Place("a://b?{x?}", path: ["x"])
      Place("a://b?{y}", path: ["y"])
      Place("a://c?{n}", path: ["n"])
      Place("a://c?{n}&{m}", path: ["m"])
    }.shadowed()
    #expect(shadowed.map { [$0.0, $0.by] } == [[1, 0]])
  }

  @Test func `more parts that may be missing than a path can be about are refused`() {
    let parts = "abcdefg".map { "{\($0)?}" }.joined(separator: "&")
    let path = ["abcdefg".map { "{\($0)}" }.joined()]
    #expect(throws: PlaceMistake.self) {
      try DeepLinks(checks: [:]) { Place("a://b?\(parts)", path: path) }
    }
  }
}
