// swift-tools-version: 6.2

import PackageDescription

// Scripts/check-consumer copies this folder away and puts the package's place for "../..".
let package = Package(
  name: "client",
  dependencies: [.package(name: "scene-storage", path: "../..")],
  targets: [
    .target(
      name: "OwnType",
      dependencies: [.product(name: "SceneState", package: "scene-storage")]
    ),
    .executableTarget(
      name: "Client",
      dependencies: ["OwnType", .product(name: "SceneState", package: "scene-storage")]
    ),
    // A stub of a view framework, and the adapter of the page `bring-your-toolkit`.
    .target(name: "Views"),
    .executableTarget(
      name: "Toolkit",
      dependencies: ["Views", .product(name: "SceneLifecycle", package: "scene-storage")]
    ),
    .executableTarget(
      name: "Script",
      dependencies: [.product(name: "SceneState", package: "scene-storage")]
    ),
    .executableTarget(
      name: "AsyncMain",
      dependencies: [.product(name: "SceneState", package: "scene-storage")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
