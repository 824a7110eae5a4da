import { installDependencies } from "../src/commands/dependencies.mjs"
import { printFailure } from "../src/commands/refusal.mjs"
import { root } from "../src/commands/root.mjs"
import { step } from "../src/commands/step.mjs"

try {
  process.chdir(root)
  await step("dependencies", installDependencies)
  const { register } = await import("tsx/esm/api")
  register()
  const { runBench } = await import("./run.ts")
  await runBench(process.argv.slice(2))
  process.exit(0)
} catch (error) {
  printFailure(error)
  process.exit(1)
}
