/// What `scenesim explain` says of a property.
package struct PropertyPage: Sendable {
  package let name: String
  /// What holds, as a sentence.
  package let sentence: String
  /// What to do about an app in which it does not.
  package let hint: String

  /// A page for each property.
  package static let all = [
    PropertyPage(
      name: Restores.name,
      sentence:
        "after an end that keeps state each window that comes back shows the same tab, path, "
        + "values and list rows as before",
      hint:
        "keep it: a key for path and tab, `via: store` for what must outlive a crash, rows by a "
        + "field of their own; or say that it is meant: `may-lose: true`"),
    PropertyPage(
      name: Isolated.name,
      sentence: "a step in one tab or window changes nothing that another one shows",
      hint: "`scope: tab` gives each tab its own value, a handler selects its tab before it shows; "
        + "or say that it is meant: `shared: true`, or `scope: app`"),
    PropertyPage(
      name: OneTaker.name,
      sentence:
        "what comes from outside lands in exactly one window: in front, and the one that it "
        + "is about",
      hint: "say what the window shows as soon as it shows it: `identify: ${activity.target}`"),
    PropertyPage(
      name: Kept.name,
      sentence: "a death in the middle of a step leaves what was there before it, or after it",
      hint: "values that belong together are written in one tick: `store.tick { … }`"),
    PropertyPage(
      name: Gone.name,
      sentence:
        "what a close, a force quit or a discard destroys is nowhere in the store afterwards, and "
        + "nothing that only a private window had",
      hint: "`scenesim store check` tells a row that is left; an action of a private window asks "
        + "`if: { window.scene: … }` before it writes what the app keeps"),
    PropertyPage(
      name: Steady.name,
      sentence: "restoring twice without input gives the same windows and the same values",
      hint: "what the app writes at launch has to be the same each time"),
    PropertyPage(
      name: Quiet.name, sentence: "no problem is reported but those that the steps allow",
      hint: "`scenesim explain` with the code of the problem; values that are stored already need "
        + "a migration when their type changes"),
    PropertyPage(
      name: InPhase.name,
      sentence: "each window is in the phase to which the step brings it, and the one is in front "
        + "that was active last",
      hint: "it is a fault of the lifecycle, not of the app; please send the scenario"),
    PropertyPage(
      name: Obeyed.name, sentence: "what a user does in a window is what it shows then",
      hint: "it is a fault of ours unless the app is in Swift; please send the scenario"),
    PropertyPage(
      name: Always.name,
      sentence: "what the app says in `explore: { always: … }` holds after each step",
      hint: "the `expect` that fails stands at the end of the scenario"),
    PropertyPage(
      name: Agrees.name,
      sentence: "a store in memory and a real one have the same values at the end of a run",
      hint: "it is a fault of ours; please send the scenario, which fails with `--store DIR`"),
    PropertyPage(
      name: AppEnd.property, sentence: "an app in Swift does not trap and does not hang",
      hint: "the last step of the scenario is the one that ends it, and `scenesim run` of it shows "
        + "what Swift says of a trap"),
  ]
}
