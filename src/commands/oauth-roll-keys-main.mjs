import { runCommand } from "./run-command.mjs"
import { readSettings } from "./settings.mjs"

await runCommand(async () => {
  const settings = readSettings(process.env)
  const { rollKeys } = await import("./oauth-roll-keys-steps.ts")
  process.stdout.write(await rollKeys(settings))
})
