import AppsInSwift
import SceneCommands

// The tool as the authors of apps in Swift build it, for tests that need a process of their own.
await ScenarioTool.main(apps: ["Trapper": { Trapper() }, "Hanger": { Trapper(hangs: true) }])
