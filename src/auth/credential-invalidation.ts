import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { redis, subscribe } from "@/platform/redis"

const CHANNEL = "haat:credentials-changed"

/** Notifies all processes that a credential has changed. Without Redis each finds out by itself within a second. */
export function publishInvalidation(): void {
  if (!env.redisUrl) return
  redis()
    .then((client) => client.publish(CHANNEL, ""))
    .catch((err: unknown) => log.warn({ err }, "an invalidated credential could not be published"))
}

/** Calls back when any process reports a change. */
export function onInvalidation(invalidate: () => void): void {
  if (env.redisUrl) subscribe(CHANNEL, invalidate)
}
