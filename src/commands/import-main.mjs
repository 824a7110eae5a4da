import { runCommand } from "./run-command.mjs"
import { readSettings } from "./settings.mjs"

await runCommand(async (args, from) => {
  const settings = readSettings(process.env)
  const { importCatalogue } = await import("./import-steps.ts")
  process.exitCode = (await importCatalogue(settings, args, from)) ? 0 : 1
})
