import { isAlive } from "./process-identity.mjs"
import { paint, seconds } from "../step.mjs"

interface Stoppable {
  name: string
  stop: () => Promise<void>
  force: () => void
  /** Settles when it runs again or has been given up; immediately if it has not died. */
  recovered?: () => Promise<void>
}

/** npm forwards a signal that the terminal has already sent to all processes, so one Ctrl-C arrives twice. */
const SAME_SIGNAL_MS = 500

/** The running parts of a command, in the order in which they were started. They are stopped in reverse order. */
export class ShutdownManager {
  readonly #parts: Stoppable[] = []
  readonly #abort = new AbortController()
  readonly #onStopping: () => void
  #stoppingSince: number | null = null
  #running = false

  /** @param onStopping called once, before the first part is stopped */
  constructor(onStopping: () => void) {
    this.#onStopping = onStopping
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => this.#signalled())
  }

  /** Aborted when the command is to stop; for child processes that it waits for. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get stopping(): boolean {
    return this.#stoppingSince !== null
  }

  add(component: Stoppable): void {
    this.#parts.push(component)
  }

  /** Settles when the parts that were started before this one, and which it needs, run again. */
  async recovered(component: Stoppable): Promise<void> {
    for (const earlier of this.#parts.slice(0, this.#parts.indexOf(component))) await earlier.recovered?.()
  }

  /** Call once everything runs: from then on a requested stop exits with 0 rather than as an interrupted start. */
  running(): void {
    this.#running = true
  }

  /** Stops when a process that launched this one has ended without forwarding the signal. */
  stopWhenLauncherDies(launchers: { pid: number; identity: string | null }[]): void {
    setInterval(() => {
      if (!launchers.every(isAlive)) void this.stop(1)
    }, 200).unref()
  }

  /** Prints one line for a part that ended unexpectedly, then stops everything else. */
  async fail(message: string): Promise<void> {
    if (this.stopping) return
    process.stderr.write(`haat: ${message}\n`)
    await this.stop(1)
  }

  /** Stops all parts in reverse order, then exits. */
  async stop(exitCode: number): Promise<void> {
    if (this.#stoppingSince !== null) return
    this.#stoppingSince = performance.now()
    this.#onStopping()
    this.#abort.abort()
    for (const component of this.#parts.toReversed()) {
      const startedAt = performance.now()
      try {
        await component.stop()
        process.stdout.write(
          `  ${paint("2", `${component.name} stopped, ${seconds(performance.now() - startedAt)}`)}\n`,
        )
      } catch (error) {
        process.stderr.write(
          `haat: ${component.name} could not be stopped: ${error instanceof Error ? error.message : String(error)}\n`,
        )
        exitCode = 1
      }
    }
    process.exit(exitCode)
  }

  #signalled(): void {
    if (this.#stoppingSince === null) {
      void this.stop(this.#running ? 0 : 130)
    } else if (performance.now() - this.#stoppingSince > SAME_SIGNAL_MS) {
      for (const component of this.#parts.toReversed()) component.force()
      process.exit(130)
    }
  }
}
