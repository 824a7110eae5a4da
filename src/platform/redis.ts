import { setTimeout as sleep } from "node:timers/promises"
import { createClient } from "redis"
import { env } from "@/platform/env"
import { log } from "@/platform/log"
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
  client.on("error", (err: Error) => log.warn({ err }, "Redis cannot be reached"))
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
