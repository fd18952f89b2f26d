/// What the cells of a scene share: where they live, and who tells Observation of their changes.
///
/// A scene has one for each ``ChangeRegistrar/slotCount`` of its cells.
@usableFromInline
final class CellGroup: Sendable {
  let core: StoreCore
  let handle: SceneHandle
  let changes: ChangeRegistrar
  /// Why the cells live in memory for good.
  private let reason: Reason?

  /// A box: nearly no group has one.
  private final class Reason: Sendable {
    let problem: SceneProblem
    init(_ problem: SceneProblem) { self.problem = problem }
  }

  init(
    core: StoreCore, handle: SceneHandle, changes: ChangeRegistrar = ChangeRegistrar(),
    lasting: SceneProblem? = nil
  ) {
    (self.core, self.handle, self.changes) = (core, handle, changes)
    reason = lasting.map(Reason.init)
  }

  var lasting: SceneProblem? { reason?.problem }
  var isLasting: Bool { reason != nil }

  /// Runs a write that expects nothing unusual, with the gate held, unless there is something.
  ///
  /// NB: each object asks only what it refers to itself: to reach further the compiler counts a
  /// reference, which takes as long as a lock.
  @usableFromInline
  func writePlainly(size: Int, _ body: () -> PlainWrite) -> PlainWrite {
    core.writePlainly(in: handle, size: size, body)
  }

  /// Says to Observation that a cell is being read; answers whether somebody tracks that.
  ///
  /// NB: Observation keeps what it is handed, and lets go of nothing that was there before.
  @_effects(releasenone)
  @usableFromInline
  func access(_ slot: ChangeRegistrar.Slot) -> Bool { changes.access(slot) }

  /// Tells Observation that a cell's value has changed.
  @usableFromInline
  func changed(_ slot: ChangeRegistrar.Slot) { changes.changed(slot) }
}
