import Synchronization
import Testing

/// Runs a body and returns the issues that it recorded, which then fail nothing.
func recorded(_ body: () -> Void) -> [Issue] {
  let issues = Mutex<[Issue]>([])
  withKnownIssue(isIntermittent: true) {
    body()
  } matching: { issue in
    issues.withLock { $0.append(issue) }
    return true
  }
  return issues.withLock { $0 }
}
