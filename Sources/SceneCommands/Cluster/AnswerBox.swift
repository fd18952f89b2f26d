import SceneRoaming
import Synchronization

/// What another thread leaves for the one that waits.
final class AnswerBox<Value: Sendable>: Sendable {
  private let content = Mutex<Result<Value, RoamingProblem>?>(nil)

  var answer: Result<Value, RoamingProblem>? { content.withLock { $0 } }

  func fill(_ result: Result<Value, RoamingProblem>) { content.withLock { $0 = result } }
}
