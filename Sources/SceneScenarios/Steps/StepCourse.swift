/// What the step that runs has brought about so far; each step begins with a new one.
struct StepCourse {
  /// Why a step of the app failed, which is why the step of the scenario fails.
  var innerError: StepError?
  /// The step of the app that failed with it.
  var innerStep: ParsedStep?
  /// The steps of the app that ran, and in which window: what waits for a handler is offered behind
  /// them.
  var acted: [(window: String, step: ParsedStep)] = []
  /// Whether a step of the app changed its data: windows whose rows are gone close behind it.
  var hasChangedDataInside = false
  /// The step of the app that is taken.
  var ownStep: ParsedStep?
  /// What steps of the app bring about behind the step: windows that open and close.
  var behind: [WorkBehind] = []
  /// The windows that close, and whether the app is quit.
  var closing: Set<String> = []
  var quits = false
  /// What was dragged, for pictures.
  var drag: PlayedStep.Drag?

  /// Keeps why a step of the app failed; the first one is told.
  mutating func fail(with error: StepError, of step: ParsedStep) {
    if innerError == nil { (innerError, innerStep) = (error, step) }
  }
}

/// What a step of the app brings about when the step of the scenario is done.
struct WorkBehind {
  /// The step of the app; nil for what follows from others.
  let step: ParsedStep?
  let source: SourceFile
  /// Where its app runs.
  let device: String
  let work: () throws(StepError) -> Void
}

extension StepContext {
  /// Has something done behind the step; the window whose app does it has its turn first.
  func putBehind(_ work: @escaping () throws(StepError) -> Void) {
    course.behind.append(
      WorkBehind(step: course.ownStep, source: source, device: device, work: work))
  }
}
