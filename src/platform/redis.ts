import { setTimeout as sleep } from "node:timers/promises"
import { createClient } from "redis"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { logThrottled, OUTAGE_LOG_SECONDS } from "@/platform/log/log-throttle"
import { once } from "@/platform/once"

const CONNECT_MS = 2_000
/** A command that takes longer is answered as if Redis were down. */
const COMMAND_MS = 2_000
const RECONNECT_MAX_MS = 1_000

const make = (name: string) => {
  const client = createClient({
    url: env.redisUrl ?? "",
    name: `haat-${name}`,
    // A command is refused at once while there is no connection, not kept for later.
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

/** The process's connection to Redis or Valkey, for commands; it is made anew by itself whenever it breaks. */
export const redis = async (): Promise<Redis> => {
  const { client, connected } = once("redis", () => make("commands"))
  // The first requests of a process come before its first connection.
  if (!client.isReady) await Promise.race([connected, sleep(CONNECT_MS, undefined, { ref: false })])
  return client
}

/** Hears what any process publishes on the channel; the subscription is renewed with its connection. */
export const subscribe = (channel: string, heard: () => void): void => {
  const { client, connected } = make("subscriber")
  connected
    .then(() => client.subscribe(channel, heard))
    .catch((err: unknown) => log.warn({ err, channel }, "a channel of Redis cannot be heard"))
}

const BEAT_MS = 500
/** Beats without an answer after which Redis is told to be down. */
const SILENT_BEATS = 4
const FIRST_ANSWER_MS = 800

/** Asks twice a second whether the limits can be counted, from the first time that somebody wants to know. */
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
      // A replica, and one whose memory is full, answers a PING, but counts nothing.
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

/** Whether Redis can be written: it answers within a second, from what was heard at most some seconds ago. */
export const redisState = (): Promise<"ok" | "down"> => once("redis-heartbeat", () => new RedisHeartbeat()).state()
