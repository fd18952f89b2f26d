import SceneState
import SceneScenarios
import SceneSimulator

/// What a picture shows as a table, for those who read rather than look.
struct HTMLTwin {
  private static let columns = ["Window", "Device", "Phase", "Place", "From", "Tab", "Shows"]

  let screens: [ScreenState]

  var text: String {
    let rows = screens.flatMap { screen in
      screen.windows.map { Self.row($0, on: screen.device) }
        + screen.disconnected.map { [$0, screen.device, "disconnected", "", "", "", ""] }
        + screen.closed.map { [$0, screen.device, "closed", "", "", "", ""] }
    }
    // A column in which nothing stands says nothing.
    let shown = Self.columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    let head = shown.map { "<th>\(Self.columns[$0])" }.joined()
    let body = rows.map { row in
      "<tr>" + shown.map { "\($0 == 0 ? "<th>" : "<td>")\(HTMLText.content(row[$0]))" }.joined()
    }
    let table =
      rows.isEmpty
      ? "<p>\(HTMLText.content(PictureWords.title(screens)))</p>"
      : "<table><thead><tr>\(head)</thead><tbody>\(body.joined())</tbody></table>"
    return "<details class=\"twin\"><summary>The picture as a table</summary>\(table)</details>\n"
  }

  private static func row(_ window: ScreenState.Window, on device: String) -> [String] {
    let shows =
      (window.path.isEmpty ? [] : [PictureWords.path(window)])
      + window.lists.map { "\($0.name) \(PictureWords.list($0))" }
      + window.values.map { "\($0.key) \(SafeText.escapedJSON($0.json))" }
    return [
      window.name, device, window.phase.rawValue + (window.isFront ? ", front" : ""),
      PictureWords.place(window) ?? "", window.openedBy ?? "", window.selectedTab ?? "",
      PictureText.cut(shows.joined(separator: "; "), to: 960),
    ]
  }
}
