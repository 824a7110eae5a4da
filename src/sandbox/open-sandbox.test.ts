import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { FIXTURE_WORLD_ID, sandboxStoreId } from "@/domain/world"
import type { openSandbox as OpenSandbox } from "@/sandbox/open-sandbox"
import type { TestMarketplace } from "@/testing/fixtures/marketplace"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"

let database: TestDatabase
let marketplace: TestMarketplace
let openSandbox: typeof OpenSandbox

beforeAll(async () => {
  database = await emptyTestDatabase()
  // Modules imported from here on read it.
  vi.stubEnv("DATABASE_URL", database.url)
  marketplace = new (await import("@/testing/fixtures/marketplace")).TestMarketplace(database.url)
  openSandbox = (await import("@/sandbox/open-sandbox")).openSandbox
})
afterAll(async () => {
  const { pool } = await import("@/platform/db/pool")
  await pool().end()
  await marketplace.close()
  await database.drop()
})
/** Sandboxes as a process that has just been started knows them. */
beforeEach(forgetSandboxes)

function forgetSandboxes(): void {
  ;(globalThis as typeof globalThis & { haat?: Map<string, unknown> }).haat?.delete("sandboxes")
}

interface WorldRow {
  id: string
  ordinal: number
  epoch: Date
  clock: Date
  orders: number
  unused: boolean
}

async function worldsOf(account: string): Promise<WorldRow[]> {
  return marketplace.rows<WorldRow>(
    `SELECT id, ordinal, epoch, clock, (SELECT count(*)::int FROM customer_order o WHERE o.world_id = w.id) AS orders,
       used_at < now() - interval '1 hour' AS unused
     FROM world w WHERE account_id = $1`,
    [account],
  )
}

async function lastUsed(account: string, ago: string): Promise<void> {
  await marketplace.rows("UPDATE world SET used_at = now() - $2::interval WHERE account_id = $1", [account, ago])
}

test("an account's sandbox is created once, at its first use, however many requests arrive concurrently", async () => {
  const accounts = await Promise.all([1, 2, 3].map(() => marketplace.account()))
  const began = performance.now()
  const opened = await Promise.all(
    [1, 2, 3, 4].flatMap(() => {
      // Each turn stands for another process.
      forgetSandboxes()
      return accounts.map((account) => openSandbox(account))
    }),
  )
  process.stdout.write(`12 requests of 3 accounts took ${Math.round(performance.now() - began)} ms\n`)
  for (const [i, account] of accounts.entries()) {
    const [world, ...others] = await worldsOf(account)
    expect(others).toEqual([])
    expect(world).toMatchObject({ orders: 36, unused: false })
    const sandbox = {
      id: world?.id,
      livemode: false,
      catalogueId: FIXTURE_WORLD_ID,
      storeId: sandboxStoreId(world?.ordinal ?? 0),
    }
    for (const turn of [0, 3, 6, 9]) expect(opened[turn + i]).toEqual(sandbox)
  }
})

test("a sandbox's time begins at the last 10:00 in India", async () => {
  const account = await marketplace.account()
  await openSandbox(account)
  const [world] = await worldsOf(account)
  const age = Date.now() - (world?.epoch.getTime() ?? 0)
  expect(world?.epoch.toISOString()).toMatch(/T04:30:00\.000Z$/)
  expect(age).toBeGreaterThanOrEqual(0)
  expect(age).toBeLessThan(86_400_000)
  expect(world?.clock).toEqual(world?.epoch)
})

test("the use of a sandbox is recorded once an hour", async () => {
  const account = await marketplace.account()
  const sandbox = await openSandbox(account)
  await lastUsed(account, "50 minutes")
  forgetSandboxes()
  await openSandbox(account)
  const usedAt = () =>
    marketplace.rows("SELECT now() - used_at > '45 minutes' AS old FROM world WHERE id = $1", [sandbox.id])
  expect(await usedAt()).toEqual([{ old: true }])
  await lastUsed(account, "61 minutes")
  forgetSandboxes()
  expect(await openSandbox(account)).toEqual(sandbox)
  expect(await usedAt()).toEqual([{ old: false }])
})

test("a sandbox is emptied after 60 days without use, and filled again at the next", async () => {
  const { emptyUnusedSandboxes } = await import("@/sandbox/delete-sandbox")
  const [unused, used] = [await marketplace.account(), await marketplace.account()]
  const [sandbox] = [await openSandbox(unused), await openSandbox(used)]
  await lastUsed(unused, "60 days 1 minute")
  await lastUsed(used, "59 days 23 hours")
  await marketplace.rows(
    "UPDATE world SET epoch = epoch - interval '60 days', clock = clock + interval '3 days' WHERE id = $1",
    [sandbox.id],
  )
  await emptyUnusedSandboxes()
  expect(await worldsOf(unused)).toMatchObject([{ orders: 0 }])
  expect(await worldsOf(used)).toMatchObject([{ orders: 36 }])
  forgetSandboxes()
  expect(await openSandbox(unused)).toEqual(sandbox)
  const [world] = await worldsOf(unused)
  expect(world).toMatchObject({ orders: 36, clock: world?.epoch })
  expect(Date.now() - (world?.epoch.getTime() ?? 0)).toBeLessThan(86_400_000)
})

test("a deleted sandbox leaves nothing, and an account without one has nothing to delete", async () => {
  const [{ deleteSandbox }, { transaction }] = [
    await import("@/sandbox/delete-sandbox"),
    await import("@/platform/db/transaction"),
  ]
  const account = await marketplace.account()
  await transaction((tx) => deleteSandbox(tx, account))
  const { id } = await openSandbox(account)
  await transaction((tx) => deleteSandbox(tx, account))
  expect(await worldsOf(account)).toEqual([])
  expect(await marketplace.rows("SELECT FROM product WHERE world_id = $1", [id])).toEqual([])
})

test("a failure is not cached: the next request opens the sandbox", async () => {
  const id = "019a2f4e-7c00-7d15-8a31-5f0e6c1b2a90"
  await expect(openSandbox(id)).rejects.toThrow(/foreign key/)
  const account = await marketplace.account()
  await marketplace.rows("UPDATE account SET id = $2 WHERE id = $1", [account, id])
  await expect(openSandbox(id)).resolves.toMatchObject({ livemode: false })
})
