import SceneSimulator
internal import SceneState

/// What the step that runs has written, before it is known what became of it.
struct RunningStep: Sendable {
  fileprivate(set) var noted: [ValueName: NotedWrite] = [:]
  /// What happens to what is no value, and what was before a run went back.
  fileprivate var others: [(subject: Fate.Subject, fate: @Sendable (StepMark) -> Fate)] = []
  /// The steps of the app that run, the outermost first.
  fileprivate var inner: [InnerMark] = []
  /// Those that it took, with their windows.
  fileprivate var ran: Set<Ran> = []
  /// The step of the app that closed a window or a tab, or moved one, in the course of the step.
  fileprivate(set) var ender: InnerMark?

  fileprivate struct Ran: Hashable {
    let mark: InnerMark
    let window: String?
  }

  /// What it has written on a device, in the order of the places.
  func notes(on device: String) -> [(key: ValueName, value: NotedWrite)] {
    noted.filter { $0.key.device == device }.sorted { $0.key.order < $1.key.order }
  }

  mutating func take(_ value: ValueName) -> NotedWrite? { noted.removeValue(forKey: value) }
}

// What happens in the course of a step.
extension FateList {
  /// Begins a step: nothing is written yet.
  mutating func begin() { step = RunningStep() }

  mutating func enter(_ mark: InnerMark, in window: String?, as kind: Fate.Kind = .ran) {
    step.inner.append(mark)
    if Self.enders.contains(mark.verb), kind == .ran { step.ender = mark }
    let isNew = step.ran.insert(RunningStep.Ran(mark: mark, window: window)).inserted
    if isNew { note(kind, about: .ownSteps, in: window) }
  }

  /// The steps that take away a scope with all that it has.
  static let enders = BlameFinder.transfers.union([
    CloseStep.name, CloseTabStep.name, DiscardStateStep.name,
  ])

  /// Whether the app takes a step itself.
  var isInApp: Bool { !step.inner.isEmpty }

  mutating func leave() { _ = step.inner.popLast() }

  /// The app writes a value, holds one that is not in the store, or takes one away.
  mutating func note(_ write: NotedWrite, on device: String) {
    var write = write
    if let inner = step.inner.last { write.way = .handler(inner) }
    step.noted[ValueName(write.place, on: device)] = write
  }

  /// Something happens to what is no value; it counts if the step goes through.
  mutating func note(_ kind: Fate.Kind, about subject: Fate.Subject, in window: String? = nil) {
    let inner = step.inner.last
    step.others.append((subject, { Fate(kind: kind, mark: $0, inner: inner, window: window) }))
  }

  /// Notes what was written after the moment to which a run goes back.
  mutating func takeBack(from left: FateList) {
    let moment = marks.newest?.step ?? 0
    for (value, story) in left.stories(where: { _ in true }) {
      let later = story.reversed().prefix { $0.mark.step > moment }.reversed()
      let origins = later.filter { [.stored, .held].contains($0.kind) }
        .compactMap(\.origin).filter { !$0.removes }
      // More would push out who wrote what is there.
      for origin in origins.suffix(8) {
        step.others.append(
          (.value(value), { Fate(kind: .lost, mark: $0, loss: Loss(origin, at: $0, .takenBack)) }))
      }
    }
  }

  /// Ends a step that went through.
  mutating func end(_ mark: StepMark) {
    marks.append(mark)
    for (subject, fate) in step.others { append(fate(mark), about: subject) }
    step.others = []
  }

  /// Takes over what a step was to write that was refused and taken back.
  ///
  /// - Parameters:
  ///   - mark: The step.
  ///   - code: Why it was refused.
  ///   - refused: What it had written before it was.
  ///   - places: Where it was to write.
  ///   - culprit: The step of the app because of which it was, if only that was, with its keys.
  ///   - blamed: The value because of which it was, if only that was.
  ///   - device: The device on which it acted.
  mutating func refuse(
    _ mark: StepMark, code: ProblemCode, as refused: RunningStep, _ places: [StoredPlace],
    because culprit: (inner: InnerMark, keys: Set<String>)?, _ blamed: StepFailure.Refused?,
    on device: String
  ) {
    let key = blamed?.address.split(separator: "/").last.map(String.init)
    let isTooLarge = [ProblemCode.valueTooLarge, .sceneTooLarge].contains(code)
    for value in Set(places.map { ValueName($0, on: device) }).union(refused.noted.keys) {
      let origin = Origin(
        mark: mark, way: .itself, tab: nil, session: 0, value: refused.noted[value]?.value)
      let fault = code == .valueNotEncodable ? last(.notEncodable, about: .key(value.key)) : nil
      let other = culprit.flatMap { $0.keys.contains(value.key) ? nil : $0.inner }
      let way = Loss.Way.refused(code: code.rawValue)
      let isOther = key != nil && key != value.key
      lose(
        Loss(
          origin, at: mark, way, ender: other, fault: isOther ? nil : fault,
          culprit: isOther ? key : nil, excess: isTooLarge ? blamed?.detail : nil), at: value)
    }
  }
}
