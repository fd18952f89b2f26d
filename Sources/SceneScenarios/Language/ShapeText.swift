/// Shapes in words, for the reference.
package enum ShapeText {
  package static func text(_ shape: Shape) -> String {
    switch shape {
    case .nothing: "nothing"
    case .value: "any value"
    case .matched: "a value or a matcher"
    case .text(let role): role
    case .window: "the name of a window"
    case .integer(let range): text(range)
    case .decimal: "a number"
    case .bool: "true or false"
    case .word(let words): listed(words)
    case .written(let role, _): role
    case .map(let fields): "a map with \(fields.names.joined(separator: ", "))"
    case .named(let role, let shape): "a map from \(role) to \(text(shape))"
    case .windows(let shape): "a map from windows to \(text(shape))"
    case .list(.text(let role)): "a list; each is \(role)"
    case .list(let shape): "a list; each is \(text(shape))"
    case .either(let shapes): listed(shapes.map { text($0) })
    case .part(let part): text(part)
    }
  }

  private static func listed(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (Int.min, _): "an integer"
    case (let low, Int.max): "an integer from \(low)"
    case (let low, let high) where low == high: "\(low)"
    case (let low, let high): "an integer from \(low) to \(high)"
    }
  }

  private static func text(_ part: LanguagePart) -> String {
    switch part {
    case .app: "an app"
    case .update: "what changes in the app"
    case .step: "a step"
    case .steps: "a list of steps"
    case .expectation: "checks of the app and its windows"
    case .window: "checks of the window"
    case .type: "a type"
    case .title: "a title or a map with \(ScenarioLanguage.choice.names.joined(separator: ", "))"
    case .node: "a node"
    }
  }
}
