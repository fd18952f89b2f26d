import SceneLifecycle
import SceneRoaming
import SceneState

extension Desktop {
  /// Lets go of what other machines ask for, and learns what became of windows they have.
  func hearMachines() {
    guard let machines else { return }
    for event in machines.takeEvents() {
      switch event {
      case .asked(let ask):
        // One ask may come twice, and its window may be closed already; then it is let go of as well.
        if disconnect(ask.scene) { note("window \(ask.scene) went to \(ask.device)") }
        machines.letGo(ask)
      case .kept(let scene, let problem):
        note("window \(scene) stays here: \(problem)")
        show(scene)
      }
    }
    // Whoever was cut off, or had ended, was not asked.
    let lost = host.scenes.map(\.id).filter { Roaming.isElsewhere($0, in: store) && disconnect($0) }
    if !lost.isEmpty {
      let names = lost.map(\.rawValue).joined(separator: ", ")
      note("another machine has window\(lost.count > 1 ? "s" : "") \(names)")
    }
    for fork in machines.takeForks() {
      let other = fork.otherDevice.isEmpty ? "nobody any more" : fork.otherDevice
      note("window \(fork.scene) goes on here with what was typed apart; the other is \(other)'s")
      show(fork.scene)
    }
    for news in machines.takeNews() { note(news) }
  }

  /// The windows of other machines, one a line.
  func places() throws(Mistake) -> String {
    let places = try placesElsewhere()
    guard !places.isEmpty else { return "no window is on another machine" }
    return places.map { place in
      "window \(place.name) \(place.isOwned ? "is" : "was last") on \(place.device)"
    }.joined(separator: "\n")
  }

  /// Brings windows of other machines here, with everything.
  func bring(_ name: String?, from device: String?) throws(Mistake) -> String {
    guard let machines else { throw .noCluster }
    let places = try placesElsewhere()
    let named = places.filter { name == nil || $0.name == name }
    guard !named.isEmpty else {
      guard let name else { return "no window is on another machine" }
      throw .unknown("window of another machine", name, among: Set(places.map(\.name)).sorted())
    }
    let wanted = named.filter { device == nil || $0.device == device }
    guard !wanted.isEmpty else {
      throw .unknown("machine", device ?? "", among: Set(named.map(\.device)).sorted())
    }
    var lines: [String] = []
    for place in wanted {
      let id: SceneID
      do throws(RoamingProblem) { id = try machines.bring(place.scene, hearMachines) } catch {
        lines.append("window \(place.name) of \(place.device): \(error)")
        throw .refused(lines.joined(separator: "\n"))
      }
      show(id)
      let newName = id.rawValue == place.name ? "" : ", as window \(id)"
      lines.append("window \(place.name) of \(place.device) is here\(newName)")
    }
    focusFront()
    return lines.joined(separator: "\n")
  }

  private func placesElsewhere() throws(Mistake) -> [Roaming.Place] {
    guard let machines else { throw .noCluster }
    do throws(RoamingProblem) { return try machines.places(hearMachines) } catch {
      throw .refused("\(error)")
    }
  }

  private func disconnect(_ id: SceneID) -> Bool {
    guard host.scene(id) != nil else { return false }
    try? host.bring(id, to: .unattached)  // it is connected, so it can
    focusFront()
    return true
  }

  private func show(_ id: SceneID) {
    guard host.scene(id) == nil else { return }
    do throws(SceneProblem) { try host.reconnect(id) } catch { note("\(error)") }
  }
}
