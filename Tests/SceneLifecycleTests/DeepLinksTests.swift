import SceneLifecycle
import SceneState
import Testing

struct DeepLinksTests {
  private let quotes: DeepLinks

  init() throws {
    quotes = try DeepLinks(checks: ["id": "^[0-9]+$"]) {
      Place("quotes://quotes", tab: "quotes")
      Place("quotes://quote/{id}", tab: "quotes", path: ["quote/{id}"])
      Place("quotes://quote/{id}/share", tab: "quotes", path: ["quote/{id}", "share"])
      Place("quotes://authors", tab: "authors")
      Place("quotes://author/{name}", tab: "authors", path: ["author/{name}"])
      Place(
        "quotes://author/{name}/quote/{id}", tab: "authors",
        path: ["author/{name}", "quote/{id}"])
    }
  }

  private func open(_ url: String, in links: DeepLinks) -> [String]? {
    try? links.place(for: url).path
  }

  private func error(_ url: String) -> LinkError? {
    do throws(LinkError) {
      _ = try quotes.place(for: url)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      ("quotes://quotes", "quotes", []), ("quotes://quote/4", "quotes", ["quote/4"]),
      ("quotes://quote/4/share", "quotes", ["quote/4", "share"]),
      ("quotes://authors", "authors", []),
      (
        "quotes://author/Ursula%20K.%20Le%20Guin/quote/12", "authors",
        ["author/Ursula K. Le Guin", "quote/12"]
      ),
    ] as [(String, TabID, [String])])
  func `a place has one URL in both directions`(url: String, tab: TabID, path: [String]) throws {
    let place = try quotes.place(for: url)
    #expect(place.tab == tab)
    #expect(place.path == path)
    #expect(quotes.url(tab: tab, path: path) == url)
  }

  @Test func `a URL of another scheme is told from a place that is none`() {
    #expect(error("https://example.com/quote") == .notOurScheme)
    #expect(error("quotes") == .notOurScheme)
    #expect(error("") == .notOurScheme)
    #expect(error("quote s://quotes") == .notOurScheme)
    #expect(error("quotes://nowhere") == .noSuchPlace)
    #expect(error("quotes://quote/none") == .noSuchPlace)
    #expect(error("quotes:") == .noSuchPlace)
  }

  @Test(arguments: [
    "quotes://quote/", "quotes://quote/4/", "quotes://quote/4?x", "quotes://quote/4#x",
  ])
  func `a trailing slash, a query and a fragment are part of the text`(url: String) {
    #expect(error(url) == .noSuchPlace)
  }

  @Test func `a pattern may hold a query and a fragment`() throws {
    let links = DeepLinks {
      Place("s://find?q={q}&r={r}#{f}", path: ["{q}", "{r}", "{f}"])
      Place("s://end/", path: ["end"])
    }
    #expect(open("s://find?q=a%26r%3Db&r=c#d", in: links) == ["a&r=b", "c", "d"])
    #expect(links.url(tab: nil, path: ["a", "b&r=c", "#"]) == "s://find?q=a&r=b%26r%3Dc#%23")
    #expect(open("s://find?q=a&r=b%26r%3Dc#%23", in: links) == ["a", "b&r=c", "#"])
    #expect(open("s://end/", in: links) == ["end"])
    #expect(open("s://end", in: links) == nil)
  }

  // MARK: Percent-encoding

  @Test(arguments: [
    ("quotes://author/a%2fb", "a/b", "a%2Fb"), ("quotes://author/ü", "ü", "%C3%BC"),
    ("quotes://author/%c3%bc", "ü", "%C3%BC"), ("quotes://author/a+b", "a+b", "a%2Bb"),
    ("quotes://author/a b", "a b", "a%20b"), ("quotes://author/%61%2D%7E", "a-~", "a-~"),
    ("quotes://author/100%25", "100%", "100%25"), ("quotes://author/%2541", "%41", "%2541"),
    ("quotes://author/a:b@c", "a:b@c", "a%3Ab%40c"), ("quotes://author/%00", "\0", "%00"),
  ])
  func `URLs written otherwise open, and their inferred URL is the canonical one`(
    url: String, name: String, encoded: String
  ) {
    #expect(open(url, in: quotes) == ["author/\(name)"])
    #expect(quotes.url(tab: "authors", path: ["author/\(name)"]) == "quotes://author/\(encoded)")
  }

