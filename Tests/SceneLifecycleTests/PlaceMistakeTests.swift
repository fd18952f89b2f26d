import SceneLifecycle
import Testing

struct PlaceMistakeTests {
  private func sentences(_ places: [Place], _ checks: [String: String] = [:]) -> [String] {
    DeepLinks.mistakes(places: places, checks: checks).map(\.description)
  }

  @Test(arguments: [
    (Place("s://{id"), "'s://{id' has a '{' without '}'"),
    (Place("s://{a{b}}"), "'s://{a{b}}' has a '{' without '}'"),
    (Place("s://id}"), "'s://id}' has a '}' without '{'"),
    (Place("s://{}"), "'s://{}' has a part without a name"),
    (Place("quotes"), "'quotes' does not begin with a scheme, such as 'quotes:'"),
    (Place(""), "'' does not begin with a scheme, such as 'quotes:'"),
    (Place("{s}://x"), "'{s}://x' does not begin with a scheme, such as 'quotes:'"),
    (Place("1s://x"), "'1s://x' does not begin with a scheme, such as 'quotes:'"),
    (
      Place("s://50%{id}"),
      "'s://50%{id}' has a '%' without two hexadecimal digits of UTF-8 text"
    ),
    (Place("s://%FF"), "'s://%FF' has a '%' without two hexadecimal digits of UTF-8 text"),
    (Place("s://a:b"), "'s://a:b' is no URL whatever its parts are"),
    (
      Place("s://{id}", path: ["{name}"]),
      "'{name}' has a part 'name' that the URL's pattern has not"
    ),
    (Place("s://{id}", path: ["{id"]), "'{id' has a '{' without '}'"),
  ])
  func `a place that cannot work is told with its text`(place: Place, sentence: String) {
    #expect(sentences([place]) == [sentence])
  }

  @Test func `all mistakes are found, places first, then checks by name`() {
    let found = DeepLinks.mistakes(
      places: [Place("s://ok"), Place("s://{"), Place("no")], checks: ["b": "(", "a": "[0-9"])
    #expect(
      found.map(\.subject) == [.place(1), .place(2), .check("a"), .check("b")])
    #expect(
      found[2].description == "the check of part 'a' is no regular expression: expected ']'")
  }

  @Test func `a check that is no expression is an error`() {
    #expect(throws: PlaceMistake.self) {
      try DeepLinks(checks: ["id": "[0-9"]) { Place("s://{id}") }
    }
    #expect(throws: PlaceMistake.self) { try DeepLinks(places: [Place("s://{")]) }
  }

  @Test func `a mistake in the program's own list stops it`() async {
    await #expect(processExitsWith: .failure) { _ = DeepLinks { Place("s://{id") } }
  }

  @Test func `a list of places may have loops and branches`() {
    let isLarge = true
    let links = DeepLinks {
      Place("s://home")
      for tab in ["a", "b"] { Place("s://\(tab)", path: [tab]) }
      if isLarge { Place("s://large") } else { Place("s://small") }
      if !isLarge { Place("s://tiny") }
      [Place("s://last")]
    }
    #expect(
      links.places.map(\.pattern) == ["s://home", "s://a", "s://b", "s://large", "s://last"])
  }
}
