import Foundation
import Testing

@testable import SceneState

/// Where a store lies.
@Suite struct DefaultPlaceTests {
  @Test(
    arguments: [
      "file:///", "file:///a", "file:///a/", "file:///a//", "file:///a%20b/c%2Fd", "file:///%25",
      "file:///a/./b", "file://localhost/a", "file:///%C3%A4", "file:relative", "a/b", "",
      "https://example.com/a/",
    ])
  func `the path of a folder is the one that Foundation gives`(text: String) throws {
    let url = URL(string: text) ?? URL(filePath: text)
    #expect(DefaultPlace.path(of: url) == url.path)
  }

  @Test func `a store lies where the base-directory standard says`() {
    let home = URL.homeDirectory.path
    let places = [
      (["XDG_STATE_HOME": "/state", "HOME": "/users/tala"], "/state"),
      (["HOME": "/users/tala"], "/users/tala/.local/state"),
      (["XDG_STATE_HOME": "state", "HOME": "home"], home + "/.local/state"),
      (["XDG_STATE_HOME": ""], home + "/.local/state"),
    ]
    for (environment, folder) in places {
      #expect(
        DefaultPlace.path(appID: "com.example.notes", environment)
          == folder + "/com.example.notes/scenes.store")
    }
  }
}
