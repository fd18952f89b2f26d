import LMDB

/// A folder of its own for one test, removed with the last reference.
final class TemporaryStore: Sendable {
  let folder: String
  var path: String { "\(folder)/store" }
  var dataPath: String { "\(path)/data.mdb" }

  init() throws {
    folder = try makeTemporaryDirectory(prefix: "lmdb-tests-")
  }

  deinit {
    removeDirectory(folder)
  }

  func open(_ options: Environment.Options = .test) throws -> Environment {
    try Environment.open(path, options: options)
  }
}

extension Environment.Options {
  static var test: Self { Self(databases: ["first", "second"]) }

  /// The test's options with some of them changed.
  static func test(_ change: (inout Self) -> Void) -> Self {
    var options = Self.test
    change(&options)
    return options
  }
}

extension Environment {
  /// The first of the test's databases.
  var first: Database {
    get throws(LMDBError) {
      guard let database = database("first") else { throw .closed }
      return database
    }
  }

  func put(_ key: String, _ value: String) throws(LMDBError) {
    let first = try first
    try write { (transaction) throws(LMDBError) in
      try transaction.put(Array(key.utf8), Array(value.utf8), in: first)
    }
  }

  func get(_ key: String) throws(LMDBError) -> String? {
    let first = try first
    return try read { (transaction) throws(LMDBError) in
      try transaction.get(Array(key.utf8), in: first).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
