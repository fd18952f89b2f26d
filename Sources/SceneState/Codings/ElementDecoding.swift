import FoundationEssentials

/// A list, set or dictionary that is read element by element: one that cannot be read is left out.
protocol ElementwiseDecodable {
  static func read(_ decoder: any Decoder) throws -> (Self, dropped: [CodingProblem])
}

extension ElementwiseDecodable {
  /// What can be read of JSON, and why each of the other elements cannot.
  static func read(json: [UInt8]) throws(CodingProblem) -> (value: Any, dropped: [CodingProblem]) {
    guard JSONCoding.isShallow(json) else { throw .tooDeep(limit: JSONCoding.depthLimit) }
    do {
      let read = try JSONCoding.decoder.decode(ElementReader<Self>.self, from: Data(json))
      return (read.value, read.dropped)
    } catch {
      throw CodingFailure.problem(error)
    }
  }
}

private struct ElementReader<Value: ElementwiseDecodable>: Decodable {
  let value: Value
  let dropped: [CodingProblem]

  init(from decoder: any Decoder) throws { (value, dropped) = try Value.read(decoder) }
}

private func list<Element: Decodable>(
  _ decoder: any Decoder, _ take: (Element) -> Void
) throws -> [CodingProblem] {
  var container = try decoder.unkeyedContainer()
  var dropped: [CodingProblem] = []
  while !container.isAtEnd {
    do {
      take(try container.decode(Element.self))
    } catch {
      dropped.append(CodingFailure.problem(error))
      // A nil is no value of any type, and is skipped by a call of its own.
      if try !container.decodeNil() { _ = try container.decode(Anything.self) }
    }
  }
  return dropped
}

extension Array: ElementwiseDecodable where Element: Decodable {
  static func read(_ decoder: any Decoder) throws -> (Self, dropped: [CodingProblem]) {
    var value: Self = []
    let dropped = try list(decoder) { value.append($0) }
    return (value, dropped)
  }
}

extension Set: ElementwiseDecodable where Element: Decodable {
  static func read(_ decoder: any Decoder) throws -> (Self, dropped: [CodingProblem]) {
    var value: Self = []
    let dropped = try list(decoder) { value.insert($0) }
    return (value, dropped)
  }
}

extension Dictionary: ElementwiseDecodable where Key == String, Value: Decodable {
  static func read(_ decoder: any Decoder) throws -> (Self, dropped: [CodingProblem]) {
    let container = try decoder.container(keyedBy: MemberName.self)
    var value: Self = [:]
    var dropped: [CodingProblem] = []
    for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      do {
        value[key.stringValue] = try container.decode(Value.self, forKey: key)
      } catch {
        dropped.append(CodingFailure.problem(error))
      }
    }
    return (value, dropped)
  }
}
