/// One value of a scenario file with its place, down to the last leaf.
package struct Node: Sendable {
  /// What the value is.
  ///
  /// Keys keep the order of the file.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case text(String)
    case list([Node])
    case map([Entry])
  }

  /// How the value is written.
  package enum Style: Sendable, Hashable {
    /// A scalar without quotes; only these become numbers, bools or nil.
    case plain
    /// A scalar in single or double quotes.
    case quoted
    /// A `|` or `>` text, or a collection by indentation.
    case block
    /// A collection in brackets or braces.
    case flow
    /// A part of a link: a text that may stand for a number.
    case link
  }

  package var content: Content
  package var style: Style
  package var range: SourceRange

  package init(_ content: Content, style: Style = .plain, range: SourceRange) {
    self.content = content
    self.style = style
    self.range = range
  }
}

extension Node {
  /// How many bytes it takes, roughly.
  var byteCount: Int {
    let own = MemoryLayout<Node>.stride
    switch content {
    case .text(let text): return own + text.utf8.count
    case .list(let nodes): return nodes.reduce(own) { $0 + $1.byteCount }
    case .map(let entries):
      return entries.reduce(own) { $0 + $1.key.name.utf8.count + own + $1.value.byteCount }
    default: return own
    }
  }
}

/// A name with its place, such as a key of a map: that is always text, whatever it looks like.
package struct PlacedName: Sendable {
  package var name: String
  package var range: SourceRange

  /// The field of `payload.file`; nil for a name with another beginning, or with no field.
  func field(of root: String) -> String? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return parts.count > 1 && parts[0] == root ? parts[1] : nil
  }
}

/// A key of a map with its value.
package struct Entry: Sendable {
  package var key: PlacedName
  package var value: Node

  package init(key: PlacedName, value: Node) {
    self.key = key
    self.value = value
  }

  /// One whose key has a place with something else.
  init(_ name: String, at range: SourceRange, _ value: Node) {
    self.init(key: PlacedName(name: name, range: range), value: value)
  }
}

extension Entry {
  /// The key as a text at its place: it may hold variables, as values may.
  var keyText: Node { Node(.text(key.name), range: key.range) }
}

extension Node {
  package var isNull: Bool { if case .null = content { true } else { false } }

  /// The text, or nil for any other kind.
  package var text: String? { if case .text(let text) = content { text } else { nil } }

  /// The bool, or nil for any other kind.
  package var bool: Bool? { if case .bool(let bool) = content { bool } else { nil } }

  /// The integer, or nil for any other kind.
  package var int: Int? { if case .int(let int) = content { int } else { nil } }

  /// The decimal, or an integer as one; nil for any other kind.
  package var double: Double? {
    switch content {
    case .double(let double): double
    case .int(let int): Double(int)
    default: nil
    }
  }

  /// The elements, or nil for any other kind.
  package var list: [Node]? { if case .list(let list) = content { list } else { nil } }

  /// The entries in order, or nil for any other kind.
  package var map: [Entry]? { if case .map(let entries) = content { entries } else { nil } }

  /// The value of a key, or nil if this is no map or has no such key.
  package subscript(key: String) -> Node? {
    guard case .map(let entries) = content else { return nil }
    return entries.first { $0.key.name == key }?.value
  }

  /// The plain values in it at any depth, and with them the keys of maps, as texts at their places.
  func leaves(withKeys: Bool = true) -> [Node] {
    switch content {
    case .list(let nodes): nodes.flatMap { $0.leaves(withKeys: withKeys) }
    case .map(let entries):
      entries.flatMap { entry in
        (withKeys ? [entry.keyText] : []) + entry.value.leaves(withKeys: withKeys)
      }
    case .null, .bool, .int, .double, .text: [self]
    }
  }

  /// Another value where this one stands.
  func holding(_ content: Content) -> Node { Node(content, style: style, range: range) }

  /// A map with more entries.
  func adding(_ others: [Entry]) -> Node {
    guard case .map(let entries) = content, !others.isEmpty else { return self }
    return holding(.map(entries + others))
  }

  /// The kind in the words of the format, for messages.
  package var kindName: String {
    switch content {
    case .null: "nothing"
    case .bool: "a bool"
    case .int: "an integer"
    case .double: "a decimal"
    case .text: "a text"
    case .list: "a list"
    case .map: "a map"
    }
  }
}

/// Equal means the same data; places and ways of writing do not count.
extension Node.Content: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.list(let left), .list(let right)):
      left.elementsEqual(right) { $0.content == $1.content }
    case (.map(let left), .map(let right)):
      left.elementsEqual(right) {
        $0.key.name.utf8.elementsEqual($1.key.name.utf8) && $0.value.content == $1.value.content
      }
    default: false
    }
  }
}
