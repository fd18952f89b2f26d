import Glibc
import SceneState
import Testing

/// Names of processes that are not this one.
enum OtherProcess {
  /// The one that started the tests: it runs as long as they do.
  static func running() throws -> String {
    try #require(SceneStore.processIdentity(of: getppid()))
  }

  /// One with the number of a running process that began at another moment.
  static func gone() throws -> String {
    var words = try running().split(separator: " ").map(String.init)
    words[1] += "0"
    return words.joined(separator: " ")
  }
}
