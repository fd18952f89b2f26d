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
  /// In which phases windows may be.
  private(set) var windows = WindowPhases()
  /// Whether a user may have closed a window: such ones keep their names.
  private(set) var hasSpentNames = false
  /// Whether the user holds something that is dragged.
  private(set) var holdsItem = Answer.no
  /// Whether a fault may end the process at any step.
  private var mayFail = false
  /// Whether there are several processes: one is not told from another.
  private var isOneOfSeveral = false

  /// A window comes to the front of an app that runs.
  mutating func comeToFront() {
    isRunning = mayFail ? .unknown : .yes
    hasFront = mayFail ? .unknown : .yes
  }

  /// The process ends; its windows wait for the next one, or may be gone for good.
  mutating func end(destroying: Bool = false) {
    isRunning = mayFail ? .unknown : .no
    hasFront = mayFail ? .unknown : .no
    holdsItem = .no
    change {
      $0.move(.connected, to: .disconnected)
      if destroying { $0.move(.disconnected, to: .closed, surely: false) }
    }
  }

  /// The process begins: this window comes, and others may come back with it.
  ///
  /// - Parameter window: Its name; nil if the step says none, or a variable.
  mutating func launch(_ window: String?) {
    comeToFront()
    let only = windows.only
    let isFirst = !windows.mayHave(.existing)
    // One that is not restorable is gone when the next process begins.
    change { $0.move(.disconnected, to: [.active, .closed], surely: false) }
    if let window {
      change { $0.set(window, to: .active) }
    } else if isFirst {
      let name = hasSpentNames ? nil : "A"
      change { $0.set(name, to: .active) }
    } else if only == "A" {
      // Without anything to bring back, the first window is called so, too.
      change { $0.set("A", to: .active) }
    } else {
      change { $0.move(.closed, to: .active, surely: false) }
    }
  }

  // MARK: Windows

  /// The windows that are connected; nil if that is open.
  var connected: Set<String>? { windows.connected }

  /// Changes what is known of windows, unless the process may have ended in the meantime.
  mutating func change(_ body: (inout WindowPhases) -> Void) {
    if mayFail || windows.isLarge { windows = .unknown } else { body(&windows) }
  }

  /// A window is connected and in front; without a name it is open which.
  mutating func connect(_ window: String?) { change { $0.set(window, to: .active) } }

  /// A window is not connected any more; what was dragged out of it is gone.
  mutating func disconnect(_ window: String?, isClosed: Bool = false) {
    if isClosed { hasSpentNames = true }
    change {
      if isClosed {
        $0.move(window, .existing, to: .closed)
      } else {
        $0.move(window, .connected, to: .disconnected)
      }
    }
    forgetHeldItem()
  }

  /// The window may be gone from which something was dragged.
  mutating func forgetHeldItem() { if holdsItem == .yes { holdsItem = .unknown } }

  /// What the user drags is held, or let go.
  mutating func hold(_ holds: Answer) { holdsItem = mayFail ? .unknown : holds }

  /// All windows go to the background.
  mutating func leaveFront() {
    hasFront = mayFail ? .unknown : .no
    change { $0.move([.active, .inactive], to: .background) }
  }

  /// Which window is in front, if any, is open.
  mutating func forgetFront() { hasFront = .unknown }

  /// Something from outside brings a window to the front, if it is taken.
  mutating func eventFromOutside() { if hasFront == .no { hasFront = .unknown } }

  /// Nothing is sure any more.
  mutating func forget() {
    (isRunning, hasFront, holdsItem) = (.unknown, .unknown, .unknown)
    windows = .unknown
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
    state.windows = windows.joined(with: other.windows)
    state.hasSpentNames = hasSpentNames || other.hasSpentNames
    state.holdsItem = holdsItem.joined(with: other.holdsItem)
    state.mayFail = mayFail || other.mayFail
    state.isOneOfSeveral = isOneOfSeveral || other.isOneOfSeveral
    return state
  }
}
