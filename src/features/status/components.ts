import { pool } from "@/platform/db/pool"
import { databaseDiskSpace, isDatabaseDiskFull } from "@/platform/disk/disk-space"
import { env } from "@/platform/env"
import { databaseState } from "@/platform/db/heartbeat"
import { redisState } from "@/platform/redis"

/**
 * The state of each component that requests need, "ok" if it works; the disk only if it is local. It is known from
 * checks that run every second or more often anyway, so this costs nothing.
 */
export async function getComponentStates(): Promise<Record<string, string>> {
  const database = databaseState(pool().options.connectionString ?? "")
  const [state, redis, disk] = await Promise.all([database, env.redisUrl ? redisState() : null, databaseDiskSpace()])
  return {
    api: "ok",
    database: state,
    ...(redis && { redis }),
    ...(disk && { disk: isDatabaseDiskFull() ? "full" : "ok" }),
  }
}
