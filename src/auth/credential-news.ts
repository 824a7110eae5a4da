import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { redis, subscribe } from "@/platform/redis"

const CHANNEL = "haat:credentials-changed"

/** Tells every process that a credential has changed; without Redis each finds out by itself, within a second. */
export const tellOfChange = (): void => {
  if (!env.redisUrl) return
  redis()
    .then((client) => client.publish(CHANNEL, ""))
    .catch((err: unknown) => log.warn({ err }, "a changed credential could not be told of"))
}

/** Calls back whenever any process tells of a change. */
export const hearOfChanges = (changed: () => void): void => {
  if (env.redisUrl) subscribe(CHANNEL, changed)
}
