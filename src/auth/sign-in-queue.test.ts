import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { TestMarketplace } from "@/testing/fixtures/marketplace"
import { wrongSecret } from "@/testing/fixtures/wrong-secret"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"

const PASSWORD = "kamal kachnar palash"
/** Sign-ins that hash at the same time, and those that wait. */
const CONCURRENCY = 2
const WAITING = 400

let database: TestDatabase
let marketplace: TestMarketplace

beforeAll(async () => {
  database = await emptyTestDatabase()
  // Modules imported from here on read this variable.
  vi.stubEnv("DATABASE_URL", database.url)
  marketplace = new (await import("@/testing/fixtures/marketplace")).TestMarketplace(database.url)
})
afterAll(async () => {
  const { closePool } = await import("@/platform/db/pool")
  await closePool()
  await marketplace.close()
  await database.drop()
})

test("a known device is next in a full sign-in queue, while unknown devices are throttled", async () => {
  const { hashPassword, withSignInSlot } = await import("@/auth/password")
  const { rememberDevice } = await import("@/auth/known-device")
  const { checkPassword } = await import("@/auth/sign-in")
  const { Throttled } = await import("@/auth/throttled")
  const email = "asha@example.in"
  const id = await marketplace.account({ email })
  await marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [id, await hashPassword(PASSWORD)])
  const [device = ""] = (await rememberDevice(id, null)).split(";")

  const ends: (() => void)[] = []
  let verified = 0
  const hostile = Array.from({ length: CONCURRENCY + WAITING }, (_, index) =>
    withSignInSlot({ networks: [`site ${index}`, `network ${index}`] }, () => {
      verified++
      return new Promise<void>((resolve) => ends.push(resolve))
    }),
  )
  const rest = Promise.allSettled(hostile)
  const signIn = (cookies: string | null) => checkPassword(email, PASSWORD, { ip: "192.0.2.1", cookies })
  await expect(signIn(null)).rejects.toBeInstanceOf(Throttled)
  await expect(signIn(wrongSecret(device))).rejects.toBeInstanceOf(Throttled)
  let settled = false
  const known = signIn(device).finally(() => (settled = true))
  while (!settled) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    ends.shift()?.()
  }
  expect(await known).toEqual({ accountId: id, mfaRequired: false })
  expect(verified).toBeLessThan(WAITING / 10)

  let done = false
  void rest.then(() => (done = true))
  while (!done) {
    for (const end of ends.splice(0)) end()
    await new Promise((resolve) => setImmediate(resolve))
  }
})