  @Test(arguments: ["%", "%4", "%zz", "%4g", "a%", "%C3", "%C3%28", "%FF", "%ED%A0%80"])
  func `a malformed escape matches nothing`(part: String) {
    #expect(error("quotes://author/\(part)") == .noSuchPlace)
  }

  @Test func `texts that only look alike stay different`() throws {
    let path = ["author/e\u{301}"]
    let url = try #require(quotes.url(tab: "authors", path: path))
    #expect(url == "quotes://author/e%CC%81")
    #expect(try quotes.place(for: url).path[0].unicodeScalars.count == path[0].unicodeScalars.count)
    let accent = DeepLinks { Place("s://caf%C3%A9", path: ["café"]) }
    #expect(open("s://café", in: accent) == ["café"])
    #expect(open("s://cafe\u{301}", in: accent) == nil)
    #expect(accent.url(tab: nil, path: ["cafe\u{301}"]) == nil)
  }

  @Test func `an escaped slash in a pattern is no slash`() {
    let links = DeepLinks { Place("s://a%2Fb", path: ["x"]) }
    #expect(open("s://a%2fb", in: links) == ["x"])
    #expect(open("s://a/b", in: links) == nil)
  }

  @Test func `schemes are compared without case, hosts with it`() {
    #expect(open("QUOTES://quote/4", in: quotes) == ["quote/4"])
    #expect(error("quotes://Quote/4") == .noSuchPlace)
    let several = DeepLinks {
      Place("Web+Quotes://one", path: ["1"])
      Place("https://example.com/two", path: ["2"])
    }
    #expect(open("web+quotes://one", in: several) == ["1"])
    #expect(open("HTTPS://example.com/two", in: several) == ["2"])
    #expect(several.url(tab: nil, path: ["1"]) == "Web+Quotes://one")
  }

  // MARK: Parts

  @Test func `in reverse a part matches the longest possible text`() {
    let links = DeepLinks {
      Place("s://file/{name}/in/{folder}", path: ["{folder}/{name}"])
    }
    #expect(links.url(tab: nil, path: ["a/b/c"]) == "s://file/c/in/a%2Fb")
    #expect(links.url(tab: nil, path: ["a//"]) == "s://file/%2F/in/a")
    #expect(links.url(tab: nil, path: ["a/"]) == nil)
    #expect(links.url(tab: nil, path: ["/"]) == nil)
  }

  @Test func `a part used twice must match equal texts`() throws {
    let links = DeepLinks { Place("s://{a}/{b}", path: ["{a}", "{b}/{a}"]) }
    #expect(links.url(tab: nil, path: ["x/y", "1/x/y"]) == "s://x%2Fy/1")
    #expect(links.url(tab: nil, path: ["x", "1/y"]) == nil)
    let twice = DeepLinks { Place("s://{a}-{a}", path: ["{a}"]) }
    #expect(open("s://x-x", in: twice) == ["x"])
    #expect(open("s://x-%78", in: twice) == ["x"])
    #expect(open("s://x-x-x-x", in: twice) == ["x-x"])
    #expect(open("s://x-y", in: twice) == nil)
    #expect(open("s://e\u{301}-é", in: twice) == nil)
    let escaped = DeepLinks { Place("s://{a}/{a}", path: ["{a}"]) }
    #expect(open("s://a%3Ab/a:b", in: escaped) == ["a:b"])
    #expect(open("s://a%2Fb/a/b", in: escaped) == nil)
  }

  @Test func `checks apply in both directions and are searched for`() throws {
    #expect(quotes.url(tab: "quotes", path: ["quote/none"]) == nil)
    #expect(quotes.url(tab: "quotes", path: ["quote/4\n"]) == nil)
    #expect(error("quotes://quote/4%0A") == .noSuchPlace)
    let links = try DeepLinks(checks: ["id": "[0-9]", "unused": "x"]) {
      Place("s://{id}{rest}", path: ["{id}", "{rest}"])
    }
    #expect(open("s://ab1c", in: links) == ["ab1", "c"])
    #expect(open("s://abc", in: links) == nil)
  }

