package import SceneScenarios
import SceneSimulator

/// What a picture shows, in words.
package enum PictureWords {
  /// Which windows there are: `A and B are open, B is in front`.
  package static func title(_ screens: [ScreenState]) -> String {
    screens.map { screen in
      let device = screen.device.isEmpty ? "" : "\(screen.device): "
      guard screen.isRunning else { return device + "the app is not running" }
      let names = screen.windows.map(\.name)
      guard let first = names.first else { return device + "no window is open" }
      let list =
        names.count == 1
        ? first
        : "\(names.dropLast().joined(separator: ", "))"
          + " and \(names[names.count - 1])"
      let front = screen.windows.first(where: \.isFront).map { ", \($0.name) is in front" } ?? ""
      return "\(device)\(list) \(names.count == 1 ? "is" : "are") open\(front)"
    }.joined(separator: "; ")
  }

  /// Everything that is drawn, a sentence for each window.
  package static func description(_ screens: [ScreenState], drag: PlayedStep.Drag?) -> String {
    var sentences: [String] = []
    for screen in screens {
      let device = screen.device.isEmpty ? "" : " on \(screen.device)"
      sentences += screen.windows.map { sentence($0, device) }
      sentences += screen.disconnected.map { "\($0)\(device) is disconnected" }
      sentences += screen.closed.map { "\($0)\(device) is closed" }
    }
    if let drag { sentences.append(Self.drag(drag)) }
    return sentences.isEmpty ? "" : sentences.joined(separator: ". ") + "."
  }

  private static func sentence(_ window: ScreenState.Window, _ device: String) -> String {
    var parts = ["\(window.name)\(device): \(window.phase.rawValue)"]
    parts += place(window).map { [$0] } ?? []
    if let display = window.display { parts.append("on \(display)") }
    if let opened = window.openedBy, opened != "user" { parts.append("from a \(opened)") }
    if let tab = window.selectedTab { parts.append("tab \(short(tab))") }
    if !window.path.isEmpty { parts.append("screens \(short(path(window)))") }
    parts += window.lists.map { "list \(short($0.name)) \(short(list($0)))" }
    parts += window.values.map { "\(short($0.key)) \(short($0.json))" }
    return parts.joined(separator: ", ")
  }

  private static func short(_ text: String) -> String { PictureText.cut(text, to: 640) }

  /// Where it stands, in words.
  static func place(_ window: ScreenState.Window) -> String? {
    window.place.map { $0.replacing("-", with: " ") }
  }

  static func path(_ window: ScreenState.Window) -> String {
    window.path.joined(separator: " › ")
  }

  /// The rows that are seen, and which one is picked.
  static func list(_ list: ScreenState.List) -> String {
    let rows = list.rows.enumerated().map { index, row in
      list.picked == list.top + index ? "\(row) (picked)" : row
    }
    return "from row \(list.top): \(rows.joined(separator: ", "))"
  }

  /// `character tala is dragged from A to the right edge, which opens B`.
  package static func drag(_ drag: PlayedStep.Drag) -> String {
    let item = short(PictureDrag.label(drag))
    let start = "\(item) is dragged from \(drag.from)"
    let opened =
      drag.isRefused ? ", and refused" : drag.to.map { ", which opens \($0)" } ?? ""
    return switch drag.place {
    case .leftEdge: "\(start) to the left edge\(opened)"
    case .rightEdge: "\(start) to the right edge\(opened)"
    case .newWindow: "\(start) to a place for new windows\(opened)"
    case .window:
      "\(start) onto \(drag.to ?? "a window")\(drag.isRefused ? opened : "")"
    case .hold: "\(start) and held"
    case .cancelled: "\(start) and let go nowhere"
    }
  }
}
