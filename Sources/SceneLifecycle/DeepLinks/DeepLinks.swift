package import SceneState

/// The places of an app and their URLs, in both directions.
///
/// The first place that matches wins: for a URL, the first whose pattern has it; for a tab and a
/// path, the first whose URL leads back to exactly them. So an inferred URL, when opened, always
/// shows the same screens again, byte for byte, whatever the texts of the parts are.
///
/// URLs are compared as text. Schemes are compared without case; everything else counts, a
/// trailing slash, query and fragment too. An escaped character equals the plain one where a
/// URL means the same by both (`%61` and `a`, `%C3%BC` and `ü`); a malformed escape matches
/// nothing, and `+` is a plus sign, in a query of items in any order a blank. Inferred URLs are
/// canonical: each part is encoded from UTF-8, only letters, digits and `-._~` stay.
///
/// ```swift
/// let links = DeepLinks {
///   Place("quotes://quotes", tab: "quotes")
///   Place("quotes://quote/{id}", tab: "quotes", path: ["quote/{id}"])
/// }
/// ```
public struct DeepLinks: Sendable {
  /// The places in order.
  public let places: [Place]
  let compiled: [CompiledPlace]
  private let checks: [String: PartCheck]
  /// Whether the letters A to Z of scheme, host and path count as those of a to z.
  let ignoresCase: Bool
  private let schemes: Set<String>

  /// Lists the places of an app.
  ///
  /// - Precondition: No place holds a mistake, such as `{` without `}` or a pattern without a
  ///   scheme. Places that are not known when the app is written belong into
  ///   ``init(checks:ignoringCase:_:)``, which throws.
  /// - Parameters:
  ///   - ignoringCase: Whether scheme, host and path of a link may be written in other cases than
  ///     the pattern: the letters A to Z. Texts of parts and queries keep theirs.
  ///   - places: The places, the first match first.
  public init(ignoringCase: Bool = false, @PlaceBuilder _ places: () -> [Place]) {
    do {
      try self.init(places: places(), checks: [:], ignoringCase: ignoringCase)
    } catch {
      preconditionFailure("A place cannot be used: \(error).")
    }
  }

  /// Lists the places of an app, with rules for what their parts look like.
  ///
  /// ```swift
  /// let links = try DeepLinks(checks: ["id": "^[0-9]+$"]) {
  ///   Place("quotes://quote/{id}", path: ["quote/{id}"])
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - checks: For names of parts a regular expression that is searched for in the part's
  ///     text, in both directions; `$` is the very end. Names that no place has are ignored.
  ///   - ignoringCase: Whether scheme, host and path may be written in other cases.
  ///   - places: The places, the first match first.
  /// - Throws: ``PlaceMistake``, the first one, if a place or an expression cannot be used.
  public init(
    checks: [String: String], ignoringCase: Bool = false, @PlaceBuilder _ places: () -> [Place]
  ) throws(PlaceMistake) {
    try self.init(places: places(), checks: checks, ignoringCase: ignoringCase)
  }

  package init(
    places: [Place], checks: [String: String] = [:], ignoringCase: Bool = false
  ) throws(PlaceMistake) {
    let (compiled, partChecks, mistakes) = Self.compile(places, checks)
    if let first = mistakes.first { throw first }
    self.places = places
    ignoresCase = ignoringCase
    self.compiled = compiled
    self.checks = partChecks
    schemes = Set(compiled.map(\.scheme))
  }

  /// All mistakes: of the places in order, then of the checks by name.
  package static func mistakes(places: [Place], checks: [String: String]) -> [PlaceMistake] {
    compile(places, checks).mistakes
  }

  private static func compile(
    _ places: [Place], _ checks: [String: String]
  ) -> (places: [CompiledPlace], checks: [String: PartCheck], mistakes: [PlaceMistake]) {
    var mistakes: [PlaceMistake] = []
    var compiled: [CompiledPlace] = []
    for (index, place) in places.enumerated() {
      do throws(PlaceMistake) {
        compiled.append(try CompiledPlace(place, at: index))
      } catch {
        mistakes.append(error)
      }
    }
    var partChecks: [String: PartCheck] = [:]
    for (name, pattern) in checks.sorted(by: { $0.key < $1.key }) {
      do throws(PlaceMistake.Reason) {
        partChecks[name] = try PartCheck(pattern)
      } catch {
        mistakes.append(PlaceMistake(error, in: .check(name), text: pattern))
      }
    }
    return (compiled, partChecks, mistakes)
  }

