import { lockDataDir } from "../process/data-dir-lock.mjs"
import { installDependencies } from "./dependencies.mjs"
import { ensurePortFree } from "../process/port.mjs"
import { CliError } from "../cli-error.mjs"
import { root } from "../root.mjs"
import { readSettings } from "../settings.mjs"
import { step } from "../step.mjs"

/** Does everything that is needed before a package can be imported. TypeScript can be imported afterwards. */
export async function prepare() {
  process.chdir(root)
  const settings = readSettings(process.env)
  if (settings.mailRefusal) throw new CliError(settings.mailRefusal)
  const lock = await lockDataDir(settings)
  process.on("exit", () => lock.release())
  await ensurePortFree(settings)
  await step("dependencies", installDependencies)
  const { register } = await import("tsx/esm/api")
  register()
  return { settings, lock }
}
