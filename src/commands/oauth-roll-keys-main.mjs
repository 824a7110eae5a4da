import { dependenciesFresh } from "./dependencies.mjs"
import { printFailure, Refusal } from "./refusal.mjs"
import { root } from "./root.mjs"
import { readSettings } from "./settings.mjs"

try {
  process.chdir(root)
  const settings = readSettings(process.env)
  if (!dependenciesFresh()) throw new Refusal("the packages are not installed yet: run npm start or npm ci first")
  const { register } = await import("tsx/esm/api")
  register()
  const { rollKeys } = await import("./oauth-roll-keys-steps.ts")
  process.stdout.write(await rollKeys(settings))
} catch (error) {
  printFailure(error)
  process.exit(1)
}
