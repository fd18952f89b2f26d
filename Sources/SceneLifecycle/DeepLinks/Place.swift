public import SceneState

/// A place in the app: the pattern of its URL, and the tab and screens that show it.
///
/// A name in braces is a *part*. It stands for any text that is not empty; in a URL such a text
/// is percent-encoded, so it may hold anything, `/` and spaces included. The same name in the
/// pattern and in the path is the same text. A part that occurs in the pattern only is dropped
/// when the URL is opened, and no URL is inferred for such a place.
///
/// The pattern is a URL with its scheme; trailing slash, query and fragment belong to it. A part
/// never reaches beyond the next `/`, `?` or `#`. Mistakes in a pattern are found when
/// ``DeepLinks`` is made.
///
/// ```swift
/// Place("quotes://author/{name}/quote/{id}", tab: "authors", path: ["author/{name}", "quote/{id}"])
/// ```
public struct Place: Hashable, Sendable {
  /// The pattern of the URL, as written.
  public let pattern: String
  /// The tab that shows the place; nil leaves the selected one.
  public let tab: TabID?
  /// The texts of the screens on top of each other; empty for the root.
  public let path: [String]

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - pattern: The URL with its parts in braces, such as `quotes://quote/{id}`.
  ///   - tab: The tab; nil in an app without tabs, or for a place that any tab may show.
  ///   - path: The screens, with the same parts.
  public init(_ pattern: String, tab: TabID? = nil, path: [String] = []) {
    self.pattern = pattern
    self.tab = tab
    self.path = path
  }
}

/// Lists the places of an app, one a line.
///
/// ```swift
/// let links = DeepLinks {
///   Place("quotes://quotes", tab: "quotes")
///   for tab in moreTabs { Place("quotes://\(tab)", tab: tab) }
/// }
/// ```
@resultBuilder public enum PlaceBuilder {
  /// Takes one place.
  public static func buildExpression(_ place: Place) -> [Place] { [place] }

  /// Takes a list of places made elsewhere.
  public static func buildExpression(_ places: [Place]) -> [Place] { places }

  /// Joins the lines of a block.
  public static func buildBlock(_ places: [Place]...) -> [Place] { places.flatMap { $0 } }

  /// Takes the places of a loop in order.
  public static func buildArray(_ places: [[Place]]) -> [Place] { places.flatMap { $0 } }

  /// Takes the places of an `if` without `else`.
  public static func buildOptional(_ places: [Place]?) -> [Place] { places ?? [] }

  /// Takes the places of the first branch.
  public static func buildEither(first places: [Place]) -> [Place] { places }

  /// Takes the places of the second branch.
  public static func buildEither(second places: [Place]) -> [Place] { places }
}
