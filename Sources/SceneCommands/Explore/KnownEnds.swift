import FoundationEssentials
import SceneExplorer
import Synchronization

/// How often an app in Swift has ended by itself, and what was found of that.
struct KnownEnds: Codable {
  /// More than any exploration writes: a million states are 20 MB.
  private static let sizeLimit = 1 << 26

  var ends: [AppEnd] = []
  var findings: [Discovery] = []
  /// How long the children were at work.
  var seconds = 0.0

  init() {}

  /// Reads them beside the notes of the steps.
  init(beside notes: String) throws(CommandFailure) {
    self = try Self.read(Self.self, "\(notes).ends") ?? Self()
  }

  func save(beside notes: String) throws(CommandFailure) {
    try Self.write(self, "\(notes).ends")
  }

  /// What the last child has left; nil if it was the first.
  func state(beside notes: String) throws(CommandFailure) -> Explorer.State? {
    ends.isEmpty ? nil : try Self.read(Explorer.State.self, "\(notes).state")
  }

  /// Reads a file of ours; nil if nobody has written it.
  private static func read<Value: Decodable>(
    _ type: Value.Type, _ path: String
  ) throws(CommandFailure) -> Value? {
    guard OutputFile.exists(path) else { return nil }
    let bytes = try OutputFile.read(path, limit: sizeLimit)
    do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
      throw CommandFailure(.unusable, "'\(path)' cannot be read: \(error)", code: "not-read")
    }
  }

  fileprivate static func write(_ value: some Encodable, _ path: String) throws(CommandFailure) {
    do {
      try OutputFile.write(Array(try JSONEncoder().encode(value)), to: path)
    } catch {
      throw CommandFailure(.unusable, "'\(path)' cannot be written: \(error)", code: "not-written")
    }
  }
}

/// Writes how far a child has come, so that the next one has little to play again.
///
/// When it writes changes nothing of what is found: what was not written is played once more.
final class StateSaver: Sendable {
  private static let every = Duration.milliseconds(100)
  /// Most of the time goes into steps.
  private static let share = 10

  private let path: String
  private let clock: @Sendable () -> Duration
  private let next = Mutex(Duration.zero)

  init(path: String, clock: @escaping @Sendable () -> Duration) {
    (self.path, self.clock) = (path, clock)
  }

  @Sendable func save(_ state: Explorer.State) {
    let start = clock()
    if next.withLock({ $0 }) > start { return }
    // The next one plays more once more, and nothing else is lost.
    try? KnownEnds.write(state, "\(path).state")
    let end = clock()
    next.withLock { $0 = end + max(Self.every, (end - start) * Self.share) }
  }
}

/// The steps that a child has noted.
struct NotedSteps {
  /// How Swift begins what it says of a trap.
  private static let traps = ["Fatal error", "Precondition failed", "Assertion failed"]
  /// Stands behind a step that could not be done.
  static let refused = "-"

  /// The steps that were done, and the last one.
  private(set) var lines: [String] = []
  private let head: [Int]
  private var count = 0
  private var kind: String?

  init(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    head = (rest.popFirst() ?? "").split(separator: " ").compactMap { Int($0) }
    while let line = rest.popFirst() {
      if line == Self.refused {
        _ = lines.popLast()
      } else if let text = rest.popFirst() {
        count += 1
        kind = String(line)
        lines.append(String(text))
      }
    }
  }

  /// The end that came with the last step; nil if there was no step.
  func end(isHang: Bool, said: [UInt8]) -> AppEnd? {
    guard let kind else { return nil }
    let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
    let trap = lines.last { line in Self.traps.contains(where: line.contains) } ?? ""
    return AppEnd(
      stream: head.first, run: head.last ?? 0, step: count, kind: kind, isHang: isHang,
      said: String(trap))
  }
}
