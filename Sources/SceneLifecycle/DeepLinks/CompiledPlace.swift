import FoundationEssentials

/// A place whose pattern and path are ready to be matched in both directions.
struct CompiledPlace: Sendable {
  let place: Place
  /// The names of the parts, in the order in which they first occur.
  let names: [String]
  let urlPieces: [PlaceMatcher.Piece]
  let pathPieces: [PlaceMatcher.Piece]
  /// The items of the query, if they may stand in any order.
  let query: QuerySet?
  private let urlTemplate: PlaceTemplate
  private let pathTemplates: [PlaceTemplate]
  /// The paths without the screens of optional parts that are missing, the fullest first.
  let pathVariants: [[PlaceMatcher.Piece]]

  init(_ place: Place, at index: Int) throws(PlaceMistake) {
    var names: [String] = []
    func template(_ text: String) throws(PlaceMistake) -> PlaceTemplate {
      do { return try PlaceTemplate(text, names: &names) } catch {
        throw PlaceMistake(error, in: .place(index), text: text)
      }
    }
    let cut = QuerySet.cut(place.pattern, names: &names)
    query = cut?.query
    let url = try template(cut?.base ?? place.pattern)
    let known = names.count
    var path: [PlaceTemplate] = []
    for screen in place.path {
      path.append(try template(screen))
      guard names.count == known else {
        throw PlaceMistake(.unknownPart(names[known]), in: .place(index), text: screen)
      }
    }
    do { urlPieces = try Self.pieces(ofURL: url) } catch {
      throw PlaceMistake(error, in: .place(index), text: place.pattern)
    }
    pathPieces = Self.pieces(ofPath: path)
    let variants = Self.variants(of: path, without: cut?.query.items.filter(\.isOptional) ?? [])
    guard let variants else {
      throw PlaceMistake(.tooManyOptional, in: .place(index), text: place.pattern)
    }
    pathVariants = variants
    urlTemplate = url
    pathTemplates = path
    self.names = names
    self.place = place
  }

  /// The scheme in lower case.
  var scheme: String { place.pattern.urlScheme ?? "" }

  /// Whether the place needs no text for any part.
  var isFixed: Bool { names.isEmpty }

  /// How many slashes each URL of this place has; no part holds one.
  var slashCount: Int { urlPieces.count { $0 == .symbol(.byte(UInt8(ascii: "/"))) } }

  /// The path with each part replaced by its text.
  func path(_ texts: [String?]) -> [String]? {
    var path: [String] = []
    for template in pathTemplates {
      guard let screen = template.filled(with: texts) else {
        // A screen about something that the link does not say is not shown.
        if query == nil { return nil }
        continue
      }
      path.append(screen)
    }
    return path
  }

  /// How many optional parts a path may be about: each can be there or not.
  private static let optionalLimit = 6

  private static func variants(
    of path: [PlaceTemplate], without optional: [QuerySet.Item]
  ) -> [[PlaceMatcher.Piece]]? {
    let used = Set(path.flatMap(\.parts))
    let parts = optional.map(\.part).filter(used.contains)
    guard parts.count <= optionalLimit else { return nil }
    var variants: [[PlaceMatcher.Piece]] = []
    for missing in 0..<(1 << parts.count) {
      let gone = Set(parts.indices.filter { missing >> $0 & 1 == 1 }.map { parts[$0] })
      let rest = path.filter { gone.isDisjoint(with: $0.parts) }
      let pieces = pieces(ofPath: rest)
      if !variants.contains(pieces) { variants.append(pieces) }
    }
    return variants.sorted { $0.count > $1.count }
  }

  /// The canonical URL; nil if a part has no text.
  func url(_ texts: [String?]) -> String? {
    guard let base = urlTemplate.filled(with: texts, encode: \.percentEncodedPart) else {
      return nil
    }
    guard let query else { return base }
    return query.text(texts).map { base + $0 }
  }

  private static func pieces(
    ofURL template: PlaceTemplate
  ) throws(PlaceMistake.Reason) -> [PlaceMatcher.Piece] {
    guard case .literal(let start)? = template.pieces.first, let scheme = start.urlScheme else {
      throw .noScheme
    }
    var pieces: [PlaceMatcher.Piece] = []
    for (index, piece) in template.pieces.enumerated() {
      switch piece {
      case .part(let part): pieces.append(.part(part))
      case .literal(let text):
        let text = index > 0 ? text : scheme + text.dropFirst(scheme.count)
        guard let symbols = PlaceSymbol.ofURL(text) else { throw .malformedEscape }
        pieces += symbols.map { .symbol($0) }
      }
    }
    // A digit may stand wherever a part can, even in place of a port.
    let texts = [String?](repeating: "1", count: (template.parts.max() ?? -1) + 1)
    guard template.filled(with: texts).flatMap(URL.init(string:)) != nil else { throw .noURL }
    return pieces
  }

  private static func pieces(ofPath templates: [PlaceTemplate]) -> [PlaceMatcher.Piece] {
    templates.flatMap { template -> [PlaceMatcher.Piece] in
      template.pieces.flatMap { piece -> [PlaceMatcher.Piece] in
        switch piece {
        case .part(let part): [.part(part)]
        case .literal(let text): text.utf8.map { .symbol(.byte($0)) }
        }
      } + [.symbol(.screenEnd)]
    }
  }
}
