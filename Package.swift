// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "scene-storage",
  products: [
    .library(name: "SceneState", targets: ["SceneState"]),
    .library(name: "SceneLifecycle", targets: ["SceneLifecycle"]),
    .library(name: "RestorationTree", targets: ["RestorationTree"]),
    .library(name: "SceneSimulator", targets: ["SceneSimulator"]),
    .library(name: "SceneExplorer", targets: ["SceneExplorer"]),
    .library(name: "SceneTesting", targets: ["SceneTesting"]),
    .library(name: "SceneCommands", targets: ["SceneCommands"]),
    .library(name: "SceneGTK", targets: ["SceneGTK"]),
    .library(name: "SceneRoaming", targets: ["SceneRoaming"]),
    .executable(name: "scenesim", targets: ["scenesim"]),
  ],
  traits: [
    .trait(name: "GTK", description: "Real windows: SceneGTK, which needs libadwaita."),
    .trait(
      name: "Roaming",
      description: "Scenes on every machine: SceneRoaming, needs libcurl and libsodium."),
  ],
  targets: [
    .systemLibrary(
      name: "CLMDB",
      pkgConfig: "lmdb",
      providers: [.apt(["liblmdb-dev"]), .yum(["lmdb-devel"])]
    ),
    .systemLibrary(
      name: "CYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .yum(["libyaml-devel"])]
    ),

    // Explanations, templates, style sheets and scripts, as parts of the programs.
    .target(
      name: "EmbeddedFiles",
      exclude: ["Commands", "Completions", "Explanations", "Report", "Steps", "Templates"]),

    .target(name: "LMDB", dependencies: ["CLMDB"]),
    // What stands in the file of a store: keys, values, records, and the checks of them.
    .target(name: "StoreFormat", dependencies: ["LMDB"]),
    .target(name: "SceneState", dependencies: ["LMDB", "StoreFormat"]),
    // What looks into a store from outside and changes it there; no app links it.
    .target(name: "StoreTools", dependencies: ["LMDB", "SceneState", "StoreFormat"]),
    .target(name: "SceneLifecycle", dependencies: ["SceneState", "StoreFormat"]),
    // Trees of views, as apps kept them before scenes had activities; most apps do without.
    .target(
      name: "RestorationTree", dependencies: ["SceneLifecycle", "SceneState", "StoreFormat"]),
    .target(
      name: "SceneSimulator", dependencies: ["SceneLifecycle", "SceneState", "StoreFormat"]),
    .target(
      name: "SceneScenarios",
      dependencies: [
        "CYAML", "EmbeddedFiles", "RestorationTree", "SceneLifecycle", "SceneRoaming",
        "SceneSimulator", "SceneState", "StoreFormat",
      ]
    ),
    .target(
      name: "SceneReports",
      dependencies: ["EmbeddedFiles", "SceneScenarios", "SceneSimulator", "SceneState"]
    ),
    // Looks for steps that lose state and that nobody thought of.
    .target(
      name: "SceneExplorer",
      dependencies: ["SceneLifecycle", "SceneScenarios", "SceneSimulator", "SceneState"]),
    .target(
      name: "SceneTesting",
      dependencies: [
        "SceneExplorer", "SceneLifecycle", "SceneScenarios", "SceneSimulator", "SceneState",
      ]
    ),
    .target(
      name: "SceneCommands",
      dependencies: [
        "EmbeddedFiles", "SceneExplorer", "SceneLifecycle", "SceneReports", "SceneRoaming",
        "SceneScenarios", "SceneSimulator", "SceneState", "StoreFormat", "StoreTools",
      ]
    ),
    .executableTarget(name: "scenesim", dependencies: ["SceneCommands"]),

    // The example: an app as users write them, and a window system that is a terminal.
    .target(name: "HawkNotesApp", dependencies: ["SceneLifecycle", "SceneState"]),
    .executableTarget(
      name: "HawkNotes",
      dependencies: ["HawkNotesApp", "SceneLifecycle", "SceneRoaming", "SceneState"]),

    // Real windows of GTK, with the trait of that name; empty without it.
    .systemLibrary(
      name: "CAdw",
      pkgConfig: "libadwaita-1",
      providers: [.apt(["libadwaita-1-dev"]), .yum(["libadwaita-devel"])]
    ),
    .target(
      name: "SceneGTK",
      dependencies: [
        .target(name: "CAdw", condition: .when(traits: ["GTK"])), "SceneLifecycle", "SceneState",
      ]
    ),
    .executableTarget(
      name: "HawkNotesDesktop",
      dependencies: [
        "HawkNotesApp", "SceneGTK", "SceneLifecycle", "SceneRoaming", "SceneState",
      ],
      exclude: ["com.example.hawknotes.desktop"]),

    // Scenes that follow their user, with the trait of that name; without it only what needs no
    // network is compiled.
    .systemLibrary(
      name: "CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .yum(["libcurl-devel"])]
    ),
    .systemLibrary(
      name: "CSodium",
      pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"]), .yum(["libsodium-devel"])]
    ),
    .target(
      name: "SceneRoaming",
      dependencies: [
        .target(name: "CCurl", condition: .when(traits: ["Roaming"])),
        .target(name: "CSodium", condition: .when(traits: ["Roaming"])), "LMDB", "SceneLifecycle",
        "SceneState", "StoreFormat",
      ]
    ),
    // A machine of its own for Scripts/check-roaming; empty without the trait.
    .executableTarget(
      name: "roamprobe", dependencies: ["SceneRoaming", "SceneState"], path: "Tests/RoamingProbe"),
    .testTarget(
      name: "SceneRoamingTests",
      dependencies: ["FuzzTargets", "SceneRoaming", "SceneState", "StoreFormat"]),

    // Calls of the system that fail on demand; only tests have it.
    .target(name: "FaultyCalls", path: "Tests/FaultyCalls"),
    .testTarget(name: "LMDBTests", dependencies: ["FaultyCalls", "LMDB"]),
    .testTarget(name: "StoreFormatTests", dependencies: ["LMDB", "StoreFormat"]),
    .testTarget(
      name: "SceneStateTests",
      dependencies: ["FaultyCalls", "LMDB", "SceneState", "StoreFormat", "StoreTools"]),
    .testTarget(
      name: "SceneLifecycleTests",
      dependencies: ["LMDB", "SceneLifecycle", "SceneState", "StoreFormat"]),
    .testTarget(
      name: "RestorationTreeTests",
      dependencies: ["RestorationTree", "SceneLifecycle", "SceneState"]
    ),
    .testTarget(
      name: "SceneSimulatorTests",
      dependencies: ["SceneLifecycle", "SceneSimulator", "SceneState"]
    ),
    .testTarget(
      name: "SceneScenariosTests",
      dependencies: [
        "SceneLifecycle", "SceneScenarios", "SceneSimulator", "SceneState", "StoreFormat",
      ],
      exclude: ["Broken", "Failing", "Samples", "Scenarios"]
    ),
    .testTarget(
      name: "SceneReportsTests",
      dependencies: ["SceneReports", "SceneScenarios", "SceneSimulator", "SceneState"]
    ),
    .target(
      name: "AppsInSwift",
      dependencies: ["SceneLifecycle", "SceneSimulator", "SceneState"],
      path: "Tests/AppsInSwift"
    ),
    .executableTarget(
      name: "OspreyDesktop",
      dependencies: ["AppsInSwift", "SceneGTK", "SceneLifecycle", "SceneState"],
      path: "Tests/Desktop/Osprey"
    ),
    // A tool that knows these apps, for tests that need it as a process of its own.
    .executableTarget(
      name: "appstool", dependencies: ["AppsInSwift", "SceneCommands"], path: "Tests/AppsTool"),
    .testTarget(
      name: "SceneTestingTests",
      dependencies: [
        "AppsInSwift", "SceneLifecycle", "SceneScenarios", "SceneSimulator", "SceneState",
        "SceneTesting",
      ],
      exclude: ["Broken", "Empty", "Scenarios"]
    ),
    .testTarget(
      name: "scenesimTests",
      dependencies: [
        "AppsInSwift", "LMDB", "RestorationTree", "SceneCommands", "SceneLifecycle",
        "SceneReports", "SceneRoaming", "SceneScenarios", "SceneSimulator", "SceneState",
        "StoreFormat",
        "StoreTools", "appstool", "scenesim",
      ],
      exclude: ["Browser", "Terminal", "Transcripts"]
    ),
    .testTarget(
      name: "SceneExplorerTests",
      dependencies: [
        "LMDB", "SceneExplorer", "SceneLifecycle", "SceneScenarios", "SceneSimulator", "SceneState",
        "StoreFormat",
      ],
      exclude: ["Apps"]),
    .testTarget(
      name: "HawkNotesTests",
      dependencies: [
        "HawkNotes", "HawkNotesApp", "SceneLifecycle", "SceneScenarios", "SceneState",
      ]
    ),
    // What reads input from outside, for the fault suites, libFuzzer and the kept inputs.
    .target(
      name: "FuzzTargets",
      dependencies: ["LMDB", "SceneLifecycle", "SceneScenarios", "SceneState", "StoreFormat"],
      path: "Tests/FuzzTargets"
    ),
    .testTarget(name: "FuzzCorpusTests", dependencies: ["FuzzTargets"]),
    .testTarget(name: "PackageTests"),
  ],
  swiftLanguageModes: [.v6]
)

