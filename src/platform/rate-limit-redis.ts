import { Problem } from "@/domain/problem"
import { redis } from "@/platform/redis"

/** Requests of one subject that are counted together. */
export interface Taken {
  subject: string
  requests: number
  windowSeconds: number
}

export interface Counted {
  subject: string
  /** In the window, those taken now among them. */
  requests: number
  reset_seconds: number
}

const RETRY_SECONDS = 1

// A script runs whole before any other command, so each request gets a rank of its own, whichever process counted it. A window begins
// with its subject's first request, as in PostgreSQL.
const COUNT = `
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

/**
 * Counts in Redis or Valkey.
 * @throws Problem unavailable, while it cannot be reached: a limit that is not counted would be none
 */
export const countInRedis = async (taken: readonly Taken[]): Promise<Counted[]> => {
  let reply: unknown
  try {
    const client = await redis()
    reply = await client.eval(COUNT, {
      // In braces: on a cluster the keys of one script must lie on one node.
      keys: taken.map(({ subject }) => `{haat-limit}:${subject}`),
      arguments: taken.flatMap(({ requests, windowSeconds }) => [String(requests), String(windowSeconds)]),
    })
  } catch (cause) {
    throw new Problem("unavailable", { retryAfter: RETRY_SECONDS, cause })
  }
  const values = reply as number[]
  return taken.map(({ subject, windowSeconds }, index) => ({
    subject,
    requests: values[2 * index] ?? 0,
    reset_seconds: Math.min(windowSeconds, Math.max(1, Math.ceil((values[2 * index + 1] ?? 0) / 1000))),
  }))
}
