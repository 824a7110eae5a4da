import { setTimeout as sleep } from "node:timers/promises"
import type { ServerProcess } from "../src/commands/process/server-process"
import { CliError } from "../src/commands/cli-error.mjs"

const POLL_MS = 250
/** The receiver is on this machine and responds immediately: what has not arrived for this long is lost. */
const IDLE_TIMEOUT_MS = 30_000

interface ReceivedCount {
  count: number
  milliseconds: number
}

/**
 * Waits until the receiver at the URL has received this many deliveries.
 * @param sender settles when the sending process has ended
 * @returns deliveries per second
 * @throws {CliError} with the number missing, when the sender has ended or nothing has arrived for half a minute
 */
export async function measureDrainRate(
  url: string,
  count: number,
  sender: Pick<ServerProcess, "ended">,
  idleTimeoutMs = IDLE_TIMEOUT_MS,
): Promise<number> {
  let latest = { count: 0, at: performance.now() }
  for (;;) {
    const exit = await Promise.race([sender.ended, sleep(POLL_MS, null)])
    const received = (await (await fetch(url)).json()) as ReceivedCount
    if (received.count >= count) return (received.count / received.milliseconds) * 1000
    const missing = `${count - received.count} of ${count} deliveries are missing`
    if (exit !== null) throw new CliError(`${missing}: the sender has exited (${exit})`)
    const now = performance.now()
    if (received.count !== latest.count) latest = { count: received.count, at: now }
    else if (now - latest.at > idleTimeoutMs)
      throw new CliError(`${missing}: none has arrived for ${Math.round(idleTimeoutMs / 1000)} s`)
  }
}
