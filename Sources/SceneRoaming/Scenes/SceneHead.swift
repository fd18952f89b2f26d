import FoundationEssentials

/// Which ticks of a scene the cluster has: one key, moved by one transaction.
struct SceneHead: Codable, Hashable, Sendable {
  /// One step that a reader has to take, in the order of the chain.
  struct Link: Hashable, Sendable {
    var epoch: String
    var tick: UInt64
    var parts: Int
    var bytes: Int
    var checksum: UInt32
  }

  /// The links, each as `TICK BYTES CHECKSUM PARTS`, and an epoch where it is another than before.
  ///
  /// A head goes with every change and names up to 16 of them: as objects they took more than
  /// most changes.
  @propertyWrapper
  struct Chain: Codable, Hashable, Sendable {
    var wrappedValue: [Link]

    init(wrappedValue: [Link]) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
      var epoch = ""
      wrappedValue = try [String](from: decoder).map { text in
        let words = text.split(separator: " ")
        if words.count == 5 { epoch = String(words[4]) }
        guard [4, 5].contains(words.count), !epoch.isEmpty, let tick = UInt64(words[0]),
          let bytes = Int(words[1]), let checksum = UInt32(words[2]), let parts = UInt16(words[3])
        else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "no link: \(text)"))
        }
        return Link(epoch: epoch, tick: tick, parts: Int(parts), bytes: bytes, checksum: checksum)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var epoch = ""
      let texts = wrappedValue.map { link in
        defer { epoch = link.epoch }
        let text = "\(link.tick) \(link.bytes) \(link.checksum) \(link.parts)"
        return link.epoch == epoch ? text : "\(text) \(link.epoch)"
      }
      try texts.encode(to: encoder)
    }
  }

  /// A commit of a store, as `MARK SEQUENCE`: where it stands in the store's history.
  struct Commit: Codable, Hashable, Sendable {
    var mark: UInt32
    var sequence: UInt64

    init(mark: UInt32, sequence: UInt64) { (self.mark, self.sequence) = (mark, sequence) }

    init(from decoder: any Decoder) throws {
      let text = try String(from: decoder)
      let words = text.split(separator: " ")
      guard words.count == 2, let mark = UInt32(words[0], radix: 16),
        let sequence = UInt64(words[1])
      else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no commit: \(text)"))
      }
      self.init(mark: mark, sequence: sequence)
    }

    func encode(to encoder: any Encoder) throws {
      try "\(SceneHead.digits(of: mark)) \(sequence)".encode(to: encoder)
    }
  }

  /// Up to where a successor took a scene over from a store.
  struct Taken: Codable, Hashable, Sendable {
    var epoch: String
    var tick: UInt64
    /// What it held.
    var digest: String
  }

  static let format = 3
  private static let mostTaken = 64

  var format = Self.format
  /// What the scene is called on the machine that wrote this.
  var name: String
  var title: String?
  var epoch: String
  var tick: UInt64
  /// What the scene holds, so that nobody sends or keeps apart what is equal.
  var digest = ""
  /// The store that wrote it, and what people call its machine.
  var store: String
  var device: String
  /// The last commit of that store that is in it; older versions do not say.
  var commit: Commit?
  /// A snapshot, then what changed since.
  @Chain var chain: [Link] = []
  /// By store, what was taken over from it.
  var taken: [String: Taken] = [:]

  var bytes: [UInt8] { get throws(RoamingProblem) { try RoamingJSON.bytes(self) } }

  /// The name of a mark: eight digits.
  static func digits(of mark: UInt32) -> String {
    let digits = String(mark, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// A digest as heads have it.
  static func text(_ digest: UInt128) -> String { String(digest, radix: 16) }

  /// Reads a head; nil for a key that is not there.
  init?(_ pair: ClusterPair?) throws(RoamingProblem) {
    guard let pair else { return nil }
    self = try RoamingJSON.read(pair)
    guard format == Self.format else {
      throw RoamingProblem(.notReadable, detail: "a scene of format \(format)")
    }
  }

  init(name: String, title: String?, epoch: String, store: String, device: String) {
    (self.name, self.title, self.epoch) = (name, title, epoch)
    (self.store, self.device) = (store, device)
    tick = 0
  }

  /// What is left of a scene that was discarded: by what machines tell later values from taken ones.
  var gone: SceneHead {
    var head = self
    (head.name, head.title, head.device, head.chain) = ("", nil, "", [])
    head.commit = nil
    return head
  }

  /// The head that a successor begins with; up to a commit its store has nothing of this.
  func takenOver(by owner: SceneOwner, at commit: Commit?) -> SceneHead {
    var head = self
    // Dropped in the name of a lost machine, it is nobody's.
    if !store.isEmpty { head.taken[store] = Taken(epoch: epoch, tick: tick, digest: digest) }
    // It goes with each change. Who hears of none of so many takings forks, and loses nothing.
    while head.taken.count > Self.mostTaken,
      let oldest = head.taken.min(by: { ($0.value.tick, $0.key) < ($1.value.tick, $1.key) })
    {
      head.taken[oldest.key] = nil
    }
    (head.epoch, head.store, head.device) = (owner.epoch, owner.store, owner.device)
    head.commit = commit
    return head
  }
}

/// Who may move a head; each transaction compares it.
struct SceneOwner: Codable, Hashable, Sendable {
  /// Random: no two takings are alike.
  var epoch: String
  var store: String
  var device: String
  /// The tick that was taken over.
  var tick: UInt64
  /// When, by the clock of its machine, in seconds since 1970; older versions do not say.
  var since: Int64?

  var bytes: [UInt8] { get throws(RoamingProblem) { try RoamingJSON.bytes(self) } }

  init(epoch: String, store: String, device: String, tick: UInt64, since: Date) {
    (self.epoch, self.store, self.device, self.tick) = (epoch, store, device, tick)
    self.since = Int64(since.timeIntervalSince1970)
  }

  /// Reads an owner; nil for a key that is not there.
  init?(_ pair: ClusterPair?) throws(RoamingProblem) {
    guard let pair else { return nil }
    self = try RoamingJSON.read(pair)
  }
}

/// Who wants a scene.
struct SceneWish: Codable, Hashable, Sendable {
  var store: String
  var device: String
  /// Whether it first wants all of the scene to be sent again, since the cluster lost a part.
  var lacksParts: Bool?
}

/// What stands in the cluster and is no part of a scene's values, as JSON with sorted keys.
enum RoamingJSON {
  static func bytes(_ value: some Encodable) throws(RoamingProblem) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return [UInt8](try encoder.encode(value)) } catch {
      throw RoamingProblem(.notReadable, detail: "\(error)")
    }
  }

  /// What some key holds.
  static func read<Value: Decodable>(_ pair: ClusterPair) throws(RoamingProblem) -> Value {
    do { return try JSONDecoder().decode(Value.self, from: Data(pair.value)) } catch {
      throw RoamingProblem(
        .notReadable, detail: "the key '\(pair.key)' holds nothing that a machine wrote")
    }
  }

  static func read<Value: Decodable>(_ bytes: [UInt8]) throws(RoamingProblem) -> Value {
    do { return try JSONDecoder().decode(Value.self, from: Data(bytes)) } catch {
      throw RoamingProblem(.notReadable, detail: "\(error)")
    }
  }
}
