import { env } from "@/platform/env"

/** What a process holds open beside its connections and those to the database: files, pipes, the worker's requests. */
const RESERVED = 256
/** More connections than this take more memory than a process is allowed. */
const MAX_CONNECTIONS = 10_000

interface UserLimits {
  userLimits?: { open_files?: { soft: number | string } }
}

/** How many connections this process may hold, so that its descriptors never run out: without one, it could not even refuse the next. */
export function maxConnections(): number {
  // Else it would look up the names of all its peers.
  Object.assign(process.report, { excludeNetwork: true })
  const soft = Number((process.report.getReport() as UserLimits).userLimits?.open_files?.soft)
  // "unlimited", or Windows, which has none.
  if (!Number.isFinite(soft)) return MAX_CONNECTIONS
  return Math.min(MAX_CONNECTIONS, Math.max(Math.floor(soft / 2), soft - RESERVED - 4 * env.poolSize))
}