  @Test func `a check decides how long a part is`() throws {
    let links = try DeepLinks(checks: ["n": "^[0-9]+$"]) {
      Place("s://{n}/{word}", path: ["{n}{word}"])
    }
    #expect(links.url(tab: nil, path: ["12ab"]) == "s://12/ab")
    #expect(links.url(tab: nil, path: ["ab"]) == nil)
  }

  @Test func `parts that touch never cut a character in two`() {
    let links = DeepLinks { Place("s://{a}{b}", path: ["{a}", "{b}"]) }
    #expect(open("s://xü", in: links) == ["x", "ü"])
    #expect(open("s://ü", in: links) == nil)
  }

  // MARK: First match

  @Test func `the first match wins in both directions`() {
    let links = DeepLinks {
      Place("s://item/new", tab: "a", path: ["editor"])
      Place("s://item/{id}", tab: "a", path: ["item/{id}"])
      Place("s://old", tab: "a", path: ["editor"])
    }
    #expect(open("s://item/new", in: links) == ["editor"])
    #expect(open("s://old", in: links) == ["editor"])
    #expect(links.url(tab: "a", path: ["editor"]) == "s://item/new")
    #expect(links.url(tab: "b", path: ["editor"]) == nil)
  }

  @Test func `no URL is inferred that would lead elsewhere`() {
    let links = DeepLinks {
      Place("s://item/new", path: ["editor"])
      Place("s://item/{id}", path: ["item/{id}"])
      Place("s://any-item/{id}", path: ["item/{id}"])
      Place("s://pair/{a}-{b}", path: ["{a}", "{b}"])
    }
    #expect(links.url(tab: nil, path: ["item/7"]) == "s://item/7")
    #expect(links.url(tab: nil, path: ["item/new"]) == "s://any-item/new")
    #expect(links.url(tab: nil, path: ["x-y", "z"]) == "s://pair/x-y-z")
    #expect(links.url(tab: nil, path: ["x", "y-z"]) == nil)
  }

  @Test func `a place without a tab serves every tab`() {
    let links = DeepLinks { Place("s://help", path: ["help"]) }
    #expect(links.url(tab: "any", path: ["help"]) == "s://help")
    #expect(links.url(tab: nil, path: ["help"]) == "s://help")
  }

  @Test func `a place whose part is dropped opens, but is never inferred`() {
    let links = DeepLinks { Place("s://item?from={source}", path: ["item"]) }
    #expect(open("s://item?from=mail", in: links) == ["item"])
    #expect(links.url(tab: nil, path: ["item"]) == nil)
  }

  @Test func `the first place is one that needs no parts`() {
    let links = DeepLinks {
      Place("s://item/{id}", path: ["item/{id}"])
      Place("s://home", tab: "a", path: ["home"])
    }
    #expect(links.first?.tab == "a")
    #expect(links.first?.path == ["home"])
    #expect(DeepLinks { Place("s://{id}", path: ["{id}"]) }.first == nil)
  }

  // MARK: Ancestors

  @Test func `what is left of a lost place is its nearest ancestor`() {
    #expect(quotes.nearestAncestor(of: "quotes://quote/4/gone")?.path == ["quote/4"])
    #expect(
      quotes.nearestAncestor(of: "quotes://author/Rumi/quote/none/x")?.path == ["author/Rumi"])
    #expect(quotes.nearestAncestor(of: "quotes://authors/")?.tab == "authors")
    #expect(quotes.nearestAncestor(of: "quotes://quote/retired") == nil)
    #expect(quotes.nearestAncestor(of: "https://example.com/quote") == nil)
    #expect(quotes.nearestAncestor(of: "") == nil)
  }

  @Test func `an ancestor is found below more slashes than any place has`() {
    let url = "quotes://quote/4" + String(repeating: "/", count: 100_000)
    #expect(quotes.nearestAncestor(of: url)?.path == ["quote/4"])
  }

  @Test func `a long URL of many parts costs little`() {
    let links = DeepLinks { Place("s://{a}-{b}-{c}-{d}-{e}/x", path: ["{a}{b}{c}{d}{e}"]) }
    let dashes = String(repeating: "-", count: 20_000)
    #expect(open("s://\(dashes)/y", in: links) == nil)
    #expect(links.url(tab: nil, path: [dashes])?.hasSuffix("/x") == true)
  }
}
