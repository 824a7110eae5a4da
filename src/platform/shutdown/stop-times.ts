/** Timeouts of the shutdown steps, in milliseconds. Unfinished work is abandoned, and the process ends. */
export const STOP_MS = {
  /** Requests in progress. */
  requests: 30_000,
  /** Running jobs; graphile-worker aborts them after 5 s. */
  jobs: 8_000,
  /** Webhooks being sent; then time to record their outcome and release the rest. */
  deliveries: 5_000,
  releaseLeases: 3_000,
  requestLog: 5_000,
  pages: 2_000,
  pool: 3_000,
} as const

/** Lets the step's own timeout come first. */
const MARGIN_MS = 1_000

export const REQUESTS_STOP_MS = STOP_MS.requests + MARGIN_MS
export const WORK_STOP_MS = STOP_MS.jobs + STOP_MS.deliveries + STOP_MS.releaseLeases + MARGIN_MS
export const WORKER_STOP_MS = WORK_STOP_MS + STOP_MS.pool + MARGIN_MS
export const SERVER_STOP_MS =
  Math.max(REQUESTS_STOP_MS, WORK_STOP_MS) + STOP_MS.requestLog + STOP_MS.pages + STOP_MS.pool + MARGIN_MS
/** After these times the primary kills the processes of its cluster, and the command kills the primary. */
export const CLUSTER_STOP_MS = SERVER_STOP_MS + 2 * MARGIN_MS
export const COMMAND_STOP_MS = CLUSTER_STOP_MS + 4 * MARGIN_MS
