import { installDependencies } from "../src/commands/build/dependencies.mjs"
import { printFailure } from "../src/commands/cli-error.mjs"
import { root } from "../src/commands/root.mjs"
import { step } from "../src/commands/step.mjs"

/**
 * Runs a measurement with the packages, which it installs if they are missing; the work may import TypeScript.
 * @param {(args: string[]) => Promise<void>} work
 */
export async function runMeasurement(work) {
  try {
    process.chdir(root)
    await step("dependencies", installDependencies)
    const { register } = await import("tsx/esm/api")
    register()
    await work(process.argv.slice(2))
    process.exit(0)
  } catch (error) {
    printFailure(error)
    process.exit(1)
  }
}
