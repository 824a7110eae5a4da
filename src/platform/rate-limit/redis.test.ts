import { createClient } from "redis"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { freePort } from "@/commands/process/free-port"
import type * as RateLimit from "@/platform/rate-limit/rate-limit"
import { ensureRedis, startProgram } from "@/testing/setup/program"

const program = ensureRedis()
const WINDOW_SECONDS = 900

describe.runIf(program)("reservations in Redis", () => {
  let server: Awaited<ReturnType<typeof startProgram>>
  let other: ReturnType<typeof createClient>
  let limits: typeof RateLimit
  let subjects = 0

  beforeAll(async () => {
    const port = await freePort()
    const url = `redis://127.0.0.1:${port}`
    server = await startProgram(
      program ?? "",
      ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
      port,
    )
    // Modules imported from here on read this variable.
    vi.stubEnv("REDIS_URL", url)
    limits = await import("@/platform/rate-limit/rate-limit")
    other = createClient({ url })
    await other.connect()
  })
  afterAll(async () => {
    other.destroy()
    const { redis } = await import("@/platform/redis")
    ;(await redis()).destroy()
    await server.stop()
  })

  const newSubject = (): string => `subject ${++subjects} आशा`
  const keyOf = (subject: string): string => `{haat-limit}:${subject}`
  const countOf = async (subject: string): Promise<number | undefined> =>
    (await limits.peek([subject])).get(subject)?.requests

  test("are released one by one, without extending the window", async () => {
    const subject = newSubject()
    for (let request = 0; request < 3; request++) await limits.reserve(subject, 10, WINDOW_SECONDS)
    await other.pExpire(keyOf(subject), 5_000)
    await limits.releaseReservations([subject])
    expect(await countOf(subject)).toBe(2)
    const left = await other.pTTL(keyOf(subject))
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(5_000)
    expect(await limits.consume(subject, 10, WINDOW_SECONDS)).toMatchObject({ allowed: true, remaining: 7 })
  })

  test("free capacity when released, once the cached refusal has expired", async () => {
    const subject = newSubject()
    const taken = await Promise.all(Array.from({ length: 5 }, () => limits.reserve(subject, 3, WINDOW_SECONDS)))
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(3)
    await limits.releaseReservations([subject])
    await limits.releaseReservations([subject])
    await limits.releaseReservations([subject])
    await expect
      .poll(async () => (await limits.reserve(subject, 3, WINDOW_SECONDS)).allowed, { timeout: 5_000 })
      .toBe(true)
    expect(await countOf(subject)).toBe(3)
  })

  test("never make a count negative, and start no window when released", async () => {
    const [ended, started] = [newSubject(), newSubject()]
    await limits.releaseReservations([ended])
    expect(await other.exists(keyOf(ended))).toBe(0)
    await limits.reserve(started, 10, WINDOW_SECONDS)
    for (let release = 0; release < 4; release++) await limits.releaseReservations([started, ended])
    expect(await other.get(keyOf(started))).toBe("0")
    expect(await other.exists(keyOf(ended))).toBe(0)
    expect(await limits.consume(started, 10, WINDOW_SECONDS)).toMatchObject({ remaining: 9 })
  })

  test("are released for every subject of concurrent attempts, except for failed ones", async () => {
    const { limitFailures } = await import("@/auth/failure-limit")
    const both = [newSubject(), newSubject()].map((subject) => ({ subject, limit: 20, windowSeconds: WINDOW_SECONDS }))
    const attempt = (outcome: () => Promise<string | null>): Promise<string | null> => limitFailures(both, outcome)
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => attempt(() => Promise.resolve("right"))),
      ...Array.from({ length: 4 }, () => attempt(() => Promise.resolve(null))),
      ...Array.from({ length: 2 }, () => attempt(() => Promise.reject(new Error("the database is down")))),
    ])
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(2)
    for (const { subject } of both) expect(await countOf(subject)).toBe(4)
  })
})
