import { setTimeout as sleep } from "node:timers/promises"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { logThrottled, OUTAGE_LOG_SECONDS } from "@/platform/log/log-throttle"
import { processSingleton } from "@/platform/process-singleton"

const CONNECT_MS = 2_000
/** After this time a command fails as if Redis were down. */
const COMMAND_MS = 2_000
const RECONNECT_MAX_MS = 1_000

async function createRedisClient(name: string) {
  // Most installations count in PostgreSQL, and start faster without this package.
  const { createClient } = await import("redis")
  const client = createClient({
    url: env.redisUrl ?? "",
    name: `haat-${name}`,
    // Without a connection, commands fail immediately instead of being queued.
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_MS },
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 10), RECONNECT_MAX_MS),
    },
  })
  client.on("error", (err: Error) =>
    logThrottled(
      `redis ${name} ${(err as NodeJS.ErrnoException).code ?? err.name}`,
      OUTAGE_LOG_SECONDS,
      { err },
      "Redis cannot be reached",
    ),
  )
  const connected = client.connect().then(
    () => undefined,
    () => undefined,
  )
  return { client, connected }
}

type Redis = Awaited<ReturnType<typeof createRedisClient>>["client"]

/** Returns the process's connection to Redis or Valkey for commands; it reconnects automatically. */
export async function redis(): Promise<Redis> {
  const { client, connected } = await processSingleton("redis", () => createRedisClient("commands"))
  // The first requests of a process may precede its first connection.
  if (!client.isReady) await Promise.race([connected, sleep(CONNECT_MS, undefined, { ref: false })])
  return client
}

/** Subscribes to a channel; the subscription is restored when the connection is. */
export function subscribe(channel: string, onMessage: () => void): void {
  createRedisClient("subscriber")
    .then(async ({ client, connected }) => {
      await connected
      await client.subscribe(channel, onMessage)
    })
    .catch((err: unknown) => log.warn({ err, channel }, "cannot subscribe to a Redis channel"))
}

const HEARTBEAT_INTERVAL_MS = 500
/** Beats without a response after which Redis counts as down. */
const MISSED_BEATS_MAX = 4
const FIRST_PROBE_TIMEOUT_MS = 800

/** Checks twice a second whether rate limits can be counted, from the first call on. */
class RedisHeartbeat {
  private reachable = false
  private probed = false
  private probing = false
  private missedBeats = 0
  private readonly firstProbe: Promise<void>

  constructor() {
    this.firstProbe = this.probe()
    setInterval(() => this.beat(), HEARTBEAT_INTERVAL_MS).unref()
  }

  async state(): Promise<"ok" | "down"> {
    if (!this.probed) await Promise.race([this.firstProbe, sleep(FIRST_PROBE_TIMEOUT_MS, undefined, { ref: false })])
    return this.reachable && this.missedBeats < MISSED_BEATS_MAX ? "ok" : "down"
  }

  private beat(): void {
    if (this.probing) this.missedBeats++
    else void this.probe()
  }

  private async probe(): Promise<void> {
    this.probing = true
    try {
      // A replica, or a Redis without free memory, responds to PING but cannot count.
      await (await redis()).set("{haat-limit}:heartbeat", "", { PX: 60_000 })
      this.reachable = true
    } catch {
      this.reachable = false
    }
    this.probing = false
    this.probed = true
    this.missedBeats = 0
  }
}

/** Returns whether Redis is writable, within a second, from a check at most a few seconds old. */
export function redisState(): Promise<"ok" | "down"> {
  return processSingleton("redis-heartbeat", () => new RedisHeartbeat()).state()
}
