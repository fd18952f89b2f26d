/// A fact about a place, or about the check of a part, that cannot work as it is written.
///
/// Making ``DeepLinks`` throws the first one; the sentence is ``description``.
///
/// ```swift
/// do { links = try DeepLinks(checks: ["id": "[0-9"]) { Place("quotes://quote/{id}") } }
/// catch { print(error) }  // the check of part 'id' is no regular expression: expected ']'
/// ```
public struct PlaceMistake: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Subject: Hashable, Sendable {
    case place(Int)
    /// The check of this part.
    case check(String)
  }

  package enum Reason: Hashable, Sendable {
    case openBrace
    case closingBrace
    case emptyName
    case noScheme
    case malformedEscape
    case noURL
    /// The path names a part that the pattern does not have.
    case unknownPart(String)
    /// More optional parts than a path can be about.
    case tooManyOptional
    /// What the reader of regular expressions said.
    case noExpression(String)
  }

  package let subject: Subject
  package let reason: Reason
  /// The pattern, screen text or expression that holds the mistake.
  package let text: String

  package init(_ reason: Reason, in subject: Subject, text: String) {
    self.reason = reason
    self.subject = subject
    self.text = text
  }

  /// One sentence about the mistake.
  public var description: String {
    switch reason {
    case .openBrace: "'\(text)' has a '{' without '}'"
    case .closingBrace: "'\(text)' has a '}' without '{'"
    case .emptyName: "'\(text)' has a part without a name"
    case .noScheme: "'\(text)' does not begin with a scheme, such as 'quotes:'"
    case .malformedEscape: "'\(text)' has a '%' without two hexadecimal digits of UTF-8 text"
    case .noURL: "'\(text)' is no URL whatever its parts are"
    case .unknownPart(let name) where name.hasSuffix("?"):
      "'\(text)' has a part '\(name)': the '?' stands in the pattern alone, write "
        + "'{\(name.dropLast())}' here"
    case .unknownPart(let name): "'\(text)' has a part '\(name)' that the URL's pattern has not"
    case .tooManyOptional: "the path of '\(text)' is about more than 6 parts that may be missing"
    case .noExpression(let why): "\(subject.name) is no regular expression: \(why)"
    }
  }
}

extension PlaceMistake.Subject {
  fileprivate var name: String {
    switch self {
    case .place(let index): "place \(index + 1)"
    case .check(let part): "the check of part '\(part)'"
    }
  }
}
