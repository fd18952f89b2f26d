import FoundationEssentials

/// Any Codable value as JSON text of its own, for places that keep values beside the store's.
///
/// The text is kept as text: passing it through numbers would lose digits of a `Decimal`.
package enum JSONPart {
  /// The value as JSON with sorted keys and no blanks; NaN and infinities are texts.
  package static func encode(
    _ value: some Encodable, depthLimit: Int
  ) throws(CodingProblem) -> String {
    do {
      try DepthCounter.check(value, limit: depthLimit)
      return String(decoding: try JSONCoding.encoder.encode(value), as: UTF8.self)
    } catch let problem as CodingProblem {
      throw problem
    } catch {
      throw .notEncodable(CodingFailure.text(error))
    }
  }

  /// The value in the text, or the one below these member names; nil if a member is missing.
  package static func decode<V: Decodable>(
    _: V.Type, from text: String, at path: [String] = []
  ) throws(CodingProblem) -> V? {
    let bytes = [UInt8](text.utf8)
    guard JSONCoding.isShallow(bytes) else { throw .tooDeep(limit: JSONCoding.depthLimit) }
    do {
      guard !path.isEmpty else {
        return try JSONCoding.decoder.decode(V.self, from: Data(bytes))
      }
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy =
        JSONCoding.decoder.nonConformingFloatDecodingStrategy
      if let key = CodingUserInfoKey.memberPath { decoder.userInfo[key] = path }
      return try decoder.decode(Member<V>.self, from: Data(bytes)).value
    } catch {
      throw .undecodable(CodingFailure.text(error))
    }
  }

  /// The member names of the object below these names in order; nil if there is no object.
  package static func members(of text: String, at path: [String]) -> [String]? {
    // A text that is no object has no members; that is an answer, not a failure.
    guard let ignored = try? decode([String: Anything].self, from: text, at: path) else {
      return nil
    }
    return ignored.keys.sorted()
  }

  /// A JSON object of members that are JSON already.
  package static func object(_ members: [String: String]) -> String {
    let texts = members.sorted { $0.key < $1.key }
      .map { JSONText.string($0.key) + ":" + $0.value }
    return "{" + texts.joined(separator: ",") + "}"
  }
}

/// Goes down the path of member names before it decodes.
private struct Member<V: Decodable>: Decodable {
  let value: V?

  init(from decoder: any Decoder) throws {
    var path = CodingUserInfoKey.memberPath.flatMap { decoder.userInfo[$0] } as? [String] ?? []
    let last = path.popLast() ?? ""
    var container = try decoder.container(keyedBy: MemberName.self)
    for name in path {
      guard container.contains(MemberName(name)) else {
        value = nil
        return
      }
      container = try container.nestedContainer(
        keyedBy: MemberName.self, forKey: MemberName(name))
    }
    value =
      container.contains(MemberName(last))
      ? try container.decode(V.self, forKey: MemberName(last)) : nil
  }
}

/// A name that only the data knows.
struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Takes whatever stands there, so that what follows it can be read.
struct Anything: Decodable {
  init(from decoder: any Decoder) throws {}
}

extension CodingUserInfoKey {
  // Never nil: every text is a key.
  fileprivate static let memberPath = CodingUserInfoKey(rawValue: "memberPath")
}
