import { runCommand } from "./run-command.mjs"
import { readSettings } from "./settings.mjs"

await runCommand(async (args, from) => {
  const settings = readSettings(process.env)
  const { exportTo } = await import("./export-steps.ts")
  await exportTo(settings, args, from)
})
