import Foundation
import SceneLifecycle
import SceneState

extension FuzzTarget {
  private static let links = DeepLinks {
    Place("hawk://book/{book}/page/{page}", tab: "books", path: ["book/{book}", "page/{page}"])
    Place("hawk://book/{book}?highlight={text}", tab: "books", path: ["book/{book}", "{text}"])
    Place("hawk://character/{id}", tab: "people", path: ["character/{id}"])
    Place("https://hawk.example/{a}/{b}/{c}", path: ["{a}", "{b}", "{c}"])
    Place("hawk://home", tab: "books")
  }

  /// Links into the app, and types of activities.
  static let url = FuzzTarget(
    name: "url",
    run: { input in
      let text = String(decoding: input, as: UTF8.self)
      _ = links.nearestAncestor(of: text)
      _ = URL(string: text)
      if let place = try? links.place(for: text),
        let url = links.url(tab: place.tab, path: place.path)
      {
        guard let again = try? links.place(for: url), again.path == place.path else {
          return "the place of a link has a link to another place"
        }
      }
      // A path that came from elsewhere has a link that leads back to it, or none.
      let path = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      if let url = links.url(tab: "books", path: path),
        (try? links.place(for: url))?.path != path
      {
        return "the link of a path leads elsewhere"
      }
      return nil
    },
    make: { random in
      var text = random.pick(["hawk://", "HAWK://", "https://", "hawk:", "file://", "//", ""])
      text += random.pick(["book/", "character/", "hawk.example/", "user:pw@book/", "home", "?"])
      for _ in 0..<random.number(below: random.oneIn(30) ? 400 : 5) {
        text += random.pick([
          "a", "page", "/", "//", "%2F", "%00", "%2e%2e", "..", "%", "%zz", "?highlight=", "&x=1",
          "#top", "+", " ", random.text(),
        ])
      }
      return random.damaged(Array(text.utf8))
    })
}
