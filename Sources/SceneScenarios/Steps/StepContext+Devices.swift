internal import SceneLifecycle
import SceneSimulator

// Scenarios with several devices: window names are unique over all of them.
extension StepContext {
  /// The device of this name.
  func device(_ name: PlacedName) throws(StepError) -> Simulation {
    if let found = devices[name.name] { return found }
    let names = allDevices.map(\.name).filter { !$0.isEmpty }
    let hint =
      SourceFile.choice(for: name.name, among: names)
      ?? "name them at the top: `devices: [Phone, Tablet]`"
    throw .refused(
      StepFailure(.noSuchDevice, "no device is called \(name.name)", hint: hint), at: name.range)
  }

  /// Goes on with the device that has this window, if the step's own does not know it.
  func useDevice(knowing window: String) {
    guard devices.count > 1, simulation.phase(of: window) == nil else { return }
    if let found = allDevices.first(where: { $0.phase(of: window) != nil }) {
      device = found.name
    }
  }

  /// Refuses the name of a window that is on another device.
  func checkIsNotElsewhere(_ window: PlacedName) throws(StepError) {
    for other in allDevices where other !== simulation && other.isKnown(window.name) {
      throw .refused(
        StepFailure(
          .windowExists, "\(window.name) is a window of \(other.name) already",
          hint: "window names are unique over all devices"), at: window.range)
    }
  }

  /// Runs `body`; a name that is taken is blamed on `opens`, everything else on `range` or verb.
  func refusing<Result>(
    opens: PlacedName?, else range: SourceRange? = nil,
    _ body: () throws(StepFailure) -> Result
  ) throws(StepError) -> Result {
    do throws(StepFailure) {
      return try body()
    } catch {
      throw .refused(error, at: error.code == .windowExists ? opens?.range ?? range : range)
    }
  }
}
