import { pool } from "@/platform/db/pool"
import { databaseDiskSpace, isDatabaseDiskFull } from "@/platform/disk/disk-space"
import { env } from "@/platform/env"
import { databaseState } from "@/platform/db/heartbeat"
import { redisState } from "@/platform/redis"

/**
 * The state of each part that requests need, "ok" where it does its part; the disk, where it is this machine's. It comes from what the parts are asked
 * anyway, each second or more often, so that it costs nothing to ask.
 */
export const componentStates = async (): Promise<Record<string, string>> => {
  const database = databaseState(pool().options.connectionString ?? "")
  const [state, redis, disk] = await Promise.all([database, env.redisUrl ? redisState() : null, databaseDiskSpace()])
  return {
    api: "ok",
    database: state,
    ...(redis && { redis }),
    ...(disk && { disk: isDatabaseDiskFull() ? "full" : "ok" }),
  }
}
