// A script that counts its runs, and ends in the way that its argument names.

import Foundation
import SceneState

let launches = SceneKey("launches", default: 0)

enum Held {
  static let store = SceneStore.open(appID: "held")
}

/// One run more in a store that only this function holds.
func countHere(_ appID: String) -> Int {
  let store = SceneStore.open(appID: appID)
  store.app[launches] += 1
  return store.app[launches]
}

let end = CommandLine.arguments.dropFirst().first ?? "script"
if end == "terminated" { SceneStore.savesOnTermination() }

switch end {
case "static":
  Held.store.app[launches] += 1
  print(Held.store.app[launches])
case "local":
  print(countHere("local"))
case "local-exit":
  let store = SceneStore.open(appID: "local-exit")
  store.app[launches] += 1
  print(store.app[launches])
  withExtendedLifetime(store) { exit(0) }
case "task":
  Task.detached {
    let store = SceneStore.open(appID: "task")
    store.app[launches] += 1
    print(store.app[launches])
    exit(0)
  }
  while true { sleep(1) }
case "thread":
  let store = SceneStore.open(appID: "thread")
  let other = SceneKey("other", default: 0)
  store.app[launches] += 1
  print(store.app[launches])
  Thread.detachNewThread { while true { store.app[other] += 1 } }
default:
  let store = SceneStore.open(appID: end)
  store.app[launches] += 1
  print(store.app[launches])
  fflush(nil)
  if end == "exit" { exit(0) }
  if end == "terminated" {
    kill(getpid(), SIGTERM)
    while true { sleep(1) }
  }
}
