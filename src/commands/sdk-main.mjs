import { runCommand } from "./run-command.mjs"

await runCommand(async () => {
  const { writeSdk } = await import("./sdk-steps.ts")
  process.stdout.write(await writeSdk())
})
