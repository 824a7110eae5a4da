import { installDependencies } from "./dependencies.mjs"
import { printFailure } from "./refusal.mjs"
import { root } from "./root.mjs"
import { step } from "./step.mjs"

try {
  process.chdir(root)
  await step("dependencies", installDependencies)
  const { register } = await import("tsx/esm/api")
  register()
  const { runTests } = await import("./test-steps.ts")
  await runTests()
} catch (error) {
  printFailure(error)
  process.stdout.write("0 passed, 1 failed\n")
  process.exit(1)
}
