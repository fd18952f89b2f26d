/// Two processes that look at one thing after the other, while the next one is made.
///
/// A judge answers each line that it gets with one line; it may die or hang of what it looks at.
struct JudgePool<Job> {
  /// What became of a job.
  enum Verdict {
    case said(String)
    case died(String)
    case hung
  }

  private var judges: [Child]
  private var waiting: [(slot: Int, job: Job)] = []
  private var next = 0
  private let patience: Int32

  /// Starts the judges; one that says nothing for so many milliseconds hangs.
  init(_ role: String, _ arguments: [String], patience: Int32 = 10_000) throws {
    judges = try (0..<2).map { _ in try Child(role, arguments) }
    self.patience = patience
  }

  /// The slot of the next job, and what became of the job that was in it.
  mutating func freeSlot() throws -> (slot: Int, finished: (job: Job, verdict: Verdict)?) {
    let slot = next
    guard let first = waiting.first, first.slot == slot else { return (slot, nil) }
    return (slot, try finish())
  }

  /// Gives the judge of the free slot a line.
  mutating func submit(_ line: String, _ job: Job) {
    judges[next].send(line)
    waiting.append((next, job))
    next = (next + 1) % judges.count
  }

  /// What became of the jobs that are left.
  mutating func drain() throws -> [(job: Job, verdict: Verdict)] {
    var finished: [(job: Job, verdict: Verdict)] = []
    while !waiting.isEmpty { finished.append(try finish()) }
    return finished
  }

  private mutating func finish() throws -> (job: Job, verdict: Verdict) {
    let (slot, job) = waiting.removeFirst()
    let judge = judges[slot]
    if let line = judge.line(within: patience) { return (job, .said(line)) }
    let end = judge.end(within: 0)
    if end == nil { judge.kill() }
    judges[slot] = try judge.again()
    return (job, end.map { .died("\($0)") } ?? .hung)
  }
}
