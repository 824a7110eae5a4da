import { runMeasurement } from "./run-measurement.mjs"

await runMeasurement(async (args) => {
  const { runBench } = await import("./run.ts")
  await runBench(args)
})
