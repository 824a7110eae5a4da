import { dependenciesFresh } from "./dependencies.mjs"
import { printFailure, Refusal } from "./refusal.mjs"
import { root } from "./root.mjs"
import { readSettings } from "./settings.mjs"

try {
  const from = process.env.INIT_CWD ?? process.cwd()
  process.chdir(root)
  const settings = readSettings(process.env)
  if (!dependenciesFresh()) throw new Refusal("the packages are not installed yet: run npm start or npm ci first")
  const { register } = await import("tsx/esm/api")
  register()
  const { exportTo } = await import("./export-steps.ts")
  await exportTo(settings, process.argv.slice(2), from)
} catch (error) {
  printFailure(error)
  process.exit(1)
}
