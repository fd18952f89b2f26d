import LMDB

/// A fact about something that went wrong: a code, an address and the declaration's place.
///
/// Reads never throw it; it appears on ``StoredFacts/problem`` and in ``SceneStore/problems``.
/// Throwing calls (``SceneScope/write(_:to:pinsDefault:)``, ``SceneStore/flush()``) throw it.
/// Sentences are made from it in one place, ``description``.
///
/// ```swift
/// if let problem = model.$draft.stored.problem { print(problem.code, problem.address) }
/// ```
public struct SceneProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong, in the words that scenarios use.
  public let code: Code

  /// The place as the inspector prints it, for example `A/hawk/draft`; empty for the store.
  public let address: String

  /// The particulars, for example a size and its limit, as part of a sentence.
  public let detail: String

  /// The place of the declaration that met the problem, `Module/File.swift:12`, if known.
  public let declaredAt: String?

  /// What else the same ``SceneStore/flush()`` has to tell: writes that were refused after this one,
  /// the first 256 of them.
  public private(set) var others: [SceneProblem] = []

  /// How many those are altogether.
  public private(set) var otherCount = 0

  /// Whether it was refused because the scene is private.
  package let isOfPrivateScene: Bool

  /// The field of the value that it is about, such as `country.flag`, if known.
  package let field: String?

  package init(
    _ code: Code, address: String = "", detail: String = "", declaredAt: String? = nil,
    field: String? = nil, isOfPrivateScene: Bool = false
  ) {
    self.code = code
    self.address = address
    self.detail = detail
    self.declaredAt = declaredAt
    self.field = field
    self.isOfPrivateScene = isOfPrivateScene
  }

  /// Whether a disk without room is why the store cannot be used.
  package var isOfFullDisk: Bool {
    code == .storeNotUsable && detail == LMDBError.diskFull.description
  }

  /// Whether somebody else has what is needed, and will be done with it.
  package var isOfBusyStore: Bool {
    code == .storeNotUsable && detail.hasPrefix(LMDBError.busyWords)
  }

  /// The same problem as the first of several.
  func with(_ others: [SceneProblem], of count: Int) -> SceneProblem {
    var problem = self
    (problem.others, problem.otherCount) = (others, count)
    return problem
  }

  /// The open set of problem codes; the texts are those of scenarios and `scenesim explain`.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible,
    ExpressibleByStringLiteral
  {
    /// The code's text.
    public let rawValue: String

    /// Makes a code of its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a code of its text, as tests compare it: `problem.code == "no-route"`.
    public init(stringLiteral text: String) { rawValue = text }

    /// The code's text.
    public var description: String { rawValue }
  }

  /// One sentence with the code's meaning, the address, the particulars and the place, how many
  /// others there are, and the code.
  public var description: String {
    let place = declaredAt.map { " (declared at \($0))" } ?? ""
    return "\(words)\(place)\(more) [\(code.rawValue)]"
  }

  /// The same without the place and the code, for whoever uses the app.
  package var sentence: String { words + more }

  private var words: String {
    let text = address.isEmpty ? code.sentence : "\(address): \(code.sentence)"
    return detail.isEmpty ? text : "\(text): \(detail)"
  }

  private var more: String { otherCount > 0 ? "; and \(otherCount) more" : "" }
}
