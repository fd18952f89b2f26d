import SceneState

/// Dictionaries as property lists have them: values of different types under text keys.
extension RestorationCoder {
  /// Keeps a dictionary whose values may differ in type.
  ///
  /// A Codable type with these fields can decode it, too.
  ///
  /// - Parameters:
  ///   - entries: The values by name.
  ///   - key: The key of the dictionary.
  public func encodeDictionary(_ entries: [String: any Encodable], forKey key: String) {
    encodeDictionary(forKey: key) { dictionary in
      for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
        dictionary.encode(value, forKey: name)
      }
    }
  }

  /// Keeps a dictionary that is filled in the closure; dictionaries may hold dictionaries.
  ///
  /// ```swift
  /// coder.encodeDictionary(forKey: "country") { country in
  ///   country.encode("Peru", forKey: "name")
  ///   country.encodeDictionary(["name": "Lima", "founded": 1535], forKey: "capital")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key of the dictionary.
  ///   - fill: Encodes into the coder of the dictionary, which ends with the call.
  public func encodeDictionary(forKey key: String, _ fill: (RestorationCoder) -> Void) {
    guard place.count < Self.depthLimit - 1 else {
      return tell(.valueNotEncodable, key, Self.tooDeep)
    }
    let dictionary = RestorationCoder(
      encoding: path, scene: sceneID, place: place + [key], links: links.branch())
    fill(dictionary)
    dictionary.close()
    keep(JSONPart.object(dictionary.contents), forKey: key)
  }

  /// Opens the dictionary under a key.
  ///
  /// ```swift
  /// let capital = coder.decodeDictionary(forKey: "country")?.decodeDictionary(forKey: "capital")
  /// let founded = capital?.decode(Int.self, forKey: "founded")
  /// ```
  ///
  /// - Parameter key: The key of the dictionary.
  /// - Returns: A coder that reads it; nil if there is none.
  public func decodeDictionary(forKey key: String) -> RestorationCoder? {
    let names = place + [key]
    guard let first = names.first, let text = contents[first],
      JSONPart.members(of: text, at: Array(names.dropFirst())) != nil
    else { return nil }
    return RestorationCoder(
      decoding: contents, path: path, scene: sceneID, place: names, links: links.branch())
  }
}
