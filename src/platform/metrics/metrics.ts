import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client"
import { admission } from "@/platform/concurrency/admission"
import { pools } from "@/platform/db/pool"
import { measureDisk } from "@/platform/metrics/disk-metrics"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { onLimiterCount, onRequest } from "@/platform/metrics/observe"
import { processSingleton } from "@/platform/process-singleton"
import { measureQueues } from "@/platform/metrics/queue-metrics"
import { requestLogState } from "@/platform/request-log/request-log"
import { queuedBatchRequests } from "@/platform/concurrency/batcher"
import { equalSecrets } from "@/platform/secrets"

// In seconds, around the usual duration of an API call.
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Returns the metrics of all processes of a cluster, through its primary; null in a single process. */
type ClusterMetrics = (() => Promise<string>) | null

class Metrics {
  private readonly registry = new Registry()

  constructor(private readonly cluster: ClusterMetrics) {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry, prefix: "haat_" })
    const requests = new Counter({
      name: "haat_http_requests_total",
      help: "HTTP requests by route and status.",
      labelNames: ["route", "status"],
      registers,
    })
    const durations = new Histogram({
      name: "haat_http_request_duration_seconds",
      help: "Time from the arrival of a request to its response.",
      labelNames: ["route"],
      buckets: BUCKETS,
      registers,
    })
    const limited = new Counter({
      name: "haat_limiter_refusals_total",
      help: "Requests refused by a rate limit.",
      registers,
    })
    onRequest(({ route, status, durationMs }) => {
      requests.inc({ route, status })
      durations.observe({ route }, durationMs / 1000)
      if (status === 429) limited.inc()
    })
    const countDurations = new Histogram({
      name: "haat_limiter_count_duration_seconds",
      help: "Time of one count in PostgreSQL or Redis, for all the requests that share it.",
      labelNames: ["store", "outcome"],
      buckets: BUCKETS,
      registers,
    })
    onLimiterCount(({ store, outcome, durationMs }) => countDurations.observe({ store, outcome }, durationMs / 1000))
    new Gauge({
      name: "haat_database_connections",
      help: "Connections by pool and state.",
      labelNames: ["pool", "state"],
      registers,
      collect() {
        for (const [pool, { totalCount, idleCount }] of pools()) {
          this.set({ pool, state: "busy" }, totalCount - idleCount)
          this.set({ pool, state: "idle" }, idleCount)
        }
      },
    })
    new Gauge({
      name: "haat_database_waiting",
      help: "Queries waiting for a connection.",
      labelNames: ["pool"],
      registers,
      collect() {
        for (const [pool, { waitingCount }] of pools()) this.set({ pool }, waitingCount)
      },
    })
    new Gauge({
      name: "haat_batch_requests_waiting",
      help: "Requests waiting for the next shared statement: limits, keys, tokens and single products.",
      registers,
      collect() {
        this.set(queuedBatchRequests())
      },
    })
    new Gauge({
      name: "haat_admission_requests",
      help: "Requests to /v1 that are active or waiting for a slot.",
      labelNames: ["state"],
      registers,
      collect() {
        const { active, waiting } = admission().state
        this.set({ state: "active" }, active)
        this.set({ state: "waiting" }, waiting)
      },
    })
    new Counter({
      name: "haat_admission_refused_total",
      help: "Requests to /v1 refused after waiting one second for a slot.",
      registers,
      collect() {
        this.reset()
        this.inc(admission().state.rejected)
      },
    })
    new Gauge({
      name: "haat_request_log_waiting",
      help: "Requests not yet written to the log and usage.",
      registers,
      collect() {
        this.set(requestLogState().waiting)
      },
    })
    new Counter({
      name: "haat_request_log_lost_total",
      help: "Requests dropped from the log and usage because too many were waiting.",
      registers,
      collect() {
        this.reset()
        this.inc(requestLogState().lost)
      },
    })
    measureQueues(this.registry)
    measureDisk(this.registry)
    if (cluster) {
      AggregatorRegistry.setRegistries(this.registry)
      // The constructor registers the listener by which this process reports to the primary.
      new AggregatorRegistry()
    }
  }

  text(): Promise<string> {
    return this.cluster ? this.cluster() : this.registry.metrics()
  }
}

/** Starts collecting metrics if METRICS_TOKEN is set. */
export function startMetrics(cluster: ClusterMetrics): void {
  if (env.metricsToken) processSingleton("metrics", () => new Metrics(cluster))
}

const BEARER = /^bearer +(\S+) *$/i

/**
 * Serves GET /metrics: 404 without METRICS_TOKEN, so that its existence is not revealed; 503 if a process of the
 * cluster does not report.
 */
export async function metricsResponse(
  authorization: string | null,
): Promise<{ status: 200 | 401 | 404 | 503; body: string }> {
  if (!env.metricsToken) return { status: 404, body: "" }
  const token = BEARER.exec(authorization ?? "")?.[1]
  if (token === undefined || !equalSecrets(token, env.metricsToken)) return { status: 401, body: "" }
  try {
    return { status: 200, body: await processSingleton("metrics", () => new Metrics(null)).text() }
  } catch (err) {
    log.warn({ err }, "the metrics could not be collected")
    return { status: 503, body: "" }
  }
}
