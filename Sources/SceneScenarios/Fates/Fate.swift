import SceneSimulator

/// One thing that happened to a value, to a window, or to whatever else a check may ask for.
struct Fate: Sendable {
  enum Kind: Sendable {
    /// A value is in the store since, or was taken from it.
    case stored
    /// A value is in memory since, outside the store: it is lost or handed over.
    case held
    /// What was handed over is in memory again; or it is not, and was handed over.
    case back, away
    /// A value was written as it is already.
    case repeated
    /// A value waits in memory, since the store could not write it.
    case waits
    /// A value is gone, or never came to the store.
    case lost
    /// A window was closed, went by a rule, or another process took it over.
    case closed, gone, taken
    /// What a window had handed over was found too old.
    case expired
    /// Another window is in front of a device, or none is.
    case front
    /// A process ended, and what was committed from another step on never came to the disk.
    case uncommitted
    /// An action was put off; it had its turn; it was called off.
    case putOff, done, calledOff
    /// A row was removed from its table; rows of a table are other ones.
    case removed, changed
    /// A step of the app ran, or one moved a list.
    case ran
    /// There was nothing to do: a value of a key does not have what was to be taken from it, nothing
    /// of an action waits, no window is meant, and what was dragged went nowhere.
    case missed
    /// Values of a key cannot be encoded.
    case notEncodable
  }

  /// What fates are about.
  enum Subject: Hashable, Sendable {
    case value(ValueName)
    case window(String, on: String)
    case device(String)
    /// The same on all devices.
    case action(String), row(String), table(String), key(String)
    /// What steps of the app took, and the list on a screen that one moved.
    case ownSteps, list(String, on: String)
  }

  let kind: Kind
  /// The step in whose course it happened.
  let mark: StepMark
  /// The step of the app that brought it about.
  var inner: InnerMark?
  /// Who wrote a value that is stored, held, or back again.
  var origin: Origin?
  var loss: Loss?
  /// By which rule a window went.
  var rule: WindowRule?
  /// The step since which nothing came to the disk.
  var since: StepMark?
  /// The window in front, or in which an action was put off.
  var window: String?
}

/// A place of a value before its session has a number, and after that.
struct ValueName: Hashable, Sendable {
  let device: String
  let window: String
  let path: [String]
  let key: String

  init(_ place: StoredPlace, on device: String) {
    (self.device, window) = (device, place.window)
    (path, key) = (place.path, place.key)
  }

  /// Where it lies now.
  func place(in simulation: Simulation) -> StoredPlace {
    StoredPlace(
      session: simulation.sessionNumber(of: window) ?? 0, window: window, path: path, key: key)
  }

  /// What decides the order of places.
  var order: String { ([device, window] + path + [key]).joined(separator: "/") }
}

// What happened to one value, in order.
extension [Fate] {
  /// Who wrote what is stored last, or removed it, in a session; nil looks at all of them.
  func origin(in session: UInt32? = nil) -> Origin? {
    last { $0.kind == .stored && (session ?? $0.origin?.session) == $0.origin?.session }?.origin
  }

  /// What gave a window the value that it has in memory; nil if that went.
  var live: Fate? {
    let last = last { fate in
      [.held, .back, .away].contains(fate.kind) || fate.loss?.leavesValue == false
    }
    return last?.origin == nil ? nil : last
  }

  /// What became of the newest write outside the store, if it is not what is there.
  var lost: Loss? {
    let there = live?.origin?.mark.step ?? 0
    let losses = compactMap(\.loss).filter { $0.written.step > there }
    let newest = losses.map(\.written.step).max()
    return losses.last { $0.written.step == newest }
  }

  /// Who wrote it last, wherever it is.
  var written: Origin? { last { $0.origin != nil }?.origin }

  /// What became of the last value; nil if it is there.
  var loss: Loss? { last { $0.origin != nil || $0.loss != nil }?.loss }

  /// The step whose value could not be written yet.
  var waiting: StepMark? {
    let last = last { $0.origin != nil || $0.loss != nil || $0.kind == .waits }
    return last?.kind == .waits ? last?.mark : nil
  }

  /// Whether a step ever was to change it.
  var isChanged: Bool { contains { $0.origin != nil || $0.loss != nil || $0.kind == .waits } }

  /// What took a value that is meant, the last time that it was there.
  func loss(of isMeant: Origin.Value.Test) -> Loss? {
    let events = filter { $0.origin != nil || $0.loss != nil }
    let index = events.lastIndex { isMeant($0.origin?.value ?? $0.loss?.value) }
    guard let index else { return nil }
    return events[index].loss ?? events[(index + 1)...].first { $0.loss?.leavesValue != true }?.loss
  }

  /// The last step that wrote a value that is meant.
  func writer(of isMeant: Origin.Value.Test) -> StepMark? {
    last { isMeant($0.origin?.value) }?.mark
  }

  /// The step since which what is there has been a value that is meant; what wrote there later has
  /// left that as it was.
  func bringer(of isMeant: Origin.Value.Test) -> StepMark? {
    reversed().compactMap(\.origin).prefix { isMeant($0.value) }.last?.written
  }
}
