import { SERVED } from "@/api/served"
import { verifySecret } from "@/oauth/secret-check"
import { closePool } from "@/platform/db/pool"
import { log } from "@/platform/log/log"
import { stopStep } from "@/platform/shutdown/stop-step"
import { STOP_MS, WORK_STOP_MS } from "@/platform/shutdown/stop-times"
import { startWorker } from "@/worker/run"

// A worker process, for installations whose servers run with WORKER=off.

async function start(): Promise<void> {
  await verifySecret()
  const worker = await startWorker(SERVED.deprecations)
  process.send?.({ type: "ready" })
  log.info("working")
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    await stopStep("worker", () => worker.stop(), WORK_STOP_MS)
    await stopStep("pool", closePool, STOP_MS.pool)
    process.exit(0)
  }
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(signal, () => void stop())
}

start().catch((error: unknown) => {
  log.fatal({ err: error }, "the worker could not start")
  process.exit(1)
})
