/// What is sure about the process at a place of a scenario, read from top to bottom.
struct ProcessState: Hashable {
  /// Whether something is so, as far as can be told without running.
  enum Answer: Hashable {
    case yes, no, unknown

    /// What holds after either of two ways.
    func joined(with other: Answer) -> Answer { self == other ? self : .unknown }
  }

  private(set) var isRunning = Answer.no
  /// Whether a window is in front.
  private(set) var hasFront = Answer.no
  /// The windows that are connected; nil if that is open.
  private(set) var connected: Set<String>? = []
  /// Whether the user holds something that is dragged.
  private(set) var holdsItem = Answer.no
  /// Whether no window was ever opened.
  private var isFresh = true
  /// Whether a fault may end the process at any step.
  private var mayFail = false
  /// Whether there are several processes: one is not told from another.
  private var isOneOfSeveral = false

  /// A window comes to the front of an app that runs.
  mutating func comeToFront() {
    isRunning = mayFail ? .unknown : .yes
    hasFront = mayFail ? .unknown : .yes
  }

  /// The process ends; which windows come back with the next one is open.
  mutating func end() {
    isRunning = mayFail ? .unknown : .no
    hasFront = mayFail ? .unknown : .no
    (connected, holdsItem) = (nil, .no)
  }

  /// The process begins, with one window if there was none before.
  mutating func launch(_ window: String?) {
    comeToFront()
    connected = isFresh && !mayFail ? window.map { [$0] } : nil
    isFresh = false
  }

  // MARK: Windows

  /// A window is connected; without a name it is open which.
  mutating func connect(_ window: String?) {
    guard let window else { return connected = nil }
    connected?.insert(window)
  }

  /// A window is not connected any more; what was dragged out of it is gone.
  mutating func disconnect(_ window: String?) {
    if let window { connected?.remove(window) } else { connected = nil }
    if holdsItem == .yes { holdsItem = .unknown }
  }

  /// What the user drags is held, or let go.
  mutating func hold(_ holds: Answer) { holdsItem = mayFail ? .unknown : holds }

  /// All windows go to the background.
  mutating func leaveFront() { hasFront = mayFail ? .unknown : .no }

  /// Which window is in front, if any, is open.
  mutating func forgetFront() { hasFront = .unknown }

  /// Something from outside brings a window to the front, if it is taken.
  mutating func eventFromOutside() { if hasFront == .no { hasFront = .unknown } }

  /// Nothing is sure any more.
  mutating func forget() {
    (isRunning, hasFront, holdsItem) = (.unknown, .unknown, .unknown)
    (connected, isFresh) = (nil, false)
  }

  /// From here on a fault may happen.
  mutating func expectFaults(_ mayFail: Bool) {
    self.mayFail = mayFail || isOneOfSeveral
    forget()
  }

  /// There are several devices with a process each.
  mutating func neverBeSure() {
    isOneOfSeveral = true
    expectFaults(true)
  }

  /// What holds if the steps in between were executed or were not.
  func joined(with other: ProcessState) -> ProcessState {
    var state = ProcessState()
    state.isRunning = isRunning.joined(with: other.isRunning)
    state.hasFront = hasFront.joined(with: other.hasFront)
    state.connected = connected == other.connected ? connected : nil
    state.holdsItem = holdsItem.joined(with: other.holdsItem)
    state.isFresh = isFresh && other.isFresh
    state.mayFail = mayFail || other.mayFail
    state.isOneOfSeveral = isOneOfSeveral || other.isOneOfSeveral
    return state
  }
}
