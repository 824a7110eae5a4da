import cluster, { type Worker } from "node:cluster"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { AggregatorRegistry } from "prom-client"
import { isMetricsMessage } from "@/platform/cluster-metrics"
import { env } from "@/platform/env"
import { log } from "@/platform/log"
import { CLUSTER_STOP_MS } from "@/platform/stop-times"

// WEB_CONCURRENCY server processes on one port. This one serves nothing: it starts them, replaces those that end, and stops them all.

/** More ends than this in a minute are no accident that a new process would mend. */
const ENDS_PER_MINUTE = 10
const RESTART_MS = 200

class Primary {
  /** The jobs are worked on by one process: the others are servers only. */
  private worker: Worker | null = null
  private ends: number[] = []
  private stopping = false
  private readonly metrics = new AggregatorRegistry()

  async start(): Promise<void> {
    cluster.setupPrimary({ exec: join(import.meta.dirname, "server.mjs"), args: [] })
    for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(signal, () => void this.stop(0))
    await Promise.all(Array.from({ length: env.webConcurrency }, () => this.fork()))
    if (process.send) process.send({ type: "ready" })
    log.info({ port: env.port, url: env.appUrl, processes: env.webConcurrency }, "ready")
  }

  /** Settles when the process listens; the cluster ends when one never does. */
  private fork(): Promise<void> {
    const works = env.worker && this.worker === null
    const child = cluster.fork({ WORKER: works ? "on" : "off" })
    if (works) this.worker = child
    return new Promise((resolve) => {
      let ready = false
      child.on("message", (message: unknown) => {
        if (isMetricsMessage(message)) return void this.tell(child, message.id)
        if (typeof message !== "object" || message === null || (message as { type?: unknown }).type !== "ready") return
        ready = true
        resolve()
      })
      child.on("exit", (code, signal) => {
        if (this.worker === child) this.worker = null
        if (this.stopping) return
        log.error({ pid: child.process.pid, code, signal }, "a server process has ended")
        if (!ready && this.ends.length === 0) void this.stop(1)
        else void this.replace()
      })
    })
  }

  private async replace(): Promise<void> {
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

  private async tell(child: Worker, id: number): Promise<void> {
    const text = await this.metrics.clusterMetrics().catch((err: unknown) => {
      log.warn({ err }, "the metrics could not be gathered")
      return null
    })
    if (child.isConnected()) child.send({ type: "metrics", id, text })
  }

  private async stop(exitCode: number): Promise<void> {
    if (this.stopping) return
    this.stopping = true
    const children = Object.values(cluster.workers ?? {}).flatMap((child) => (child ? [child] : []))
    const ended = Promise.all(
      children.map(
        (child) => new Promise<void>((resolve) => (child.isDead() ? resolve() : child.once("exit", () => resolve()))),
      ),
    )
    for (const child of children) child.process.kill("SIGTERM")
    const late = sleep(CLUSTER_STOP_MS, "late" as const, { ref: false })
    if ((await Promise.race([ended, late])) === "late") for (const child of children) child.process.kill("SIGKILL")
    process.exit(exitCode)
  }
}

new Primary().start().catch((error: unknown) => {
  log.fatal({ err: error }, "the servers could not be started")
  process.exit(1)
})
