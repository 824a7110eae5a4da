import { Problem } from "@/domain/problem"
import { SHORT_RETRY_SECONDS } from "@/platform/concurrency/timeout"
import { redis } from "@/platform/redis"

/** Requests of one subject that are counted together. */
export interface RateLimitIncrement {
  subject: string
  requests: number
  windowSeconds: number
}

export interface RateLimitCount {
  subject: string
  /** Requests in the window, including the new ones. */
  requests: number
  reset_seconds: number
}

// A script is atomic, so each request gets a unique rank over all processes. A window starts with its subject's first
// request, as in PostgreSQL.
const CONSUME_SCRIPT = `
local counted = {}
for i, key in ipairs(KEYS) do
  local requests = redis.call("INCRBY", key, ARGV[2 * i - 1])
  local left = redis.call("PTTL", key)
  if left < 0 then
    left = ARGV[2 * i] * 1000
    redis.call("PEXPIRE", key, left)
  end
  counted[2 * i - 1] = requests
  counted[2 * i] = left
end
return counted`

const PEEK_SCRIPT = `
local found = {}
for i, key in ipairs(KEYS) do
  found[2 * i - 1] = tonumber(redis.call("GET", key) or 0)
  found[2 * i] = redis.call("PTTL", key)
end
return found`

const RELEASE_SCRIPT = `
for i, key in ipairs(KEYS) do
  if tonumber(redis.call("GET", key) or 0) > 0 then redis.call("DECR", key) end
end
return {}`

/** Runs a script for the subjects. It returns the requests and the remaining milliseconds of each. */
async function evalScript(script: string, subjects: readonly string[], args: string[]): Promise<number[]> {
  try {
    const client = await redis()
    // In braces: on a Redis cluster all keys of a script must be on one node.
    return (await client.eval(script, {
      keys: subjects.map((subject) => `{haat-limit}:${subject}`),
      arguments: args,
    })) as number[]
  } catch (cause) {
    throw new Problem("unavailable", { retryAfter: SHORT_RETRY_SECONDS, cause })
  }
}

function toSeconds(milliseconds = 0): number {
  return Math.max(1, Math.ceil(milliseconds / 1000))
}

/**
 * Counts requests in Redis or Valkey.
 * @throws Problem unavailable if it cannot be reached: an uncounted limit would be none
 */
export async function consumeInRedis(increments: readonly RateLimitIncrement[]): Promise<RateLimitCount[]> {
  const values = await evalScript(
    CONSUME_SCRIPT,
    increments.map(({ subject }) => subject),
    increments.flatMap(({ requests, windowSeconds }) => [String(requests), String(windowSeconds)]),
  )
  return increments.map(({ subject, windowSeconds }, index) => ({
    subject,
    requests: values[2 * index] ?? 0,
    reset_seconds: Math.min(windowSeconds, toSeconds(values[2 * index + 1])),
  }))
}

/**
 * Releases one request of each subject.
 * @throws Problem unavailable
 */
export async function releaseInRedis(subjects: readonly string[]): Promise<void> {
  await evalScript(RELEASE_SCRIPT, subjects, [])
}

/**
 * Reads the counts of the current windows; subjects without one are left out.
 * @throws Problem unavailable
 */
export async function peekInRedis(subjects: readonly string[]): Promise<RateLimitCount[]> {
  const values = await evalScript(PEEK_SCRIPT, subjects, [])
  return subjects.flatMap((subject, index) => {
    const ttlMs = values[2 * index + 1] ?? 0
    return ttlMs > 0 ? [{ subject, requests: values[2 * index] ?? 0, reset_seconds: toSeconds(ttlMs) }] : []
  })
}