// The fault suites, only for `Scripts/faults`: normal builds see neither them nor their shim.
if Context.environment["SCENE_STORAGE_FAULTS"] != nil {
  package.targets += [
    .target(name: "FaultShim", dependencies: ["CLMDB"], path: "Tests/FaultShim"),
    .executableTarget(
      name: "storefaults",
      dependencies: [
        "FaultShim", "FuzzTargets", "LMDB", "SceneScenarios", "SceneState", "StoreFormat",
        "StoreTools",
      ],
      path: "Tests/Faults"
    ),
  ]
}

// What benchmarks measure and no user can reach, only for `Scripts/bench`.
if Context.environment["SCENE_STORAGE_BENCH"] != nil {
  package.products.append(.library(name: "Inside", targets: ["Inside"]))
  package.targets.append(
    .target(
      name: "Inside", dependencies: ["LMDB", "SceneState", "StoreFormat"],
      path: "Scripts/benchmarks/Inside"))
}

// libFuzzer, only for `Scripts/fuzz`.
let isFuzzing = Context.environment["SCENE_STORAGE_FUZZ"] != nil
if isFuzzing {
  package.targets += [
    .target(name: "FuzzDriver", path: "Tests/FuzzDriver"),
    .executableTarget(
      name: "storefuzz",
      dependencies: ["FuzzDriver", "FuzzTargets"],
      path: "Tests/Fuzz",
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
    ),
  ]
}

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
  ]
  // A newer compiler has warnings that this one has not: they are errors in our gate alone, which
  // sets this variable, and break no client that uses the package by path.
  if Context.environment["SCENE_STORAGE_FAULTS"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
  if isFuzzing, target.name != "FuzzDriver" {
    target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer,address"]))
  }
}
