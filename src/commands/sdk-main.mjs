import { dependenciesFresh } from "./dependencies.mjs"
import { printFailure, Refusal } from "./refusal.mjs"
import { root } from "./root.mjs"

try {
  process.chdir(root)
  if (!dependenciesFresh()) throw new Refusal("the packages are not installed yet: run npm start or npm ci first")
  const { register } = await import("tsx/esm/api")
  register()
  const { writeSdk } = await import("./sdk-steps.ts")
  process.stdout.write(await writeSdk())
} catch (error) {
  printFailure(error)
  process.exit(1)
}
