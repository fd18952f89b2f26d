import FoundationEssentials

/// The messages of etcd's JSON gateway: bytes are base64, numbers of 64 bits are texts.
enum ClusterMessage {
  struct Range: Codable, Hashable {
    var key: Data
    var range_end: Data?
    var limit: String?
    var revision: String?
    var keys_only: Bool?

    /// One key.
    init(_ key: String, revision: Int64? = nil) {
      self.key = Data(key.utf8)
      self.revision = revision.map(String.init)
    }

    /// The keys from one on, up to another that is not among them.
    init(
      from first: String, to end: String, limit: Int? = nil, revision: Int64? = nil,
      keysOnly: Bool = false
    ) {
      self.init(first, revision: revision)
      keys_only = keysOnly ? true : nil
      range_end = Data(end.utf8)
      self.limit = limit.map(String.init)
    }
  }

  struct Put: Codable, Hashable {
    var key: Data
    var value: Data
    var lease: String?

    init(_ key: String, _ value: [UInt8], lease: Int64? = nil) {
      (self.key, self.value) = (Data(key.utf8), Data(value))
      self.lease = lease.map(String.init)
    }
  }

  struct DeleteRange: Codable, Hashable {
    var key: Data
    var range_end: Data?

    init(_ key: String, to end: String? = nil) {
      self.key = Data(key.utf8)
      range_end = end.map { Data($0.utf8) }
    }
  }

  struct Operation: Codable, Hashable {
    var request_put: Put?
    var request_range: Range?
    var request_delete_range: DeleteRange?

    static func put(_ put: Put) -> Self { Self(request_put: put) }
    static func get(_ key: String, revision: Int64? = nil) -> Self {
      Self(request_range: Range(key, revision: revision))
    }
    static func delete(_ range: DeleteRange) -> Self { Self(request_delete_range: range) }
  }

  struct Compare: Codable, Hashable {
    var key: Data
    var target: String
    var result = "EQUAL"
    var create_revision: String?
    var mod_revision: String?
    var value: Data?

    /// A key was made by a certain transaction; 0 for a key that is not there.
    static func created(_ key: String, _ revision: Int64) -> Self {
      Self(key: Data(key.utf8), target: "CREATE", create_revision: String(revision))
    }

    /// A key was written last by a certain transaction; 0 for a key that is not there.
    static func modified(_ key: String, _ revision: Int64) -> Self {
      Self(key: Data(key.utf8), target: "MOD", mod_revision: String(revision))
    }

    static func value(_ key: String, _ value: Data) -> Self {
      Self(key: Data(key.utf8), target: "VALUE", value: value)
    }
  }

  struct Transaction: Codable, Hashable {
    var compare: [Compare]
    var success: [Operation]
    var failure: [Operation] = []
  }

  struct Watch: Codable {
    struct Create: Codable {
      var key: Data
      var range_end: Data
      var start_revision: String
      /// A word now and then from who has nothing to say.
      var progress_notify = true
    }

    var create_request: Create
  }

  // MARK: Answers

  struct Header: Codable {
    var revision: String
  }

  /// An answer that says as of which revision it is.
  protocol Dated: Decodable {
    var header: Header? { get }
  }

  struct Pair: Codable {
    var key: Data
    var value: Data?
    /// Nothing for a key that went.
    var create_revision: String?
    var mod_revision: String
    var version: String?
    var lease: String?
  }

  struct RangeAnswer: Codable, Dated {
    var header: Header?
    var kvs: [Pair]?
    var more: Bool?
  }

  struct TransactionAnswer: Codable, Dated {
    struct Response: Codable {
      var response_range: RangeAnswer?
    }

    var header: Header?
    var succeeded: Bool?
    var responses: [Response]?
  }

  struct LeaseAnswer: Codable {
    /// What a keep-alive wraps its answer in.
    struct Wrapped: Codable { var result: LeaseAnswer? }

    var ID: String?
    var TTL: String?
  }

  struct LeasesAnswer: Codable {
    struct Lease: Codable { var ID: String }

    var leases: [Lease]?
  }

  /// One line of what a watch says.
  struct WatchAnswer: Codable {
    struct Event: Codable {
      /// Nothing for a key that was put.
      var type: String?
      var kv: Pair
    }

    struct Result: Codable {
      /// Compacted, or without a leader.
      var canceled: Bool?
      var events: [Event]?
    }

    /// Nothing for a watch that is refused.
    var result: Result?
  }

  /// Asks for a lease with the keys that are under it.
  struct LeaseKeys: Codable {
    var ID: String
    var keys = true
  }

  struct LeaseKeysAnswer: Codable {
    var TTL: String?
    var keys: [Data]?
  }

  /// What a member has on its disk, and what of it is in use.
  struct StatusAnswer: Codable {
    var dbSize: String?
    var dbSizeInUse: String?
  }

  /// Forgets what was there before a revision, and answers when that is done.
  struct Compaction: Codable {
    var revision: String
    var physical = true
  }

  /// What a member warns of; without a kind, the question for all of it.
  struct Alarm: Codable {
    static let noSpace = "NOSPACE"

    var action: String?
    var memberID: String?
    var alarm: String?

    /// That it is over.
    var off: Self { Self(action: "DEACTIVATE", memberID: memberID, alarm: alarm) }
  }

  struct Alarms: Codable {
    var alarms: [Alarm]?
  }

  /// An answer of which nobody wants to know more.
  struct Done: Codable {}

  struct LoginAnswer: Codable {
    var token: String
  }

  struct Refusal: Codable {
    var error: String?
    var code: Int?

    var meaning: RoamingProblem.Code {
      // Too many requests have the same number, and other words.
      if error?.contains("database space exceeded") ?? false { return .full }
      // gRPC's unavailable: the member has no leader, or lost it in the middle.
      if code == 14 { return .notReachable }
      return isAboutUsers ? .notAllowed : .refused
    }

    /// Whether another user, or the same one after a login, would have been let in.
    ///
    /// By gRPC's numbers 7, permission denied, and 16, unauthenticated; etcd says a few things of
    /// users under 3, invalid argument, which only its words tell apart.
    private var isAboutUsers: Bool {
      code == 7 || code == 16
        || [
          "authentication failed", "user name is empty", "revision of auth store",
          "permission denied",
        ]
        .contains {
          error?.contains($0) ?? false
        }
    }
  }
}

/// One key as the cluster holds it.
struct ClusterPair: Hashable, Sendable {
  var key: String
  var value: [UInt8]
  var created: Int64
  var modified: Int64
  /// How often the key was written since it was made.
  var version: Int64
  /// The lease with which the key goes; 0 for none.
  var lease: Int64

  init(_ pair: ClusterMessage.Pair) throws(RoamingProblem) {
    guard let created = pair.create_revision.flatMap({ Int64($0) }),
      let modified = Int64(pair.mod_revision)
    else {
      throw RoamingProblem(.notReadable, detail: "a revision that is no number")
    }
    key = String(decoding: pair.key, as: UTF8.self)
    value = [UInt8](pair.value ?? Data())
    (self.created, self.modified) = (created, modified)
    version = pair.version.flatMap { Int64($0) } ?? 0
    lease = pair.lease.flatMap { Int64($0) } ?? 0
  }
}

/// What became of one key.
enum ClusterChange {
  case put(ClusterPair)
  case deleted(String, at: Int64)
}
