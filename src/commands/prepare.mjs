import { lockDataDir } from "./data-dir-lock.mjs"
import { installDependencies } from "./dependencies.mjs"
import { freeThePort } from "./port.mjs"
import { root } from "./root.mjs"
import { readSettings } from "./settings.mjs"
import { step } from "./step.mjs"

/** What has to be done before any package can be imported. After it, TypeScript can be. */
export async function prepare() {
  process.chdir(root)
  const settings = readSettings(process.env)
  const lock = await lockDataDir(settings)
  process.on("exit", () => lock.release())
  await freeThePort(settings)
  await step("dependencies", installDependencies)
  const { register } = await import("tsx/esm/api")
  register()
  return { settings, lock }
}