  // MARK: Both directions

  /// The tab and path that a URL leads to.
  package func place(
    for url: String
  ) throws(LinkError) -> (tab: TabID?, path: [String]) {
    guard let scheme = url.urlScheme, schemes.contains(scheme) else { throw .notOurScheme }
    let canonical = scheme + url.utf8Suffix(from: scheme.utf8.count)
    guard let symbols = PlaceSymbol.ofURL(canonical) else { throw .noSuchPlace }
    for place in compiled {
      guard let texts = texts(of: place, in: symbols, canonical),
        let path = place.path(texts.map { $0.flatMap(Self.text) })
      else {
        continue
      }
      return (place.place.tab, path)
    }
    throw .noSuchPlace
  }

  /// The texts of a place's parts in a URL; nil if it is not its URL.
  private func texts(
    of place: CompiledPlace, in symbols: [PlaceSymbol], _ url: String
  ) -> [ArraySlice<PlaceSymbol>?]? {
    let checks = checks(of: place)
    func match(_ symbols: [PlaceSymbol]) -> [ArraySlice<PlaceSymbol>?]? {
      PlaceMatcher.match(
        place.urlPieces, symbols, checks: checks, ignoresCase: ignoresCase,
        endsPart: \.endsPartOfURL)
    }
    guard let query = place.query else { return match(symbols) }
    // A fragment belongs to no pattern with such a query.
    if url.utf8.contains(UInt8(ascii: "#")) { return nil }
    let sides = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let base = PlaceSymbol.ofURL(String(sides[0])), let texts = match(base),
      let others = query.texts(
        in: sides.count > 1 ? sides[1] : "", count: texts.count, checks: checks)
    else { return nil }
    var all = texts
    for (index, text) in others.enumerated() {
      guard let text else { continue }
      if let known = all[index], !known.elementsEqual(text) { return nil }
      all[index] = text
    }
    return all
  }

  /// The canonical URL of a tab and a path; nil if they are no place, or only one that other
  /// screens take their URL from.
  package func url(tab: TabID?, path: [String]) -> String? {
    let symbols = PlaceSymbol.ofPath(path)
    for place in compiled where place.place.tab == nil || place.place.tab == tab {
      let checks = checks(of: place)
      let match = place.pathVariants.lazy.compactMap { pieces in
        PlaceMatcher.match(pieces, symbols, checks: checks, endsPart: { $0 == .screenEnd })
      }.first
      guard let texts = match, let url = place.url(texts.map { $0.flatMap(Self.text) }),
        // No URL is better than one that shows something else when it is opened.
        let back = try? self.place(for: url),
        (back.tab ?? tab) == tab, back.path.hasSameBytes(as: path)
      else { continue }
      return url
    }
    return nil
  }

  /// The first place that is the same for everybody, because it has no parts.
  package var first: (tab: TabID?, path: [String])? {
    compiled.first(where: \.isFixed).map { ($0.place.tab, $0.place.path) }
  }

  /// The place that is left of a saved URL whose place is gone: the URL is cut at its last slash
  /// until a place matches.
  package func nearestAncestor(of url: String) -> (tab: TabID?, path: [String])? {
    let slashes = url.utf8.indices.filter { url.utf8[$0] == UInt8(ascii: "/") }
    // What is left has as many slashes as were before the cut: more than any pattern has cannot
    // match, so even a saved text of nothing but slashes costs few looks.
    let most = compiled.map(\.slashCount).max() ?? 0
    for slash in slashes.prefix(most + 1).reversed() {
      // Not being a place is what this loop is about.
      if let place = try? place(for: String(url[..<slash])) { return place }
    }
    return nil
  }

  // MARK: Parts

  func check(of name: String) -> PartCheck? { checks[name] }

  private func checks(of place: CompiledPlace) -> [PlaceMatcher.Check?] {
    place.names.map { name in
      checks[name].map { check in { Self.text($0).map(check.accepts) ?? false } }
    }
  }

  static func text(_ symbols: ArraySlice<PlaceSymbol>) -> String? {
    let bytes = symbols.compactMap(\.decoded)
    guard bytes.count == symbols.count else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate func utf8Suffix(from offset: Int) -> Substring {
    self[utf8.index(startIndex, offsetBy: offset)...]
  }
}
