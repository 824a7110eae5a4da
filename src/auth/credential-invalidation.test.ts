import { createClient } from "redis"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { freePort } from "@/commands/process/free-port"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { ensureRedis, startProgram } from "@/testing/setup/program"
import type { TestMarketplace } from "@/testing/fixtures/marketplace"

const program = ensureRedis()

// The clock of the look-up cache stands still here, so only an invalidation can empty the cache.
describe.runIf(program)("with Redis, a changed credential", () => {
  let server: Awaited<ReturnType<typeof startProgram>>
  let other: ReturnType<typeof createClient>
  let database: TestDatabase
  let marketplace: TestMarketplace

  beforeAll(async () => {
    const port = await freePort()
    const url = `redis://127.0.0.1:${port}`
    server = await startProgram(
      program ?? "",
      ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
      port,
    )
    database = await emptyTestDatabase()
    // Modules imported from here on read these variables.
    vi.stubEnv("DATABASE_URL", database.url)
    vi.stubEnv("REDIS_URL", url)
    marketplace = new (await import("@/testing/fixtures/marketplace")).TestMarketplace(database.url)
    other = createClient({ url })
    await other.connect()
    vi.useFakeTimers({ toFake: ["performance"] })
  })
  afterAll(async () => {
    vi.useRealTimers()
    other.destroy()
    const { redis } = await import("@/platform/redis")
    ;(await redis()).destroy()
    await (await import("@/platform/db/pool")).pool().end()
    await marketplace.close()
    await database.drop()
    await server.stop()
  })

  test("is evicted from the cache when another process publishes an invalidation", async () => {
    const { authenticate } = await import("@/auth/bearer")
    const key = await marketplace.key(await marketplace.account())
    const refusal = async (): Promise<string | undefined> =>
      (await authenticate(`Bearer ${key.secret}`, null)).problem?.code
    expect(await refusal()).toBeUndefined()
    await marketplace.rows("UPDATE api_key SET revoked_at = now() WHERE id = $1", [key.id])
    expect(await refusal()).toBeUndefined()
    await expect
      .poll(() => other.sendCommand(["PUBSUB", "NUMSUB", "haat:credentials-changed"]))
      .toEqual(["haat:credentials-changed", 1])
    await other.publish("haat:credentials-changed", "")
    await expect.poll(refusal).toBe("token_revoked")
  })

  test("is not evicted by unknown credentials, however many are sent", async () => {
    const { authenticate } = await import("@/auth/bearer")
    const { mintCredential } = await import("@/platform/secrets")
    const key = await marketplace.key(await marketplace.account())
    const refusal = async (): Promise<string | undefined> =>
      (await authenticate(`Bearer ${key.secret}`, null)).problem?.code
    expect(await refusal()).toBeUndefined()
    await marketplace.rows("UPDATE api_key SET revoked_at = now() WHERE id = $1", [key.id])
    for (let round = 0; round < 11; round++) {
      await Promise.allSettled(
        Array.from({ length: 1_000 }, (_, index) =>
          authenticate(`Bearer ${mintCredential("live_key")}`, `198.51.${round}.${index % 250}`),
        ),
      )
      expect(await refusal()).toBeUndefined()
    }
  })

  test("is published to all other processes by the one that changed it", async () => {
    const { credentialTransaction } = await import("@/auth/api-key")
    const heard = vi.fn()
    const listener = other.duplicate()
    await listener.connect()
    await listener.subscribe("haat:credentials-changed", heard)
    await credentialTransaction(async () => undefined)
    await expect.poll(() => heard.mock.calls.length).toBe(1)
    listener.destroy()
  })
})
