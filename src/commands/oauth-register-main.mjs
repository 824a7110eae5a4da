import { runCommand } from "./run-command.mjs"
import { readSettings } from "./settings.mjs"

await runCommand(async (args) => {
  const settings = readSettings(process.env)
  const { registerClient } = await import("./oauth-register-steps.ts")
  process.stdout.write(await registerClient(settings, args))
})
