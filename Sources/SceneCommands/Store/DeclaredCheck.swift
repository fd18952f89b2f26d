import SceneReports
import SceneScenarios
import SceneState
import StoreFormat
import StoreTools

extension DeclaredKeys {
  /// What in a store does not fit what the app declares: tabs that it does not have, and values
  /// that its types cannot read.
  ///
  /// Of another app's store nothing is to be removed because this one does not declare it.
  func findings(in snapshot: StoreSnapshot, of owner: String?) -> [StoreExamination.Finding] {
    if let owner, app.saysID, owner != app.id {
      return [
        .init(
          .warning, .orphans, "the store is of \(owner), the file declares \(app.id): another app")
      ]
    }
    let keys = app.keys.filter { $0.via == .store }
    let tabs = Set(app.tabs.map(\.normalForm))
    // Each app with tabs has the selected one.
    let entries = snapshot.entries.filter { $0.facts.key != SceneKey.selectedTab(default: "").name }
    let isOurs = entries.contains { entry in
      let facts = entry.facts
      return facts.path.tab.map(tabs.contains) == true
        || keys.contains {
          $0.name.normalForm == facts.key && covers($0, entry.scene, facts.path)
        }
    }
    guard isOurs || entries.isEmpty else {
      return [
        .init(
          .warning, .orphans,
          "the app declares none of the values here: the file or the store is another app's")
      ]
    }
    return tabFindings(snapshot) + typeFindings(snapshot)
  }

  /// Why the app could not read a value at a place; nil if it can, or may migrate it.
  func misfit(of value: EncodedValue, at place: ChosenPlace, _ key: String) -> String? {
    let named = app.keys.filter { $0.via == .store && $0.name.normalForm == key }
    guard !named.isEmpty else { return "the app declares no key '\(key)'" }
    let selected = key == StorageKey.selectedTab ? value.textOrNil : nil
    if let lacking = lackingTab([place.path.tab, selected].compactMap(\.self)) { return lacking }
    guard let declared = named.first(where: { covers($0, place.scene, place.path) }) else {
      return "the app keeps '\(key)' in another scope"
    }
    return declared.key.misfit(of: value).map {
      "\($0); the app declares \((declared.key as any DynamicSceneKey).typeName)"
    }
  }

  /// That the app has no tab of one of these names; one whose user opens tabs may have any.
  private func lackingTab(_ names: [String]) -> String? {
    let tabs = app.tabs.map(\.normalForm)
    guard app.tabSource == nil, !tabs.isEmpty,
      let name = names.first(where: { !tabs.contains($0.normalForm) })
    else { return nil }
    return "the app has no tab '\(name)': its tabs are \(tabs.joined(separator: ", "))"
  }

  private func tabFindings(_ snapshot: StoreSnapshot) -> [StoreExamination.Finding] {
    let tabs = Set(app.tabs.map(\.normalForm))
    var counts: [String: Int] = [:]
    var order: [String] = []
    for entry in snapshot.entries {
      guard case .tab(let name)? = entry.path.components.first, !tabs.contains(name) else {
        continue
      }
      let address = "\(scenePart(entry.scene))/\(AddressPart.escaped(name))/"
      if counts[address] == nil { order.append(address) }
      counts[address, default: 0] += 1
    }
    return order.map { address in
      .init(
        .warning, .orphans,
        "\(Amount.count(counts[address] ?? 0, "value")) of a tab that the app does not declare",
        address: address, repair: .remove(address: address))
    }
  }

  private func typeFindings(_ snapshot: StoreSnapshot) -> [StoreExamination.Finding] {
    let noted = Set(snapshot.setAside.filter(\.isInPlace).map(\.record.valueKey))
    let keys = Dictionary(grouping: app.keys.filter { $0.via == .store }) { $0.name.normalForm }
    return snapshot.entries.compactMap { entry -> StoreExamination.Finding? in
      let facts = entry.facts
      guard let declared = keys[facts.key]?.first(where: { covers($0, entry.scene, facts.path) }),
        let value = facts.value, !noted.contains(entry.storedKey),
        // What an older version wrote may be migrated.
        facts.version == declared.key.version, let misfit = declared.key.misfit(of: value)
      else { return nil }
      let place =
        ([scenePart(entry.scene)]
          + (facts.path.shortTexts + [facts.key]).map { AddressPart.escaped($0) })
      let address = place.joined(separator: "/")
      let type = (declared.key as any DynamicSceneKey).typeName
      return .init(
        .warning, .values,
        "\(misfit); the app declares \(type), and a read gives the default: a field's default, or a "
          + "migration in an update, reads it again; `store rm` lets it go",
        address: address, repair: .show(address: address))
    }
  }

  private func scenePart(_ scene: SceneID?) -> String {
    scene.map { AddressPart.escaped($0.rawValue, isFirst: true) } ?? "?app"
  }

  /// Whether a value stands where the declaration puts it.
  private func covers(_ key: StorageKey, _ scene: SceneID?, _ path: ScopePath) -> Bool {
    switch key.scope {
    case .app: return scene == nil
    case .places(let kinds):
      guard case .nested(let name, _)? = path.components.last, kinds.contains(name) else {
        return false
      }
      return (scene == nil) == (app.places.first { $0.name == name }?.home == .app)
    case _ where scene == nil: return false
    case .scene: return path == .root
    case .selectedTab: return path.components.count == 1 && path.tab != nil
    case .tab(let name): return path == ScopePath([.tab(name)])
    case .place: return false
    case .nested(let tab, let name):
      guard case .nested(name, _)? = path.components.last else { return false }
      return tab == nil || path.tab == tab
    }
  }
}
