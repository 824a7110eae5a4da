import { runMeasurement } from "../run-measurement.mjs"

await runMeasurement(async (args) => {
  const { runPeers } = await import("./run.ts")
  await runPeers(args)
})
