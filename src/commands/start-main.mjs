import { prepare } from "./prepare.mjs"
import { printFailure } from "./refusal.mjs"

const began = performance.now()
try {
  const prepared = await prepare()
  const { start } = await import("./start-steps.ts")
  await start({ ...prepared, began })
} catch (error) {
  printFailure(error)
  process.exit(1)
}
