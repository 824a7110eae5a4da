import { withTimeout } from "@/platform/concurrency/timeout"
import { log } from "@/platform/log/log"

/** Runs one step of a shutdown. A failure or timeout is logged and does not prevent the next steps. */
export async function stopStep(step: string, work: () => Promise<unknown> | undefined, timeMs: number): Promise<void> {
  const startedAt = (async () => work())()
  await withTimeout(startedAt, timeMs).catch((err: unknown) =>
    log.warn({ err, step }, "a step of the shutdown failed or timed out"),
  )
}
