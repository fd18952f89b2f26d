import SceneLifecycle
public import SceneState

/// What one node keeps, under typed keys: any Codable value, dictionaries, other nodes.
///
/// A missing key gives nil. A value that cannot be read as the wanted type gives nil too, and the
/// problem `value-not-readable`; one that cannot be encoded is left out with
/// `value-not-encodable` or `value-too-large`. Values nest at most 64 deep and have at most
/// 1 MiB. All classes of a class chain share the keys of their node: of two values under one key
/// the later one is kept, with the problem `duplicate-key`. A class that wants keys of its own
/// puts them into a dictionary.
///
/// ```swift
/// func encodeRestorableState(with coder: RestorationCoder) {
///   super.encodeRestorableState(with: coder)
///   coder.encode(country, forKey: "country")
///   coder.encodeDictionary(["name": country.name, "size": country.size], forKey: "facts")
/// }
/// ```
///
/// A coder is of use only during the call that hands it over; later it reads, but keeps nothing.
public final class RestorationCoder {
  static let depthLimit = 64
  static let valueLimitBytes = 1 << 20
  static let tooDeep = "nested deeper than \(depthLimit)"

  /// The window that the node belongs to.
  public let sceneID: SceneID?
  /// The identifiers from the root to the node.
  public let path: [String]
  /// The dictionary's place in the node, empty outside of dictionaries.
  let place: [String]
  let links: NodeLinks
  /// JSON by key; of a dictionary that is read, what its node holds.
  var contents: [String: String]
  /// Keys whose problem has been told.
  private var toldKeys: Set<String> = []
  private var isEncoding: Bool

  /// A coder that takes in what the node of that path encodes.
  init(encoding path: [String], scene: SceneID?, place: [String] = [], links: NodeLinks) {
    self.path = path
    self.place = place
    self.links = links
    sceneID = scene
    contents = [:]
    isEncoding = true
  }

  /// A coder that gives out what the node of that path has encoded.
  init(
    decoding contents: [String: String], path: [String], scene: SceneID?, place: [String] = [],
    links: NodeLinks
  ) {
    self.path = path
    self.place = place
    self.links = links
    self.contents = contents
    sceneID = scene
    isEncoding = false
  }

  /// Keeps a value under a key; a value already there is replaced, with a problem.
  ///
  /// - Parameters:
  ///   - value: Any value; nil is a value, too.
  ///   - key: Any text.
  public func encode<V: Encodable>(_ value: V, forKey key: String) {
    do {
      keep(try JSONPart.encode(value, depthLimit: Self.depthLimit - place.count), forKey: key)
    } catch {
      tell(.valueNotEncodable, key, CodingText.of(error))
    }
  }

  /// Reads the value under a key.
  ///
  /// - Parameters:
  ///   - type: The type to decode as; an optional type reads a kept nil as `.some(nil)`.
  ///   - key: The key it was kept under.
  /// - Returns: The value; nil without one or if it is of another type.
  public func decode<V: Decodable>(_ type: V.Type, forKey key: String) -> V? {
    let names = place + [key]
    guard let first = names.first, let text = contents[first] else { return nil }
    do {
      return try JSONPart.decode(type, from: text, at: Array(names.dropFirst()))
    } catch {
      tell(.valueNotReadable, key, CodingText.of(error))
      return nil
    }
  }

  /// Whether there is something under the key, be it readable or not.
  public func contains(_ key: String) -> Bool { keys.contains(key) }

  /// The keys in order.
  public var keys: [String] {
    guard let first = place.first, !isEncoding else { return contents.keys.sorted() }
    guard let text = contents[first] else { return [] }
    return JSONPart.members(of: text, at: Array(place.dropFirst())) ?? []
  }

  func keep(_ text: String, forKey key: String) {
    guard isEncoding else { return }
    guard text.utf8.count <= Self.valueLimitBytes else {
      let sizes = "\(text.utf8.count) bytes, the limit is \(Self.valueLimitBytes)"
      return tell(.valueTooLarge, key, sizes)
    }
    if contents.updateValue(text, forKey: key) != nil {
      links.report(.duplicateKey(address(key)))
    }
  }

  /// Takes nothing more and tells nothing more.
  func close() {
    isEncoding = false
    links.close()
  }

  func tell(_ code: SceneProblem.Code, _ key: String, _ detail: String) {
    guard toldKeys.insert(key).inserted else { return }
    links.report(SceneProblem(code, address: address(key), detail: detail))
  }

  private func address(_ key: String) -> String {
    TreeAddress.text(sceneID, path: path, key: (place + [key]).joined(separator: "."))
  }
}

/// The words for why a value could not be coded.
private enum CodingText {
  static func of(_ problem: CodingProblem) -> String {
    switch problem {
    case .undecodable(let text), .undecodableField(_, let text), .notEncodable(let text): text
    case .tooDeep: RestorationCoder.tooDeep
    case .wrongTag(_, let wanted), .wrongType(_, let wanted): "not a '\(wanted)'"
    }
  }
}
