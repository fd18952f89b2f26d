import SceneScenarios

// How what does not hold becomes a finding.
extension Explorer.Report {
  /// Takes what does not hold over as a finding, once, as short as it gets.
  mutating func take(
    _ violation: Violation, _ actions: [Action], at place: Int = 0, app: ExploredApp,
    apps: KnownApps, options: Explorer.Options
  ) {
    let identity = violation.identity
    if let index = findings.firstIndex(where: { $0.identity == identity }) {
      findings[index].count += 1
      return
    }
    guard mayTry(identity) else { return }
    var shrinker = Shrinker(
      // Nobody asks of the others while it is made shorter.
      app: app, apps: apps, choice: PropertyChoice(only: [violation.property]),
      tries: options.tries, isLate: options.isLate, ends: AppEnds(replaying: options.ends),
      notes: options.notes)
    if violation.property == Agrees.name {
      // A try writes files, and takes as long as a hundred others.
      (shrinker.folders, shrinker.tries) = (options.folders, options.tries / 5)
    }
    let whole = Shrinker.Result(
      violation: violation, actions: actions, app: app, isShortest: false)
    let short = shrinker.shrink(violation, actions)
    // What is too short to show it is shown as it was met.
    for result in [short, whole].compactMap(\.self) {
      guard var finding = result.finding(apps, seed: options.seed) else { continue }
      (finding.place, finding.firstMet) = (place, steps)
      findings.append(finding)
      unproven.removeAll { $0.identity == identity }
      if options.shrinksApp { shortest[identity] = result }
      return
    }
    var finding = (short ?? whole).written(seed: options.seed, namesWindows: true)
    (finding.place, finding.firstMet) = (place, steps)
    addUnproven(finding)
  }

  mutating func addUnproven(_ finding: Discovery) {
    if !unproven.contains(where: { $0.identity == finding.identity }) { unproven.append(finding) }
  }

  /// Tells what no scenario shows as findings, too: a run that went wrong is not thrown away.
  package mutating func takeUnproven() {
    findings += unproven
    unproven = []
  }

  /// Cuts the app of each finding down to what it needs, once all of them are as short as they get.
  mutating func shrinkApps(_ apps: KnownApps, _ options: Explorer.Options) {
    let shrinker = AppShrinker(apps: apps, choice: options.choice)
    for (index, finding) in findings.enumerated() {
      guard let result = shortest.removeValue(forKey: finding.identity),
        var smaller = shrinker.finding(result, options.seed)
      else { continue }
      (smaller.place, smaller.count) = (finding.place, finding.count)
      smaller.firstMet = finding.firstMet
      findings[index] = smaller
    }
  }
}
