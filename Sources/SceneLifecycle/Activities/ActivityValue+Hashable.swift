import FoundationEssentials

// Both walk with a list of what is left and not by recursion: a value may be nested so deep
// that the stack would end, and must still be told apart before it is refused.
extension ActivityValue: Hashable {
  /// Whether both have the same case and the same bytes, at every depth.
  public static func == (left: ActivityValue, right: ActivityValue) -> Bool {
    guard left.hasSameTop(as: right) else { return false }
    var rest = [(left, right)]
    while let pair = rest.popLast() {
      switch pair {
      case (.list(let left), .list(let right)):
        for (left, right) in zip(left, right) {
          guard left.hasSameTop(as: right) else { return false }
          if left.isCollection { rest.append((left, right)) }
        }
      case (.map(let left), .map(let right)):
        for (name, left) in left {
          guard let right = right[name], left.hasSameTop(as: right) else { return false }
          if left.isCollection { rest.append((left, right)) }
        }
      default: break
      }
    }
    return true
  }

  /// Hashes the case and the bytes, at every depth.
  public func hash(into hasher: inout Hasher) {
    var rest = [self]
    while let value = rest.popLast() {
      value.hashTop(into: &hasher)
      switch value {
      case .list(let list): rest += list.reversed()
      case .map(let map):
        for name in map.keys.sorted() {
          hasher.combine(name)
          if let value = map[name] { rest.append(value) }
        }
      default: break
      }
    }
  }

  var isCollection: Bool {
    switch self {
    case .list, .map: true
    case .bool, .int, .double, .string, .data, .date, .url: false
    }
  }

  /// Whether scalars are equal, or collections of one kind equally large.
  private func hasSameTop(as other: ActivityValue) -> Bool {
    switch (self, other) {
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.data(let left), .data(let right)): left == right
    case (.date(let left), .date(let right)): left.bits == right.bits
    case (.url(let left), .url(let right)):
      left.absoluteString.utf8.elementsEqual(right.absoluteString.utf8)
    case (.list(let left), .list(let right)): left.count == right.count
    case (.map(let left), .map(let right)): left.count == right.count
    default: false
    }
  }

  private func hashTop(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .bool(let bool): hasher.combine(bool)
    case .int(let int): hasher.combine(int)
    case .double(let double): hasher.combine(double.bitPattern)
    case .string(let text): hasher.combine(bytes: text)
    case .data(let data): hasher.combine(data)
    case .date(let date): hasher.combine(date.bits)
    case .url(let url): hasher.combine(bytes: url.absoluteString)
    case .list(let list): hasher.combine(list.count)
    case .map(let map): hasher.combine(map.count)
    }
  }
}

extension Date {
  fileprivate var bits: UInt64 { timeIntervalSinceReferenceDate.bitPattern }
}

extension Hasher {
  /// Hashes the UTF-8 of a text, not its meaning.
  fileprivate mutating func combine(bytes text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(text.utf8.count)
  }
}
