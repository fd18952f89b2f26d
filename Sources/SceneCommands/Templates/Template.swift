internal import EmbeddedFiles

/// Scenarios to begin with: they run as they are, and their comments say what to change.
enum Template: String, CaseIterable {
  case empty, drag, tabs, links, tables, codable

  /// What it shows, as help says it.
  var summary: String {
    switch self {
    case .empty: "one window that keeps a text"
    case .drag: "an item dragged out of a window opens another one"
    case .tabs: "a draft for each tab, and the bug of one for all"
    case .links: "URLs for the places of an app"
    case .tables: "a list finds its rows again although rows have gone"
    case .codable: "a stored struct meets a newer version of itself"
    }
  }

  func text(title: String) -> String {
    file.replacing("{title}", with: title)
  }

  private var file: String {
    switch self {
    case .empty: unsafe String(cString: template_empty())
    case .drag: unsafe String(cString: template_drag())
    case .tabs: unsafe String(cString: template_tabs())
    case .links: unsafe String(cString: template_links())
    case .tables: unsafe String(cString: template_tables())
    case .codable: unsafe String(cString: template_codable())
    }
  }
}
