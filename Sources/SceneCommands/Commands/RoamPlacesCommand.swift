import SceneReports
import SceneRoaming
import SceneState

enum RoamPlacesCommand {
  static let command = Command(
    "roam", "places", abstract: "list a user's scenes in a cluster, and on which machine they are",
    operands: "CLUSTER", operandCount: .range(1...1), options: ClusterPlace.options
  ) { invocation, console in
    let cluster = try ClusterPlace(invocation.operands[0])
    let look = try cluster.look(invocation, console)
    let (places, others) = try ClusterPlace.tell(look.readable)
    var table = TextTable([
      .init("NAME", cutWidth: 12), .init("MACHINE", cutWidth: 12), .init("STATE"),
      .init("SCENE"), .init("TITLE", cutWidth: 8, isOptional: true),
    ])
    for place in places { table.add(cells(of: place, console)) }
    try console.answer(
      invocation, "roam.places", [.init("cluster", .string(cluster.text))],
      rows: "places", places.map(json), plain: places.map(plain),
      table: places.isEmpty ? [] : console.lines(of: table),
      footer: Amount.count(places.count, "scene"))
    if places.isEmpty, invocation.format == .table, !console.isQuiet {
      let names = SafeText.escaped("'\(cluster.app)' and '\(cluster.user)'")
      console.complain("look at the names \(names): capitals count\n")
    }
    if let problem = others.first, !console.isQuiet {
      let count = Amount.count(others.count, "scene")
      console.complain("\(count) more cannot be read: \(SafeText.escaped(problem.description))\n")
    }
    return .success
  }

  private static func state(of place: Roaming.Place) -> String {
    place.isOwned ? "has it" : "had it"
  }

  private static func plain(_ place: Roaming.Place) -> String {
    [place.name, place.device, state(of: place), place.scene.rawValue, place.title ?? "-"]
      .map { SafeText.escaped($0) }.joined(separator: "\t")
  }

  private static func cells(of place: Roaming.Place, _ console: Console) -> [String] {
    [place.name, place.device, state(of: place), place.scene.rawValue].map(console.symbols.visible)
      + [place.title.map { SafeText.escaped($0) } ?? console.symbols.dash]
  }

  static func json(_ place: Roaming.Place) -> JSON {
    [
      "scene": .string(place.scene.rawValue), "name": .string(place.name),
      "title": .text(place.title), "machine": .string(place.device),
      "isOwned": .bool(place.isOwned),
    ]
  }
}
