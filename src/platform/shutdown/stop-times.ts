/** How long each part of a process's stop may take, in milliseconds. What is not done by then is left, and the process ends. */
export const STOP_MS = {
  /** The requests in flight. */
  requests: 30_000,
  /** The jobs under way; graphile-worker gives them up after 5 s. */
  jobs: 8_000,
  /** The webhooks that are being sent; then to say what became of them and give the rest back. */
  deliveries: 5_000,
  giveBack: 3_000,
  requestLog: 5_000,
  pages: 2_000,
  pool: 3_000,
} as const

/** A step's own bound comes first. */
const MARGIN_MS = 1_000

export const REQUESTS_STOP_MS = STOP_MS.requests + MARGIN_MS
export const WORK_STOP_MS = STOP_MS.jobs + STOP_MS.deliveries + STOP_MS.giveBack + MARGIN_MS
export const WORKER_STOP_MS = WORK_STOP_MS + STOP_MS.pool + MARGIN_MS
export const SERVER_STOP_MS =
  Math.max(REQUESTS_STOP_MS, WORK_STOP_MS) + STOP_MS.requestLog + STOP_MS.pages + STOP_MS.pool + MARGIN_MS
/** Past these, the processes of a cluster are killed by its first one, and that one by the command. */
export const CLUSTER_STOP_MS = SERVER_STOP_MS + 2 * MARGIN_MS
export const COMMAND_STOP_MS = CLUSTER_STOP_MS + 4 * MARGIN_MS
