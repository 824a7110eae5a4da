import { setTimeout as sleep } from "node:timers/promises"
import type { ServerProcess } from "../src/commands/process/server-process"
import { Refusal } from "../src/commands/refusal.mjs"

const LOOK_EVERY_MS = 250
/** The receiver is on this machine and responds immediately: what has not arrived for this long is lost. */
const QUIET_MS = 30_000

interface Arrived {
  count: number
  milliseconds: number
}

/**
 * Waits until the receiver at the URL has received this many deliveries.
 * @param sender settles when the sending process has ended
 * @returns deliveries per second
 * @throws {Refusal} with the number missing, when the sender has ended or nothing has arrived for half a minute
 */
export const drained = async (
  url: string,
  count: number,
  sender: Pick<ServerProcess, "ended">,
  quietMs = QUIET_MS,
): Promise<number> => {
  let latest = { count: 0, at: performance.now() }
  for (;;) {
    const ended = await Promise.race([sender.ended, sleep(LOOK_EVERY_MS, null)])
    const arrived = (await (await fetch(url)).json()) as Arrived
    if (arrived.count >= count) return (arrived.count / arrived.milliseconds) * 1000
    const missing = `${count - arrived.count} of ${count} deliveries are missing`
    if (ended !== null) throw new Refusal(`${missing}: what sends them has ended (${ended})`)
    const now = performance.now()
    if (arrived.count !== latest.count) latest = { count: arrived.count, at: now }
    else if (now - latest.at > quietMs)
      throw new Refusal(`${missing}: none has come for ${Math.round(quietMs / 1000)} s`)
  }
}
