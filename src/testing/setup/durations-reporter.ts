import { writeFileSync } from "node:fs"
import type { Reporter, TestModule } from "vitest/node"
import type { Duration } from "./test-durations"

/** Writes how long each file took, with its imports and hooks, into HAAT_TEST_DURATIONS. */
export default class DurationsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env.HAAT_TEST_DURATIONS
    if (!path) return
    const durations = modules.map((module): Duration => {
      const { collectDuration, duration, setupDuration } = module.diagnostic()
      return { name: module.relativeModuleId, milliseconds: collectDuration + setupDuration + duration }
    })
    writeFileSync(path, JSON.stringify(durations))
  }
}
