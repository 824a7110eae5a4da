import { installDependencies } from "./dependencies.mjs"
import { printFailure } from "./refusal.mjs"
import { root } from "./root.mjs"
import { readSettings } from "./settings.mjs"
import { step } from "./step.mjs"

try {
  process.chdir(root)
  const settings = readSettings(process.env)
  await step("dependencies", installDependencies)
  const { register } = await import("tsx/esm/api")
  register()
  const { work } = await import("./worker-steps.ts")
  await work(settings)
} catch (error) {
  printFailure(error)
  process.exit(1)
}
