// swift-tools-version: 6.2

import Foundation
import PackageDescription

// A package of its own, so that the product is measured as a client sees it: through its module's
// border. SQLite is a peer only where its header is installed; the product never needs it.
let hasSQLite = FileManager.default.fileExists(atPath: "/usr/include/sqlite3.h")
// The encoders and commits that only the product's own package reaches; `Scripts/bench` asks for it.
let hasInside = Context.environment["SCENE_STORAGE_BENCH"] != nil

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "scene-storage", path: "../..")],
  targets: [
    .target(name: "CPeer", linkerSettings: [.linkedLibrary("lmdb")]),
    .target(
      name: "CSQLitePeer",
      dependencies: ["CPeer"],
      cSettings: hasSQLite ? [.define("HAS_SQLITE")] : [],
      linkerSettings: hasSQLite ? [.linkedLibrary("sqlite3")] : []
    ),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "CPeer", "CSQLitePeer", .product(name: "SceneState", package: "scene-storage"),
        .product(name: "SceneLifecycle", package: "scene-storage"),
        .product(name: "SceneSimulator", package: "scene-storage"),
      ] + (hasInside ? [.product(name: "Inside", package: "scene-storage")] : []),
      swiftSettings: hasInside ? [.define("HAS_INSIDE")] : []
    ),
    .executableTarget(
      name: "Tool", dependencies: [.product(name: "SceneCommands", package: "scene-storage")]),
  ],
  swiftLanguageModes: [.v6]
)
