import cluster, { type Worker } from "node:cluster"
import { connect } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { AggregatorRegistry } from "prom-client"
import { HEALTH_CHECK, isHealthReport } from "@/platform/cluster-health"
import { isMetricsMessage } from "@/platform/metrics/cluster-metrics"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { CLUSTER_STOP_MS } from "@/platform/shutdown/stop-times"

// WEB_CONCURRENCY server processes on one port. This process handles no requests: it starts the others, replaces those
// that end or hang, and stops them all.

/** More ends than this in a minute are not an accident that a new process would fix. */
const ENDS_PER_MINUTE = 10
const RESTART_MS = 200

/**
 * Each process is checked in rounds. Rounds are counted, rather than time, so that a stalled machine does not count as
 * a hanging process.
 */
const CHECK_EVERY_MS = 2_000
/** A process that is merely busy responds within this many rounds. */
const UNANSWERED_CHECKS_MAX = 15
/**
 * A process whose event loop runs accepts a connection within one round, because each round opens as many as there are
 * processes.
 */
const CHECKS_WITHOUT_CONNECTIONS_MAX = 3

interface Check {
  responded: boolean
  unansweredChecks: number
  checksWithoutConnections: number
  accepted: number
  acceptedBefore: number
}

class Primary {
  /** One process runs the jobs; the others are servers only. */
  private worker: Worker | null = null
  private ends: number[] = []
  private started = false
  private stopping = false
  private readonly checks = new Map<Worker, Check>()
  /** The number of this round's probes that have arrived. */
  private arrived = 0
  private address = { host: "127.0.0.1", port: env.port }
  private readonly metrics = new AggregatorRegistry()

  async start(): Promise<void> {
    cluster.setupPrimary({ exec: join(import.meta.dirname, "server.mjs"), args: [] })
    for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(signal, () => void this.stop(0))
    cluster.on("listening", (_, { address, port }) => {
      this.address = { host: isWildcard(address) ? "127.0.0.1" : address, port }
    })
    await Promise.all(Array.from({ length: env.webConcurrency }, () => this.fork()))
    this.started = true
    setInterval(() => this.checkAll(), CHECK_EVERY_MS)
    if (process.send) process.send({ type: "ready" })
    log.info({ port: env.port, url: env.appUrl, processes: env.webConcurrency }, "ready")
  }

  /** Settles when the process listens. A process that never does at the start ends the cluster. */
  private fork(): Promise<void> {
    const runsJobs = env.worker && this.worker === null
    const child = cluster.fork({ WORKER: runsJobs ? "on" : "off" })
    if (runsJobs) this.worker = child
    return new Promise((resolve) => {
      let ready = false
      child.on("message", (message: unknown) => {
        if (isMetricsMessage(message)) return void this.send(child, message.id)
        const check = this.checks.get(child)
        if (check && isHealthReport(message))
          return void Object.assign(check, { responded: true, accepted: message.accepted })
        if (typeof message !== "object" || message === null || (message as { type?: unknown }).type !== "ready") return
        ready = true
        this.checks.set(child, {
          responded: true,
          unansweredChecks: 0,
          checksWithoutConnections: 0,
          accepted: 0,
          acceptedBefore: -1,
        })
        resolve()
      })
      child.on("error", (err) => {
        log.fatal({ err }, "a server process could not be started")
        void this.stop(1)
      })
      child.on("exit", (code, signal) => {
        if (this.worker === child) this.worker = null
        // A process that is being replaced is no longer in the list.
        const expected = ready && !this.checks.delete(child)
        if (this.stopping || expected) return
        log.error({ pid: child.process.pid, code, signal }, "a server process has ended")
        if (!ready && !this.started) void this.stop(1)
        else void this.restart()
      })
    })
  }

  private async restart(): Promise<void> {
    const now = Date.now()
    this.ends = [...this.ends.filter((at) => at > now - 60_000), now]
    if (this.ends.length > ENDS_PER_MINUTE) {
      log.fatal({ ends: this.ends.length }, "server processes keep ending")
      return this.stop(1)
    }
    await sleep(RESTART_MS * this.ends.length)
    if (this.stopping) return
    await this.fork()
    log.info("a server process has been replaced")
  }

  /**
   * Detects processes that hang or get no connections. Node passes a connection to a process only after the previous
   * one has arrived. If one is lost on the way, for example for lack of a file descriptor, the process still runs, but
   * receives no more connections.
   */
  private checkAll(): void {
    if (this.stopping) return
    // If this process cannot connect to itself, no other process is at fault.
    const probed = this.arrived > 0
    this.arrived = 0
    for (const [child, check] of this.checks) {
      check.unansweredChecks = check.responded ? 0 : check.unansweredChecks + 1
      if (check.responded && probed)
        check.checksWithoutConnections = check.accepted > check.acceptedBefore ? 0 : check.checksWithoutConnections + 1
      check.acceptedBefore = check.accepted
      check.responded = false
      if (check.unansweredChecks >= UNANSWERED_CHECKS_MAX)
        this.replace(child, "SIGKILL", "a server process does not respond and is replaced")
      else if (check.checksWithoutConnections >= CHECKS_WITHOUT_CONNECTIONS_MAX)
        this.replace(child, "SIGTERM", "a server process receives no connections and is replaced")
      else if (child.isConnected()) child.send(HEALTH_CHECK, () => undefined)
    }
    // Only their arrival counts, so they send nothing and their errors are ignored.
    for (let checked = 0; checked < this.checks.size; checked++) {
      const probe = connect(this.address)
      probe
        .on("connect", () => {
          this.arrived++
          probe.end()
        })
        .on("error", () => undefined)
      probe.setTimeout(CHECK_EVERY_MS, () => probe.destroy())
    }
  }

  /** Starts a new process, which accepts connections while the old one finishes its requests. */
  private replace(child: Worker, signal: "SIGTERM" | "SIGKILL", reason: string): void {
    log.error({ pid: child.process.pid }, reason)
    this.checks.delete(child)
    if (this.worker === child) this.worker = null
    child.process.kill(signal)
    void this.restart()
  }

  private async send(child: Worker, id: number): Promise<void> {
    const text = await this.metrics.clusterMetrics().catch((err: unknown) => {
      log.warn({ err }, "the metrics could not be gathered")
      return null
    })
    if (child.isConnected()) child.send({ type: "metrics", id, text })
  }

  private async stop(exitCode: number): Promise<void> {
    if (this.stopping) return
    this.stopping = true
    const children = Object.values(cluster.workers ?? {}).flatMap((child) =>
      child?.process.pid === undefined ? [] : [child],
    )
    const ended = Promise.all(
      children.map(
        (child) => new Promise<void>((resolve) => (child.isDead() ? resolve() : child.once("exit", () => resolve()))),
      ),
    )
    for (const child of children) child.process.kill("SIGTERM")
    const timeout = sleep(CLUSTER_STOP_MS, "late" as const, { ref: false })
    if ((await Promise.race([ended, timeout])) === "late") for (const child of children) child.process.kill("SIGKILL")
    process.exit(exitCode)
  }
}

function isWildcard(address: string | null): boolean {
  return address === null || address === "" || address === "::" || address === "0.0.0.0"
}

new Primary().start().catch((error: unknown) => {
  log.fatal({ err: error }, "the servers could not be started")
  process.exit(1)
})
