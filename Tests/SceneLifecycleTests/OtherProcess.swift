import Glibc
import LMDB
import SceneState
import Testing

/// Names of processes that are not this one.
enum OtherProcess {
  /// The one that started the tests: it runs as long as they do.
  static func running() throws -> String {
    try #require(ProcessIdentity.text(of: getppid()))
  }

  /// One with the number of a running process that began at another moment.
  static func gone() throws -> String {
    var words = try running().split(separator: " ").map(String.init)
    words[1] += "0"
    return words.joined(separator: " ")
  }
}

extension SceneStore {
  /// The record of one session as it is committed now; nil if there is none.
  func committedRecord(of id: SceneID) throws -> [UInt8]? {
    try inspect().sessions.first { $0.id == id }?.record
  }
}
