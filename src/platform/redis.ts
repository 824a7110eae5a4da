import { setTimeout as sleep } from "node:timers/promises"
import { createClient } from "redis"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { logThrottled, OUTAGE_LOG_SECONDS } from "@/platform/log/log-throttle"
import { once } from "@/platform/once"

const CONNECT_MS = 2_000
/** After this time a command fails as if Redis were down. */
const COMMAND_MS = 2_000
const RECONNECT_MAX_MS = 1_000

const make = (name: string) => {
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

type Redis = ReturnType<typeof make>["client"]

/** Returns the process's connection to Redis or Valkey for commands; it reconnects automatically. */
export const redis = async (): Promise<Redis> => {
  const { client, connected } = once("redis", () => make("commands"))
  // The first requests of a process may precede its first connection.
  if (!client.isReady) await Promise.race([connected, sleep(CONNECT_MS, undefined, { ref: false })])
  return client
}

/** Subscribes to a channel; the subscription is restored when the connection is. */
export const subscribe = (channel: string, heard: () => void): void => {
  const { client, connected } = make("subscriber")
  connected
    .then(() => client.subscribe(channel, heard))
    .catch((err: unknown) => log.warn({ err, channel }, "a channel of Redis cannot be heard"))
}

const BEAT_MS = 500
/** Beats without a response after which Redis counts as down. */
const SILENT_BEATS = 4
const FIRST_ANSWER_MS = 800

/** Checks twice a second whether rate limits can be counted, from the first call on. */
class RedisHeartbeat {
  private well = false
  private answered = false
  private asking = false
  private unanswered = 0
  private readonly first: Promise<void>

  constructor() {
    this.first = this.ask()
    setInterval(() => this.beat(), BEAT_MS).unref()
  }

  async state(): Promise<"ok" | "down"> {
    if (!this.answered) await Promise.race([this.first, sleep(FIRST_ANSWER_MS, undefined, { ref: false })])
    return this.well && this.unanswered < SILENT_BEATS ? "ok" : "down"
  }

  private beat(): void {
    if (this.asking) this.unanswered++
    else void this.ask()
  }

  private async ask(): Promise<void> {
    this.asking = true
    try {
      // A replica, or a Redis without free memory, responds to PING but cannot count.
      await (await redis()).set("{haat-limit}:heartbeat", "", { PX: 60_000 })
      this.well = true
    } catch {
      this.well = false
    }
    this.asking = false
    this.answered = true
    this.unanswered = 0
  }
}

/** Returns whether Redis is writable, within a second, from a check at most a few seconds old. */
export const redisState = (): Promise<"ok" | "down"> => once("redis-heartbeat", () => new RedisHeartbeat()).state()
