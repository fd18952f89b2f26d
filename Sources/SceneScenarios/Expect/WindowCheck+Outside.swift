import FoundationEssentials
import SceneLifecycle
import SceneSimulator

// What a window shows to the outside: its URL, its identity, its activity, what it was opened for.
extension WindowCheck {
  /// The checks that need a connected window but not its inside.
  func outside(_ check: Entry) throws(Diagnostic) {
    let scene = context.simulation.scene(name)
    let record = context.simulation.session(name)?.record
    let actual: ScenarioValue?
    switch check.key.name {
    case "url": actual = scene?.navigator?.url.map { .url($0.absoluteString) } ?? .null
    case "shows": actual = scene?.identity.map { .text($0) } ?? .null
    case "title":
      actual = (titleInFront ?? record?.activity?.title).map { .text($0) } ?? .null
    case "advertises": actual = scene?.advertisedActivity.map { .text($0.activityType) } ?? .null
    case "scene": actual = record.map { .text($0.scene) }
    case "place": actual = WindowStand(record?.arrangement).place.map { .text($0) } ?? .null
    case "display":
      actual = context.display(of: name, in: context.simulation).map { .text($0) } ?? .null
    case "value": actual = windowValue(record)
    default: return
    }
    try compare(check, actual, hint: hint(check, record))
  }

  /// What was hardly meant, or has not happened yet.
  private func hint(_ check: Entry, _ record: SceneRecord?) -> String? {
    switch check.key.name {
    case "title" where context.hasDeclaredApp && context.restoration(of: name) == nil:
      "a title is that of what the window hands over: `restoration: { activity: …, title: … }` in "
        + "the app"
        + (context.declaration.tabSource == nil
          ? "" : "; that of a tab is `tabs: { NAME: { title: … } }`")
    case "title" where titleInFront == nil && record?.activity == nil:
      if context.simulation.phase(of: name) == .active, let condition = restorationCondition {
        "it would hand nothing over now: \(condition) does not hold"
      } else {
        "it is the title of what was handed over; \(savedHint ?? "nothing is there any more")"
      }
    case "display" where context.declaration.displays.isEmpty && context.hasDeclaredApp:
      "an app without `displays: { main: 1400x900 }` has none that can be named"
    case "scene" where kind(check.value)?.matching != nil && record?.value == nil:
      "`matching` looks at the `target` of what comes, else at its web page or link, and not at the "
        + "type: write `target: …` beside `activity`, or `scene: \(check.value.text ?? "")`"
    case "value" where check.value.map?.contains(where: isKey) == true:
      "`values` are what the window keeps, `value` is what it was opened for"
    default: nil
    }
  }

  /// The title of a tab: what the app says of its tabs, else its name.
  func title(
    _ check: Entry, _ scene: any WindowInside, of tab: String, _ subject: String
  ) throws(Diagnostic) {
    let app = context.declaration
    let chosen = app.tabSource?.title.flatMap { (scene as? ScenarioScene)?.text($0, tab: tab) }
    let title = chosen ?? app.node?["tabs"]?[tab]?.text ?? tab
    let isName = app.tabSource != nil && app.tabSource?.title == nil
    try FailureReport(context).compare(
      check.value, .text(title), subject: subject,
      hint: isName ? "without `$title` under `tabs` the title of a tab is its name" : nil)
  }

  private var titleInFront: String? {
    (context.simulation.scene(name)?.delegate as? ScenarioScene)?.titleInFront
  }

  private func kind(_ node: Node) -> SceneKindDeclaration? {
    context.declaration.scenes.first { $0.name == node.text }
  }

  private func isKey(_ entry: Entry) -> Bool { context.declaration.key(entry.key.name) != nil }

  /// What can be seen of an activity that was handed over.
  static let savedNames = ["activity", "info", "title", "target", "webpage"]

  /// Whoever may have opened a window.
  static let openers = ["user", "drag"] + ExternalSource.viaWords + ["link"]

  /// Why nothing was handed over yet, and what does it.
  var savedHint: String? {
    guard context.simulation.session(name)?.record.activity == nil else { return nil }
    guard let mark = BlameFinder(context).handOver(of: name) else {
      return "nothing of \(name) was handed over yet: `background: \(name)` hands over"
    }
    guard context.fates.lastEnd() == nil else { return nil }
    return restorationCondition.map {
      "\(BlameFinder(context).named(mark)) handed nothing over: \($0) did not hold"
    }
  }

  /// Under which condition the window hands something over, with its line.
  private var restorationCondition: String? {
    context.restoration(of: name)?.condition.map {
      "the `if` of `restoration` (\(BlameFinder(context).line(of: $0.range)))"
    }
  }

  /// What was handed over last; nil before that, and after it was cleared.
  var saved: ScenarioValue {
    guard let activity = context.simulation.session(name)?.record.activity else { return .null }
    var fields: [String: ScenarioValue] = [
      "activity": .text(activity.activityType),
      "info": .map(activity.userInfo.mapValues { ScenarioScene.value(inActivity: $0) }),
    ]
    fields["title"] = activity.title.map { .text($0) }
    fields["target"] = activity.targetContentIdentifier.map { .text($0) }
    fields["webpage"] = activity.webpageURL.map { .url($0.absoluteString) }
    return .map(fields)
  }

  /// What the window was opened for, or the default if that is no such value any more.
  private func windowValue(_ record: SceneRecord?) -> ScenarioValue {
    if context.hasDeclaredApp { return context.declaration.windowValue(record) }
    // Of an app in Swift only the app knows the type.
    let given = record?.value.flatMap { ScenarioValue(json: String(decoding: $0, as: UTF8.self)) }
    return given ?? .null
  }

  /// `why: {draft: store}`: where a value comes from.
  func why(
    _ check: Entry, _ scene: any WindowInside, _ tab: String?, at place: PlacedName? = nil
  ) throws(Diagnostic) {
    for entry in check.value.map ?? [] {
      let key = try key(entry, scene, at: place)
      try FailureReport(context).compare(
        entry.value, .text(scene.source(of: key, tab: tab)), subject: "\(name).why.\(key.name)",
        place: FailureReport.Place(key: key, window: name, tab: tab))
    }
  }
}
