import { prepare } from "./prepare.mjs"
import { printFailure } from "./refusal.mjs"

const began = performance.now()
try {
  const prepared = await prepare()
  const { develop } = await import("./dev-steps.ts")
  await develop({ ...prepared, began })
} catch (error) {
  printFailure(error)
  process.exit(1)
}
