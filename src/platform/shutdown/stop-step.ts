import { inTime } from "@/platform/concurrency/in-time"
import { log } from "@/platform/log/log"

/** One step of a process's stop: that it fails, or does not end in time, is told, and keeps the next one from nothing. */
export const stopStep = async (
  step: string,
  work: () => Promise<unknown> | undefined,
  timeMs: number,
): Promise<void> => {
  const begun = (async () => work())()
  await inTime(begun, timeMs).catch((err: unknown) =>
    log.warn({ err, step }, "a step of the stop has failed, or not ended in time"),
  )
}
