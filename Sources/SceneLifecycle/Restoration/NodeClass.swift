/// A node that stands for an object of an app in another language, and says what class that is.
package protocol ClassNamingNode: RestorableNode {
  /// The name of the class, the same in every process.
  var className: String { get }
}

/// The name under which a class is kept with a node.
enum NodeClass {
  static func name(of node: any RestorableNode) -> String {
    (node as? any ClassNamingNode)?.className ?? name(type(of: node))
  }

  /// The full name, the same in every process.
  ///
  /// The names of private and local types hold an address, which changes with each start.
  static func name(_ type: Any.Type) -> String {
    var name = ""
    var rest = String(reflecting: type)[...]
    while let mark = rest.firstRange(of: "(unknown context at "),
      let end = rest[mark.upperBound...].firstIndex(of: ")")
    {
      name += rest[..<mark.lowerBound]
      rest = rest[end...].dropFirst()
      if rest.hasPrefix(".") { rest = rest.dropFirst() }
    }
    return name + rest
  }
}
