import { setTimeout as sleep } from "node:timers/promises"
import type { ShutdownManager } from "./shutdown-manager"
import { seconds } from "../step.mjs"

/**
 * More deaths than this in a minute of running are not an accident that a restart would fix. Start-up time does not
 * count.
 */
const DEATHS_PER_MINUTE = 10
/** The delay before the second restart within a minute; doubled before each further one, up to a maximum. */
const BACKOFF_MS = 500
const BACKOFF_MAX_MS = 2_000

export interface SupervisedProcess {
  pid: number
  /** Settles with the way it ended, whether it was stopped or not. */
  ended: Promise<string>
  stop(): Promise<void>
  kill(): void
}

interface Supervision {
  /** Its name in messages about stopping: "server". */
  name: string
  /** Its name in messages about a crash: "the server". */
  title: string
  running: SupervisedProcess
  /** @param signal aborted when the command is to stop */
  restart: (signal: AbortSignal) => Promise<SupervisedProcess>
}

/**
 * Makes a process a part of the command: it is restarted when it dies, after the parts before it run again, and stopped
 * with the command.
 * A process that keeps dying ends the command with one line, so that a supervisor such as systemd can act.
 */
export function supervise(shutdown: ShutdownManager, { name, title, running, restart }: Supervision): void {
  let current: SupervisedProcess | null = running
  let restarted: Promise<void> = Promise.resolve()
  let startedAt = performance.now()
  /** Total running time, and its values at the deaths within the last minute. */
  let uptime = 0
  let deaths: number[] = []
  const component = {
    name,
    recovered: () => restarted,
    stop: async () => {
      await restarted
      await current?.stop()
    },
    force: () => current?.kill(),
  }
  const watch = (process: SupervisedProcess): void => {
    void process.ended.then((exitReason) => {
      if (shutdown.stopping) return
      current = null
      uptime += performance.now() - startedAt
      restarted = restartProcess(`has ended by itself (${exitReason})`)
    })
  }
  const restartProcess = async (what: string): Promise<void> => {
    for (let reason = what; !shutdown.stopping; ) {
      deaths = [...deaths.filter((at) => at > uptime - 60_000), uptime]
      if (deaths.length > DEATHS_PER_MINUTE)
        return void shutdown.fail(
          `${title} ${reason}, for the ${deaths.length}th time within a minute: it is not started again`,
        )
      process.stderr.write(`haat: ${title} ${reason}; starting it again\n`)
      const restartedAt = performance.now()
      try {
        if (deaths.length > 1)
          await sleep(Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** (deaths.length - 2)), undefined, {
            signal: shutdown.signal,
          })
        await shutdown.recovered(component)
        if (shutdown.stopping) return
        current = await restart(shutdown.signal)
        startedAt = performance.now()
      } catch (error) {
        reason = `could not be started again (${error instanceof Error ? error.message : String(error)})`
        continue
      }
      process.stderr.write(
        `haat: ${title} runs again as process ${current.pid}, after ${seconds(performance.now() - restartedAt)}\n`,
      )
      return watch(current)
    }
  }
  shutdown.add(component)
  watch(running)
}
