import { env } from "@/platform/env"

/** Descriptors besides client and database connections: files, pipes, the worker's requests. */
const RESERVED = 256
/** More connections would take more memory than a process is allowed. */
const MAX_CONNECTIONS = 10_000

interface UserLimits {
  userLimits?: { open_files?: { soft: number | string } }
}

/**
 * Returns how many connections this process may accept without running out of file descriptors; without one, it could
 * not even refuse the next connection.
 */
export function maxConnections(): number {
  // Otherwise the report would look up the names of all peers.
  Object.assign(process.report, { excludeNetwork: true })
  const soft = Number((process.report.getReport() as UserLimits).userLimits?.open_files?.soft)
  // "unlimited", or Windows, which has no such limit.
  if (!Number.isFinite(soft)) return MAX_CONNECTIONS
  return Math.min(MAX_CONNECTIONS, Math.max(Math.floor(soft / 2), soft - RESERVED - 4 * env.poolSize))
}
